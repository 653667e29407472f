import type { Egress } from '@svc/plugin'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { serverKey } from '../account/account.ts'
import type { Account } from '../account/account.ts'

export interface Envelope {
  from: string
  to: string[]
}

export interface SendOutcome {
  accepted: string[]
  rejected: string[]
  response: string
}

export interface SmtpSessionOptions {
  egress: Egress
  account: Account
  timeoutMs: number
  signal: AbortSignal
}

/** Signs in at the account's SMTP server, runs `work`, and leaves. @throws what egress and nodemailer throw; the signal's reason */
export async function withSmtp<T>(options: SmtpSessionOptions, work: (smtp: SmtpSession) => Promise<T>): Promise<T> {
  const { signal } = options
  const connection = await open(options)
  // One listener from the first moment on: what breaks between two commands has no other.
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => null)
  connection.on('error', error => broken.reject(error))
  connection.on('end', () => broken.reject(Object.assign(new Error('The connection ended.'), { code: 'ECONNECTION' })))
  const leave = () => broken.reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  const session = new SmtpSession(connection, broken.promise)
  try {
    await session.signIn(options.account)
    const result = await work(session)
    connection.quit()
    return result
  } catch (error) {
    connection.close()
    throw error
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

async function open({ egress, account, timeoutMs, signal }: SmtpSessionOptions): Promise<SMTPConnection> {
  const { smtp, trusted } = account
  const { host, port, security } = smtp
  const trustedOrigins = trusted ? [serverKey(smtp)] : []
  const socket = await egress.connect({ host, port, signal, timeoutMs, trustedOrigins })
  // Loaded at the first message: boot does not have the time.
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  return new Connection({
    host,
    port,
    connection: socket,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    // Not this machine's own name, which is nobody's business.
    name: account.address.split('@').at(-1) ?? 'localhost',
    tls: { minVersion: 'TLSv1.2' },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    maxResponseSize: 64 * 1024,
    logger: false,
  })
}

/** An open connection to an SMTP server. */
export class SmtpSession {
  readonly #connection: SMTPConnection
  readonly #broken: Promise<never>

  constructor(connection: SMTPConnection, broken: Promise<never>) {
    this.#connection = connection
    this.#broken = broken
  }

  async signIn({ username, password }: Account): Promise<void> {
    await this.#said<void>(done => this.#connection.connect(done))
    // A server that asks nobody who they are, as one of this machine may.
    if (!this.#connection.allowsAuth) return
    await this.#said(done => this.#connection.login({ credentials: { user: username, pass: password } }, done))
  }

  send(envelope: Envelope, message: Buffer): Promise<SendOutcome> {
    const size = message.byteLength
    return this.#said(done => this.#connection.send({ ...envelope, size }, message, done))
  }

  #said<T>(ask: (done: (error?: Error | null, answer?: T) => void) => void): Promise<T> {
    const answered = new Promise<T>((resolve, reject) => {
      ask((error, answer) => (error ? reject(error) : resolve(answer as T)))
    })
    answered.catch(() => null)
    return Promise.race([answered, this.#broken])
  }
}
