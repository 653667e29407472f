import type { FetchLike } from '@modelcontextprotocol/client'
import type { Egress } from '@svc/plugin'

export interface EgressFetchOptions {
  egress: Egress
  /** Of one answer. */
  maxBytes: number
  timeoutMs: number
}

// The stream of the server's notifications is quiet for hours, and the library opens it again when it ends.
const listenMs = 12 * 60 * 60_000
const noBody = new Set([101, 204, 205, 304])

/** `fetch` for the library, over the one way out: addresses checked, no redirects, answers of limited size. */
export function egressFetch({ egress, maxBytes, timeoutMs }: EgressFetchOptions): FetchLike {
  return async (url, init = {}) => {
    const method = init.method ?? 'GET'
    const answer = await egress.fetch({
      url: String(url),
      method,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && { body: init.body }),
      ...(init.signal && { signal: init.signal }),
      redirect: 'error',
      timeoutMs: method === 'GET' ? listenMs : timeoutMs,
      maxBytes,
    })
    const body = noBody.has(answer.status) ? null : ReadableStream.from(answer.body)
    return new Response(body, { status: answer.status, headers: answer.headers })
  }
}
