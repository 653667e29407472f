import type { InjectOptions } from 'light-my-request'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isJson } from '@svc/plugin'
import type { InternalRequest, InternalResponse, JsonValue, Principal } from '@svc/plugin'

export type Routing = (request: IncomingMessage, response: ServerResponse) => void

/** Who a request acts as when it did not come over the network. */
export interface HandedOver {
  /** Over the home's own socket, or from inside the process. */
  entrance: 'operator' | 'inside'
  /** Asked only when the request reaches a route. */
  principal(): Principal | Promise<Principal>
}

// A symbol on the request object: unlike a header, no client can send one.
const mark = Symbol('handed over')

interface Marked extends IncomingMessage {
  [mark]?: HandedOver
}

export function handOver(request: IncomingMessage, handed: HandedOver): void {
  const marked: Marked = request
  marked[mark] = handed
}

export function handedOver(request: IncomingMessage): HandedOver | undefined {
  const marked: Marked = request
  return marked[mark]
}

const heads = new WeakSet<IncomingMessage>()

/** A HEAD that has no route of its own is answered by the GET of its path; Node keeps the body back. */
export function askAsGet(request: IncomingMessage): void {
  heads.add(request)
  request.method = 'GET'
}

/** The method that the client sent. */
export function methodOf(request: IncomingMessage): string {
  return heads.has(request) ? 'HEAD' : (request.method ?? '')
}

/** Runs one of our own routes without a socket; `prefix` is the base path. */
export async function dispatchInside(
  routing: Routing,
  prefix: string,
  request: InternalRequest,
): Promise<InternalResponse> {
  request.signal?.throwIfAborted()
  // Loaded at the first use: it brings validators of its own, and a start should not wait for them.
  const { inject } = await import('light-my-request')
  const enter = (raw: IncomingMessage, response: ServerResponse): void => {
    handOver(raw, { entrance: 'inside', principal: () => request.principal })
    routing(raw, response)
  }
  const answer = await inject(enter, {
    method: request.method as InjectOptions['method'],
    url: prefix + request.path,
    headers: { ...request.headers, ...(request.body !== undefined && { 'content-type': 'application/json' }) },
    ...(request.body !== undefined && { payload: JSON.stringify(request.body) }),
    ...(request.signal ? { signal: request.signal } : {}),
  })
  const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
  return { status: answer.statusCode, headers, body: bodyOf(answer.payload, headers['content-type']) }
}

function bodyOf(payload: string, contentType: string | undefined): JsonValue {
  if (payload === '') return null
  return isJson(contentType) ? (JSON.parse(payload) as JsonValue) : payload
}
