import type { Egress, EgressResponse, JsonObject, JsonValue } from '@svc/plugin'
import { fault } from '../interpreter/fault.ts'
import type { Effect, EffectOutcome } from '../interpreter/ports.ts'
import { expandUri } from './uri-template.ts'

const mostBodyBytes = 1024 * 1024
const mask = '***'
/** Sent twice, these change nothing by themselves. */
const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/** `with` of `call: http`, resolved. */
interface HttpArguments {
  method: string
  endpoint: string | { uri: string; authentication?: Authentication }
  headers?: Record<string, JsonValue>
  query?: Record<string, JsonValue>
  body?: JsonValue
  output?: 'raw' | 'content' | 'response'
  redirect?: boolean
}

interface Authentication {
  basic?: { username: string; password: string }
  bearer?: { token: string }
}

interface Sent {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
}

/** `call: http`: one request by the rules of egress. @throws Fault, and what egress throws */
export async function callHttp(egress: Egress, workspaceId: string, effect: Effect): Promise<EffectOutcome> {
  const given = effect.arguments as HttpArguments
  const sent = requestOf(given, effect)
  const redirect = given.redirect === true ? 'follow' : 'error'
  const { signal } = effect
  const response = await egress.fetch({ ...sent, redirect, maxBytes: mostBodyBytes, workspaceId, signal })
  const bytes = await wholeBody(response)
  if (response.status < 200 || response.status > 299) throw refused(response, sent, bytes)
  return { output: outputOf(given, sent, response, bytes), usage: { http_calls: 1 } }
}

function requestOf(given: HttpArguments, { frame }: Effect): Sent {
  const { uri, authentication } =
    typeof given.endpoint === 'string' ? { uri: given.endpoint, authentication: undefined } : given.endpoint
  const method = String(given.method).toUpperCase()
  const headers: Record<string, string> = {}
  if (!safeMethods.includes(method)) headers['idempotency-key'] = frame.key
  if (given.body !== undefined && typeof given.body !== 'string') headers['content-type'] = 'application/json'
  const authorization = authorizationOf(authentication)
  if (authorization !== null) headers['authorization'] = authorization
  // What the author says comes last.
  for (const [name, value] of Object.entries(given.headers ?? {})) headers[name.toLowerCase()] = textOf(value)
  const url = withQuery(expandUri(uri, frame.input), given.query)
  if (given.body === undefined) return { method, url, headers }
  return { method, url, headers, body: textOf(given.body) }
}

function authorizationOf({ basic, bearer }: Authentication = {}): string | null {
  if (bearer) return `Bearer ${bearer.token}`
  if (basic) return `Basic ${Buffer.from(`${basic.username}:${basic.password}`).toString('base64')}`
  return null
}

function withQuery(uri: string, query: HttpArguments['query']): string {
  const wanted = Object.entries(query ?? {}).filter(([, value]) => value !== null)
  if (wanted.length === 0) return uri
  if (!URL.canParse(uri)) throw fault('configuration', `"${uri.slice(0, 200)}" is no URL with its scheme.`)
  const url = new URL(uri)
  for (const [name, value] of wanted) url.searchParams.append(name, textOf(value))
  return url.href
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

async function wholeBody(response: EgressResponse): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  await response.read(piece => void pieces.push(piece))
  return Buffer.concat(pieces)
}

/** Its answer begins the detail's second sentence, as far as it fits. */
function refused({ status, headers }: EgressResponse, { method, url }: Sent, bytes: Buffer): Error {
  const { origin, pathname } = new URL(url)
  const said = bytes.toString('utf8').slice(0, 300).trim()
  const detail = `${method} ${origin}${pathname} was answered ${status}.${said === '' ? '' : ` ${said}`}`
  const details = { status, retryAfterSeconds: secondsOf(headers['retry-after']) }
  if (status === 401) return fault('authentication', detail, details)
  return fault('communication', detail, details)
}

function secondsOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) : undefined
}

function outputOf(
  { output = 'content' }: HttpArguments,
  sent: Sent,
  response: EgressResponse,
  bytes: Buffer,
): JsonValue {
  if (output === 'raw') return bytes.toString('base64')
  const content = contentOf(response, bytes)
  if (output === 'content') return content
  const { method, url, headers } = sent
  const shown: JsonObject = { ...headers, ...('authorization' in headers && { authorization: mask }) }
  const { status, headers: answered } = response
  return { request: { method, uri: url, headers: shown }, statusCode: status, headers: { ...answered }, content }
}

function contentOf({ headers }: EgressResponse, bytes: Buffer): JsonValue {
  const text = bytes.toString('utf8')
  if (!/[/+]json\b/.test(headers['content-type'] ?? '')) return text
  if (text.trim() === '') return null
  try {
    return JSON.parse(text) as JsonValue
  } catch (error) {
    throw fault('communication', 'The answer says that it is JSON, and is not.', { cause: error })
  }
}
