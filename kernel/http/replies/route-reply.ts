import { validateHeaderValue } from 'node:http'
import type { Readable } from 'node:stream'
import { messageOf } from '@svc/plugin'
import type { ByteSink, RouteReply, ServerSentEvent, StreamedReply } from '@svc/plugin'
import type { Exchange } from '../exchange.ts'

/** The header fields of one answer, names in lower case. */
export type AnswerHeaders = Record<string, string | string[]>

/** What every answer carries; routes that send pages replace the policy with their own. */
export function securityHeaders(publicUrl: string | null): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    ...(publicUrl?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

type StreamSource =
  | { kind: 'json'; pieces: readonly (string | Uint8Array)[] }
  | { kind: 'file'; body: Readable; contentType: string }
  | { kind: 'events'; events: AsyncIterable<ServerSentEvent>; after?: string }
  | ({ kind: 'bytes'; write: (sink: ByteSink) => Promise<void> } & ByteStreamOptions)

type ByteStreamOptions = Parameters<RouteReply['bytes']>[0]

/** A source of one kind: a file's bytes as they are, events, or bytes that the handler writes itself. */
export type SourceOf<Kind> = Extract<StreamSource, { kind: Kind }>

/** What a handler returns in place of a value, to send a stream. */
export class Streamed implements StreamedReply {
  readonly streamed = true
  readonly source: StreamSource

  constructor(source: StreamSource) {
    this.source = source
  }

  /** Lets go of what it would have been read from, when it is not sent. */
  leave(exchange: Exchange): void {
    const { source } = this
    if (source.kind === 'file') source.body.destroy()
    if (source.kind === 'events') endEvents(source.events[Symbol.asyncIterator](), exchange)
    if (source.kind === 'bytes') source.unsent?.()
  }
}

/** Ends a source of events. A generator that waits for its next event answers only then, so nobody waits for this. */
export function endEvents(events: AsyncIterator<ServerSentEvent>, { log }: Exchange): void {
  void Promise.resolve(events.return?.()).catch((error: unknown) => {
    log.debug({ reason: messageOf(error) }, 'an event source failed while it ended')
  })
}

/** The status and the headers of an answer, as they are collected: the server's own first, then those of the handler. */
export class AnswerHead implements RouteReply {
  /** Undefined while the handler leaves it to the route's declared success. */
  statusCode: number | undefined
  readonly headers: AnswerHeaders

  constructor(headers: AnswerHeaders) {
    this.headers = headers
  }

  status(code: number): this {
    this.statusCode = code
    return this
  }

  header(name: string, value: string): this {
    validateHeaderValue(name, value)
    const key = name.toLowerCase()
    const before = this.headers[key]
    // The one header that may be sent more than once.
    this.headers[key] = key === 'set-cookie' && before !== undefined ? [before, value].flat() : value
    return this
  }

  jsonText(pieces: Iterable<string | Uint8Array>): StreamedReply {
    return new Streamed({ kind: 'json', pieces: [...pieces] })
  }

  stream(body: Readable, contentType: string): StreamedReply {
    return new Streamed({ kind: 'file', body, contentType })
  }

  sse(events: AsyncIterable<ServerSentEvent>, options: { after?: string } = {}): StreamedReply {
    return new Streamed({ kind: 'events', events, ...options })
  }

  bytes(options: ByteStreamOptions, write: (sink: ByteSink) => Promise<void>): StreamedReply {
    return new Streamed({ kind: 'bytes', ...options, write })
  }
}
