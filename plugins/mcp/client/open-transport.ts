import type { Transport } from '@modelcontextprotocol/client'
import type { Egress, OperatorPrograms } from '@svc/plugin'
import { egressFetch } from './egress-fetch.ts'
import { ProgramTransport } from './program-transport.ts'
import type { ServerEntry } from './server-entry.ts'

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
