import { validateHeaderValue } from 'node:http'
import type { Readable } from 'node:stream'
import type { ByteSink, RouteReply, ServerSentEvent, StreamedReply } from '@svc/plugin'

/** The header fields of one answer, names in lower case. */
export type AnswerHeaders = Record<string, string | string[]>

/** What a handler returns to send bytes as they are. */
export class ByteStream implements StreamedReply {
  readonly streamed = true
  readonly body: Readable
  readonly contentType: string

  constructor(body: Readable, contentType: string) {
    this.body = body
    this.contentType = contentType
  }
}

/** What a handler returns to send events. */
export class EventStream implements StreamedReply {
  readonly streamed = true
  readonly events: AsyncIterable<ServerSentEvent>

  constructor(events: AsyncIterable<ServerSentEvent>) {
    this.events = events
  }
}

/** What a handler returns to write a stream in a form of its own. */
export class OwnStream implements StreamedReply {
  readonly streamed = true
  readonly contentType: string
  readonly heartbeat: string | undefined
  readonly write: (sink: ByteSink) => Promise<void>

  constructor(options: { contentType: string; heartbeat?: string }, write: (sink: ByteSink) => Promise<void>) {
    this.contentType = options.contentType
    this.heartbeat = options.heartbeat
    this.write = write
  }
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

  stream(body: Readable, contentType: string): StreamedReply {
    return new ByteStream(body, contentType)
  }

  sse(events: AsyncIterable<ServerSentEvent>): StreamedReply {
    return new EventStream(events)
  }

  bytes(options: { contentType: string; heartbeat?: string }, write: (sink: ByteSink) => Promise<void>): StreamedReply {
    return new OwnStream(options, write)
  }
}
