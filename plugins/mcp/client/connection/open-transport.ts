import type { FetchLike, Transport } from '@modelcontextprotocol/client'
import type { Egress, OperatorPrograms } from '@svc/plugin'
import type { ServerEntry } from '../servers-file/servers-file.ts'
import { ProgramTransport } from './program-transport.ts'

type Library = typeof import('@modelcontextprotocol/client')

export interface RemoteLimits {
  call_timeout_seconds: number
  max_result_bytes: number
}

export interface TransportOptions {
  entry: ServerEntry
  limits: RemoteLimits
  egress: Egress
  programs: OperatorPrograms
}

// A list of hundreds of tools, with their schemas, and pictures in base64 beside the JSON that is counted.
const leastMessageBytes = 4 * 1024 * 1024

/** The way to one server: over the network, or to a program that is started for it. */
export function openTransport(library: Library, { entry, limits, egress, programs }: TransportOptions): Transport {
  const maxBytes = Math.max(leastMessageBytes, limits.max_result_bytes * 2)
  const { target } = entry
  if (target.kind === 'stdio') return new ProgramTransport({ library, programs, target, maxBytes })
  return new library.StreamableHTTPClientTransport(new URL(target.url), {
    fetch: egressFetch({ egress, maxBytes, timeoutMs: limits.call_timeout_seconds * 1000 }),
    requestInit: { headers: target.headers, redirect: 'error' },
  })
}

interface EgressFetchOptions {
  egress: Egress
  /** The limit of one answer. */
  maxBytes: number
  timeoutMs: number
}

// The stream of the server's notifications is quiet for hours. The library opens that of a GET again when it ends, and no other.
const listenMs = 12 * 60 * 60_000
const noBody = new Set([101, 204, 205, 304])

/** `fetch` for the library, over the one way out: addresses checked, no redirects, answers of limited size. */
function egressFetch({ egress, maxBytes, timeoutMs }: EgressFetchOptions): FetchLike {
  return async (url, init = {}) => {
    const method = init.method ?? 'GET'
    const headers = new Headers(init.headers)
    const listens = method === 'GET' || headers.get('mcp-method') === 'subscriptions/listen'
    const answer = await egress.fetch({
      url: String(url),
      method,
      headers: Object.fromEntries(headers),
      ...(typeof init.body === 'string' && { body: init.body }),
      ...(init.signal && { signal: init.signal }),
      redirect: 'error',
      timeoutMs: listens ? listenMs : timeoutMs,
      maxBytes,
    })
    const body = noBody.has(answer.status) ? null : ReadableStream.from(answer.body)
    return new Response(body, { status: answer.status, headers: answer.headers })
  }
}
