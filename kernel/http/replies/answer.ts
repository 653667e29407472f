import { hash } from 'node:crypto'
import { InternalError, isJson } from '@svc/plugin'
import type { Exchange, ServedRoute } from '../exchange.ts'

/** A finished answer, ready to be sent, and to be kept for an idempotency key. */
export interface Answer {
  status: number
  /** Null for an empty one. */
  contentType: string | null
  body: string | Buffer | null
}

/** Longer texts are hashed anew each time rather than kept. */
const longestKept = 4096

/** Makes an answer from what the handler returned. @throws InternalError for a value that its route cannot send */
export function answerOf(route: ServedRoute, status: number, value: unknown): Answer {
  if (value === undefined || status === 204) return { status, contentType: null, body: null }
  const serializer = route.compiled?.serializers.get(status)
  if (serializer !== undefined) {
    return { status, contentType: serializer.contentType, body: serializer.serialize(value) }
  }
  const contentType = route.definition.responses[status]?.contentType
  if (!isJson(contentType)) return { status, contentType: contentType ?? null, body: bytesOf(route, value) }
  return { status, contentType: contentType ?? 'application/json; charset=utf-8', body: JSON.stringify(value) }
}

function bytesOf(route: ServedRoute, value: unknown): string | Buffer {
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  throw new InternalError(`${route.definition.operationId} must return text or bytes, and returned ${typeof value}`)
}

/** Sends it; a GET with an `ETag` answers 304 when the client has that answer already. */
export function sendAnswer(exchange: Exchange, { status, contentType, body }: Answer): void {
  const { headers } = exchange.reply
  const { route } = exchange
  if (route?.etag && status === 200 && body !== null && headers['etag'] === undefined) {
    const etag = etagOf(route, body)
    headers['etag'] = etag
    // Kept by the browser, but asked for anew each time.
    if (headers['cache-control'] === 'no-store') headers['cache-control'] = 'private, no-cache'
    if (matches(exchange.headers['if-none-match'], etag)) {
      exchange.send(304, null, null)
      return
    }
  }
  exchange.send(status, body, contentType)
}

function etagOf(route: ServedRoute, body: string | Buffer): string {
  if (route.tagged?.body === body) return route.tagged.etag
  const etag = `"${hash('sha1', body, 'base64url')}"`
  if (typeof body === 'string' && body.length <= longestKept) route.tagged = { body, etag }
  return etag
}

/** Weak comparison, as RFC 9110 asks of If-None-Match. */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some(candidate => candidate.trim().replace(/^W\//, '') === etag)
}
