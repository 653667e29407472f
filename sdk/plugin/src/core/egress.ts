import type { Socket } from 'node:net'
import { defineService } from '../service.ts'

export interface EgressRequest {
  url: string
  method?: string
  headers?: Record<string, string>
  /** A `Blob`, such as one of `fs.openAsBlob`, is read piece by piece and sent with its length. */
  body?: string | Uint8Array | Blob
  signal?: AbortSignal
  /** Until the last byte; default 30,000. With `stream`: until the head of the answer. */
  timeoutMs?: number
  /** For an answer that is alive as long as something comes of it: after its head, the time between two pieces, and that of the whole. */
  stream?: { silenceMs: number; totalMs: number }
  /** The limit of the decompressed body; default 10 MiB. */
  maxBytes?: number
  /** `follow` re-checks every hop (at most 5); default `follow`. */
  redirect?: 'follow' | 'error'
  /**
   * When given, every hop's URL must also match one of these patterns (`https://api.example.com/*`, `https://*.example.com/v1/*`).
   * Scheme and host may be `*`; without a port the scheme's own is meant, and any port where the host is `*`.
   */
  allow?: readonly string[]
  /** The operator configured this address (a model server): `host:port` pairs that may be private. */
  trustedOrigins?: readonly string[]
  /** Whose member chose the host: its names are looked up one after another, so that a dead one holds up no other workspace. */
  workspaceId?: string
}

export interface EgressResponse {
  /** The URL of the last hop. */
  url: string
  status: number
  headers: Record<string, string>
  /** The decompressed body, read once, within the request's limits. */
  body: AsyncIterable<Uint8Array>
  text(): Promise<string>
  /**
   * Hands each piece of the body to `take` as it comes, in place of {@link body} and cheaper; a promise it returns holds the sender back.
   * Resolves at the end. @throws as reading the body does
   */
  read(take: (piece: Uint8Array) => void | Promise<void>): Promise<void>
}

/** A server that speaks another protocol than HTTP, such as a mail server. */
export interface EgressHost {
  /** A name or an address, IPv6 without brackets. */
  host: string
  port: number
  signal?: AbortSignal
  /** Until it is connected; default 10,000. */
  timeoutMs?: number
  /** As {@link EgressRequest.trustedOrigins}. */
  trustedOrigins?: readonly string[]
  /** As {@link EgressRequest.workspaceId}. */
  workspaceId?: string
}

/** An address of a host, 4 or 6. */
export interface HostAddress {
  address: string
  family: number
}

const startBytes = 64 * 1024

/** The first 64 KiB of a body as text, as far as they came: enough of an error, whose status has said the most. */
export async function startOfBody(response: EgressResponse): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of response.body) {
      pieces.push(piece)
      bytes += piece.byteLength
      if (bytes >= startBytes) break
    }
  } catch {
    // Cut off: what has come is all there is.
    return textOf(pieces)
  }
  return textOf(pieces)
}

function textOf(pieces: readonly Uint8Array[]): string {
  return new TextDecoder().decode(Buffer.concat(pieces))
}

/**
 * The only way out to the network. Private, loopback, link-local, metadata and otherwise special addresses are refused unless
 * the operator's `SVC_EGRESS_ALLOW` names them.
 * @throws before any connection is made: UnprocessableError `url_blocked`, ForbiddenError when `allow` does not name the URL,
 * ValidationError for a method or header that is not sent; after: UpstreamError, TimeoutError, PayloadTooLargeError.
 */
export interface Egress {
  fetch(request: EgressRequest): Promise<EgressResponse>
  /**
   * Whether a URL that is kept for later may be reached at all, as far as that is known without resolving its name or connecting.
   * With `trusted` its host may be private, as one of `trustedOrigins`; its shape is checked all the same.
   * @throws UnprocessableError `url_blocked`, ForbiddenError when `allow` is given and does not name the URL
   */
  check(url: string, options?: { allow?: readonly string[]; trusted?: boolean }): void
  /**
   * A TCP connection by the same rules, for protocols that are not HTTP; the caller closes it and does its own TLS.
   * @throws UnprocessableError `url_blocked`, UpstreamError, TimeoutError
   */
  connect(host: EgressHost): Promise<Socket>
  /**
   * For a library that takes no socket and connects by itself: the host's addresses, each checked by the same rules. It connects to one of
   * these and looks nothing up, or the check was for nothing. @throws as {@link connect}
   */
  addresses(host: EgressHost): Promise<HostAddress[]>
}

export const egress = defineService<Egress>('core.egress')
