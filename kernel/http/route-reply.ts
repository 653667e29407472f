import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { ByteSink, RouteReply, ServerSentEvent, StreamedReply } from '@svc/plugin'

/** What a handler returns to send bytes as they are. */
export class ByteStream {
  readonly body: Readable
  readonly contentType: string

  constructor(body: Readable, contentType: string) {
    this.body = body
    this.contentType = contentType
  }
}

/** What a handler returns to send events. */
export class EventStream {
  readonly events: AsyncIterable<ServerSentEvent>

  constructor(events: AsyncIterable<ServerSentEvent>) {
    this.events = events
  }
}

/** What a handler returns to write a stream in a form of its own. */
export class OwnStream {
  readonly contentType: string
  readonly heartbeat: string | undefined
  readonly write: (sink: ByteSink) => Promise<void>

  constructor(options: { contentType: string; heartbeat?: string }, write: (sink: ByteSink) => Promise<void>) {
    this.contentType = options.contentType
    this.heartbeat = options.heartbeat
    this.write = write
  }
}

/** The handler's side of an answer, over fastify's reply. */
export class FastifyRouteReply implements RouteReply {
  readonly #reply: FastifyReply
  /** Undefined while the handler leaves it to the route's declared success. */
  statusCode: number | undefined

  constructor(reply: FastifyReply) {
    this.#reply = reply
  }

  status(code: number): this {
    this.statusCode = code
    return this
  }

  header(name: string, value: string): this {
    this.#reply.header(name, value)
    return this
  }

  stream(body: Readable, contentType: string): StreamedReply {
    return branded(new ByteStream(body, contentType))
  }

  sse(events: AsyncIterable<ServerSentEvent>): StreamedReply {
    return branded(new EventStream(events))
  }

  bytes(options: { contentType: string; heartbeat?: string }, write: (sink: ByteSink) => Promise<void>): StreamedReply {
    return branded(new OwnStream(options, write))
  }
}

/** The brand exists for the compiler alone. */
function branded(streamed: ByteStream | EventStream | OwnStream): StreamedReply {
  return streamed as unknown as StreamedReply
}
