import type { DispatchFunc, InjectOptions } from 'light-my-request'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { InternalRequest, InternalResponse, JsonValue } from '@svc/plugin'
import { handOver } from './handed-over.ts'
import { isJson } from './schema-compiler.ts'

type Routing = (request: IncomingMessage, response: ServerResponse) => void

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
  const answer = await inject(enter as unknown as DispatchFunc, {
    method: request.method as InjectOptions['method'],
    url: prefix + request.path,
    ...(request.body === undefined
      ? {}
      : { payload: JSON.stringify(request.body), headers: { 'content-type': 'application/json' } }),
    ...(request.signal ? { signal: request.signal } : {}),
  })
  const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
  return { status: answer.statusCode, headers, body: bodyOf(answer.payload, headers['content-type']) }
}

function bodyOf(payload: string, contentType: string | undefined): JsonValue {
  if (payload === '') return null
  return isJson(contentType) ? (JSON.parse(payload) as JsonValue) : payload
}
