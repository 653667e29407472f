import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { InternalError } from '@svc/plugin'
import type { Exchange, ServedRoute } from './exchange.ts'
import { isJson } from './schema-compiler.ts'

/** A finished answer, ready to be sent, and to be kept for an idempotency key. */
export interface Answer {
  status: number
  /** Null for an empty one. */
  contentType: string | null
  body: string | Buffer | null
}

/** Makes an answer from what the handler returned. @throws InternalError for a value that its route cannot send */
export function answerOf(route: ServedRoute, status: number, value: unknown): Answer {
  const response = route.definition.responses[status]
  if (value === undefined || status === 204) return { status, contentType: null, body: null }
  if (isJson(response?.contentType)) {
    const serialize = route.compiled?.serializers.get(status) ?? JSON.stringify
    return { status, contentType: response?.contentType ?? 'application/json; charset=utf-8', body: serialize(value) }
  }
  return { status, contentType: response?.contentType ?? null, body: bytesOf(route, value) }
}

function bytesOf(route: ServedRoute, value: unknown): string | Buffer {
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  throw new InternalError(`${route.definition.operationId} must return text or bytes, and returned ${typeof value}`)
}

/** Sends it; a GET with an `ETag` answers 304 to whoever has it already. */
export function sendAnswer(exchange: Exchange, reply: FastifyReply, answer: Answer): void {
  reply.code(answer.status)
  if (answer.contentType !== null) reply.header('content-type', answer.contentType)
  if (answer.body === null) {
    reply.send()
    return
  }
  if (exchange.route?.etag && answer.status === 200 && reply.getHeader('etag') === undefined) {
    const etag = `"${hash('sha1', answer.body, 'base64url')}"`
    reply.header('etag', etag)
    // Kept by the browser, but asked for anew each time.
    if (reply.getHeader('cache-control') === 'no-store') reply.header('cache-control', 'private, no-cache')
    if (matches(exchange.headers['if-none-match'], etag)) {
      reply.code(304).removeHeader('content-type').send()
      return
    }
  }
  reply.send(answer.body)
}

/** Weak comparison, as RFC 9110 asks of If-None-Match. */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some(candidate => candidate.trim().replace(/^W\//, '') === etag)
}
