import { isIP } from 'node:net'
import { UnprocessableError, ValidationError } from '@svc/plugin'

const maxUrlLength = 8192
const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' }
// Underscores are no host's by the standard, and names of containers have them.
const hostName = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/
const hostAndPort = /^(?:\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+):(\d{1,5})$/i

/** A URL that passed the rules of shape, with its host in the spelling the rules compare. */
export interface Target {
  url: URL
  /** Lower case, without brackets and trailing dot. */
  host: string
  port: string
  /** True when the host is an IP address: nothing will be resolved. */
  literal: boolean
  /** `host:port`, as the allow-list has it. */
  key: string
}

/** `url_blocked`: the rule that refuses, and what to do. */
export function blocked(message: string, fields: Record<string, unknown> = {}): UnprocessableError {
  return new UnprocessableError('url_blocked', message, { fields })
}

function parseUrl(text: string, base: URL | undefined): URL {
  if (text.length > maxUrlLength) throw blocked(`The URL is refused: it is longer than ${maxUrlLength} characters.`)
  const url = URL.parse(text, base?.href)
  if (!url) throw blocked('The URL is refused: it is not a valid absolute URL. Write it as https://host/path.')
  return url
}

function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/**
 * Parses by WHATWG rules, which also turn decimal, octal and hexadecimal hosts into dotted ones.
 * @throws UnprocessableError `url_blocked`
 */
export function parseTarget(text: string, base?: URL): Target {
  const url = parseUrl(text, base)
  const defaultPort = defaultPorts[url.protocol]
  if (!defaultPort)
    throw blocked(`The URL is refused: its scheme is ${url.protocol} and only http: and https: are fetched.`)
  // The URL is not repeated in this message: it carries a password.
  if (url.username !== '' || url.password !== '') {
    throw blocked('The URL is refused: it carries a user name or password. Send them in an Authorization header.')
  }
  const host = bareHost(url.hostname)
  const literal = isIP(host) !== 0
  const shown = JSON.stringify(host.slice(0, 253))
  if (!literal && !hostName.test(host))
    throw blocked(`The URL is refused: its host ${shown} is neither a name nor an IP address.`)
  const port = url.port === '' ? defaultPort : url.port
  return { url, host, port, literal, key: hostPortKey(host, port) }
}

/** A host and a port as a target of the same rules. @throws UnprocessableError `url_blocked` */
export function parseHost(host: string, port: number): Target {
  const isPort = Number.isInteger(port) && port >= 1 && port <= 65_535
  if (!isPort || /[\s/?#@\\[\]%]/.test(host) || (host.includes(':') && isIP(host) === 0))
    throw blocked(`${JSON.stringify(`${host}:${port}`.slice(0, 200))} is refused: it is not a host and a port.`)
  return parseTarget(`http://${hostPortKey(host, String(port))}/`)
}

/** `host:port`, an IPv6 host in brackets. */
export function hostPortKey(host: string, port: string): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

function keyOf(pair: string): string | null {
  const port = hostAndPort.exec(pair.trim())?.[1]
  const url = port === undefined ? null : URL.parse(`http://${pair.trim()}`)
  if (!url || !port || Number(port) < 1 || Number(port) > 65_535) return null
  return hostPortKey(bareHost(url.hostname), String(Number(port)))
}

/** Whether the text is a `host:port` pair, such as `localhost:11434` or `[::1]:8080`. */
export function isHostPort(pair: string): boolean {
  return keyOf(pair) !== null
}

/**
 * Reads `host:port` pairs into the spelling of {@link Target.key}.
 * @throws ValidationError that lists every pair that is not one
 */
export function parseHostPorts(pairs: readonly string[], origin: string): Set<string> {
  const errors = pairs.flatMap((pair, index) => {
    const message = `"${pair}" is not a host:port pair such as localhost:11434 or [::1]:8080`
    return isHostPort(pair) ? [] : [{ path: `/${index}`, message }]
  })
  if (errors.length > 0)
    throw new ValidationError(`${origin}: ${errors.map(error => error.message).join('; ')}.`, errors)
  return new Set(pairs.flatMap(pair => keyOf(pair) ?? []))
}
