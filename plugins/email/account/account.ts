import type { EmailConfig } from '../generated/config.ts'

/** How a connection is kept private: TLS from the first byte, TLS after the greeting, or not at all. */
export type Security = EmailConfig['imap_security']

/** One half of an account: where messages are read, or sent through. */
export interface MailServer {
  host: string
  port: number
  security: Security
}

/** What it takes to sign in at both servers. */
export interface Account {
  origin: 'configuration' | 'workspace'
  address: string
  name: string | null
  username: string
  password: string
  imap: MailServer
  smtp: MailServer
  /** True: an owner of the installation chose the servers, which may be in its own network. */
  trusted: boolean
}

/** An account as the API shows it; its password never leaves. */
export interface AccountRecord {
  origin: Account['origin']
  address: string
  name: string | null
  username: string
  has_password: boolean
  imap: MailServer
  smtp: MailServer
  trusted: boolean
  /** Why it cannot be used. */
  error: string | null
  created_at: string | null
  updated_at: string | null
}

export interface NewMailServer {
  host: string
  port?: number
  security?: Security
}

export interface NewAccount {
  address: string
  name?: string | null
  username?: string
  password?: string
  imap: NewMailServer
  smtp: NewMailServer
}

const imapPorts: Record<Security, number> = { tls: 993, starttls: 143, none: 143 }
const smtpPorts: Record<Security, number> = { tls: 465, starttls: 587, none: 25 }

/** With the port that is usual for its security. */
export function imapServer({ host, security = 'tls', port = imapPorts[security] }: NewMailServer): MailServer {
  return { host: bare(host), port, security }
}

/** As {@link imapServer}. */
export function smtpServer({ host, security = 'tls', port = smtpPorts[security] }: NewMailServer): MailServer {
  return { host: bare(host), port, security }
}

/** As the sockets want it: an IPv6 address without brackets. */
function bare(host: string): string {
  return host.toLowerCase().replace(/^\[|\]$/g, '')
}

const needed = ['address', 'password', 'imap_host', 'smtp_host'] as const

/** The settings that are not there; null when none of an account is. */
export function missingSettings(config: EmailConfig): string[] | null {
  const missing = needed.filter(name => config[name] === undefined)
  return missing.length === needed.length ? null : missing.map(name => `SVC_EMAIL_${name.toUpperCase()}`)
}

/** The account of the configuration; null when there is none, or not all of one. */
export function configuredAccount(config: EmailConfig): Account | null {
  const { address, name, password, imap_host, imap_port, imap_security, smtp_host, smtp_port, smtp_security } = config
  if (!address || !password || !imap_host || !smtp_host) return null
  return {
    origin: 'configuration',
    address,
    name: name ?? null,
    username: config.username ?? address,
    password,
    imap: imapServer({ host: imap_host, security: imap_security, ...(imap_port && { port: imap_port }) }),
    smtp: smtpServer({ host: smtp_host, security: smtp_security, ...(smtp_port && { port: smtp_port }) }),
    trusted: true,
  }
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/

/** Whether what is sent there stays on this machine. */
export function isLoopback({ host }: MailServer): boolean {
  return loopback.test(host)
}

/** `host:port`, as messages and the rules of egress name it. */
export function serverKey({ host, port }: MailServer): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}
