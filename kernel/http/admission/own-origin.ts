import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { CallerError, ForbiddenError, ValidationError } from '@svc/plugin'

/** True for `localhost`, its subdomains and loopback addresses; brackets of IPv6 allowed. */
export function isLoopbackName(name: string): boolean {
  const host = name.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  return isIP(host) !== 0 && ipaddr.process(host).range() === 'loopback'
}

const hostPattern = /^(\[[0-9a-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i

/** The name in a `Host` header; null for one that is no host, such as `[::1].evil.test` or `localhost:80@evil.test`. */
function nameOf(hostHeader: string): string | null {
  return hostPattern.exec(hostHeader)?.[1]?.toLowerCase() ?? null
}

/**
 * Node keeps the first of two `Host` headers and a proxy may keep the last, so the two would disagree on which site was asked for.
 * The same holds for a whole URL as the request's target beside a header with another host.
 * @throws ValidationError
 */
export function assertOneHost({ headers, rawHeaders, url = '' }: IncomingMessage): void {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (hosts > 1) throw badHost('must be sent once')
  const isPath = url.startsWith('/') || url === '*'
  if (!isPath && !isSameHost(url, headers.host ?? '')) throw badHost('must be the host of the URL that is asked for')
}

function isSameHost(url: string, header: string): boolean {
  if (!URL.canParse(url)) return false
  const { host, protocol } = new URL(url)
  const named = `${protocol}//${header}`
  return header === '' || (URL.canParse(named) && new URL(named).host === host)
}

function badHost(message: string): ValidationError {
  return new ValidationError(`The Host header ${message}.`, [{ path: '/headers/host', message }])
}

const remembered = 16

/**
 * Against DNS rebinding: a server that listens on loopback alone is asked for by a loopback name, or by the name it was
 * configured with. Any other `Host` is a foreign site whose name was pointed here.
 */
export class HostCheck {
  readonly #publicName: string | null
  readonly #needed: boolean
  readonly #good = new Set<string>()

  constructor(listensOn: string, publicUrl: string | null) {
    this.#needed = isLoopbackName(listensOn)
    this.#publicName = publicUrl === null ? null : new URL(publicUrl).hostname
  }

  /** @throws CallerError `misdirected_request`, 421 */
  assertOurs(hostHeader: string): void {
    if (this.#good.has(hostHeader)) return
    const name = nameOf(hostHeader)
    // It stands in the addresses that we answer, so it must be a host, wherever we listen; HTTP/1.0 has none.
    if (name === null && (this.#needed || hostHeader !== '')) {
      throw new CallerError(421, 'misdirected_request', 'The Host header names no host.')
    }
    if (this.#needed && name !== null && name !== this.#publicName && !isLoopbackName(name)) {
      throw new CallerError(
        421,
        'misdirected_request',
        'This server listens on this machine alone and does not answer to that Host name. Use localhost, or set SVC_PUBLIC_URL.',
      )
    }
    if (this.#good.size < remembered) this.#good.add(hostHeader)
  }
}

interface BrowserHeaders {
  readonly [name: string]: string | string[] | undefined
}

/**
 * Against forged requests (OWASP, "Verifying origin"): a write that a browser sends with our cookie, or without any credential,
 * must come from our own pages. Programs send none of these headers and pass.
 * @throws ForbiddenError `csrf_rejected`
 */
export function assertOwnOrigin(headers: BrowserHeaders, host: string, publicUrl: string | null): void {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return
  const origin = headers['origin'] ?? headers['referer']
  if (site === undefined && origin === undefined) return
  if (site === undefined && typeof origin === 'string' && isOwn(origin, host, publicUrl)) return
  throw new ForbiddenError(
    'csrf_rejected',
    'This request changes something and was sent from another site. Send it from our own pages, or with an API key.',
  )
}

function isOwn(origin: string, host: string, publicUrl: string | null): boolean {
  if (!URL.canParse(origin)) return false
  // Hosts, not origins: behind a proxy that ends TLS, the scheme we see is not the browser's.
  const { host: from } = new URL(origin)
  return from === host || (publicUrl !== null && from === new URL(publicUrl).host)
}
