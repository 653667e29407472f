import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { RateLimitedError, UnavailableError, messageOf } from '@svc/plugin'
import type { ServerSentEvent, SvcError } from '@svc/plugin'
import type { Exchange } from './exchange.ts'
import type { HttpLimits } from './limits.ts'
import { problemOf, toSvcError } from './problem.ts'

const heartbeat = Buffer.from(': still here\n\n')
// How long a browser waits before it comes back, in ms.
const opening = 'retry: 2000\n\n'

/** All open event streams: their heartbeat, their bounds and their end. */
export class EventStreams {
  readonly #limits: HttpLimits
  readonly #open = new Set<EventStreamWriter>()
  readonly #perCaller = new Map<string, number>()
  /** One slot a second, so that ten thousand heartbeats do not fall on the same tick. */
  readonly #wheel: Set<EventStreamWriter>[]
  #slot = 0
  #timer: NodeJS.Timeout | undefined

  constructor(limits: HttpLimits) {
    this.#limits = limits
    this.#wheel = Array.from({ length: limits.heartbeatSeconds }, () => new Set<EventStreamWriter>())
  }

  get size(): number {
    return this.#open.size
  }

  /** @throws RateLimitedError when the caller has too many open already */
  open(exchange: Exchange, reply: FastifyReply, events: AsyncIterable<ServerSentEvent>): void {
    const caller = exchange.caller?.user_id ?? exchange.ip
    const count = this.#perCaller.get(caller) ?? 0
    if (count >= this.#limits.streamsPerPrincipal) {
      throw new RateLimitedError(
        `More than ${this.#limits.streamsPerPrincipal} streams are open at once. Close one first.`,
        5,
      )
    }
    this.#perCaller.set(caller, count + 1)
    const headers = {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    }
    reply.hijack()
    reply.raw.writeHead(200, headers as Record<string, string>)
    // Sent by themselves the headers become one string; else Node keeps the fifty parts of it for as long as the stream lasts.
    reply.raw.flushHeaders()
    const writer = new EventStreamWriter(exchange, reply.raw, events, this.#limits)
    const slot = this.#wheel[this.#open.size % this.#wheel.length]
    this.#open.add(writer)
    slot?.add(writer)
    this.#timer ??= setInterval(() => this.#beat(), 1000).unref()
    reply.raw.once('close', () => {
      this.#open.delete(writer)
      slot?.delete(writer)
      this.#forget(caller)
      writer.leave()
    })
    exchange.onCutOff(refusal => writer.refuse(refusal))
    void writer.pump()
  }

  /** Ends every stream; the last id each reader saw lets it resume elsewhere. */
  close(): void {
    clearInterval(this.#timer)
    for (const writer of this.#open) writer.stop()
  }

  #beat(): void {
    this.#slot = (this.#slot + 1) % this.#wheel.length
    for (const writer of this.#wheel[this.#slot] ?? []) writer.comment(heartbeat)
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #forget(caller: string): void {
    const count = (this.#perCaller.get(caller) ?? 1) - 1
    if (count > 0) this.#perCaller.set(caller, count)
    else this.#perCaller.delete(caller)
  }
}

/** Writes one iterable of events to one response. */
class EventStreamWriter {
  readonly #exchange: Exchange
  readonly #raw: ServerResponse
  readonly #events: AsyncIterator<ServerSentEvent>
  readonly #limits: HttpLimits
  #ended = false

  constructor(exchange: Exchange, raw: ServerResponse, events: AsyncIterable<ServerSentEvent>, limits: HttpLimits) {
    this.#exchange = exchange
    this.#raw = raw
    this.#events = events[Symbol.asyncIterator]()
    this.#limits = limits
  }

  async pump(): Promise<void> {
    this.#raw.write(opening)
    try {
      for (let next = await this.#events.next(); !next.done && !this.#ended; next = await this.#events.next()) {
        this.#raw.write(frameOf(next.value))
        if (this.#raw.writableNeedDrain && !(await this.#keepsUp())) {
          this.#drop()
          return
        }
      }
    } catch (error) {
      this.#tell(error)
    }
    this.end()
  }

  comment(text: Buffer): void {
    if (!this.#ended && this.#raw.writableLength < this.#limits.streamQueueBytes) this.#raw.write(text)
  }

  /** The reader has gone: the source is told, whether or not it listens to the request's signal. */
  leave(): void {
    this.#ended = true
    // A generator that waits for its next event answers only then, so nobody waits for this.
    void Promise.resolve(this.#events.return?.()).catch((error: unknown) => {
      this.#exchange.log.debug({ reason: messageOf(error) }, 'an event source failed while it ended')
    })
  }

  end(): void {
    if (this.#ended) return
    this.#ended = true
    this.#raw.end()
  }

  /** The last the reader hears: it may not read on. */
  refuse(refusal: SvcError): void {
    this.#tell(refusal)
    this.end()
  }

  /** The source is told by the request's signal: a generator that waits cannot be told otherwise. */
  stop(): void {
    this.end()
    this.#exchange.abort(new UnavailableError('The server is stopping.'))
  }

  /** False when the queue was over its bound for the whole of the grace time. */
  async #keepsUp(): Promise<boolean> {
    // One turn of the loop lets the socket take what it can: a fast reader of a long replay never waits longer.
    await new Promise(setImmediate)
    const { streamQueueBytes, streamStallMs } = this.#limits
    if (this.#raw.writableLength <= streamQueueBytes) return true
    return new Promise(resolve => {
      const settle = (keepsUp: boolean) => (): void => {
        clearTimeout(timer)
        this.#raw.off('drain', drained).off('close', closed)
        resolve(keepsUp)
      }
      const drained = settle(true)
      const closed = settle(true)
      const timer = setTimeout(settle(false), streamStallMs).unref()
      this.#raw.once('drain', drained).once('close', closed)
    })
  }

  #drop(): void {
    this.#exchange.log.info(
      { queued_bytes: this.#raw.writableLength },
      'a slow event reader was dropped; it can resume with Last-Event-ID',
    )
    this.#ended = true
    this.#raw.destroy()
  }

  #tell(thrown: unknown): void {
    if (this.#ended || this.#raw.destroyed) return
    const error = toSvcError(thrown, this.#limits.bodyBytes)
    if (error.status >= 500)
      this.#exchange.log.error(
        { ...error.fields, err: error.cause ?? error },
        `an event source failed: ${error.message}`,
      )
    const data = { ...problemOf(error, this.#exchange.id), type: 'error' }
    this.#raw.write(`event: error\ndata: ${JSON.stringify(data)}\n\n`)
  }
}

/** An event that many readers are sent is encoded once, and its bytes are shared. */
const frames = new WeakMap<ServerSentEvent, Buffer>()

function frameOf(event: ServerSentEvent): Buffer {
  const known = frames.get(event)
  if (known !== undefined) return known
  const data = event.data['type'] === event.type ? event.data : { ...event.data, type: event.type }
  const frame = Buffer.from(`id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(data)}\n\n`)
  frames.set(event, frame)
  return frame
}
