import type { ServerResponse } from 'node:http'
import { UnavailableError } from '@svc/plugin'
import type { ServerSentEvent, SvcError } from '@svc/plugin'
import type { Exchange } from '../exchange.ts'
import type { HttpLimits } from '../limits.ts'
import type { StreamWriter } from './open-streams.ts'
import { problemOf, toSvcError } from './problem.ts'
import { keepsUp } from './open-streams.ts'
import { endEvents } from './route-reply.ts'
import type { SourceOf } from './route-reply.ts'

const heartbeat = Buffer.from(': still here\n\n')
// How long a browser waits before it comes back, in ms.
const retry = 'retry: 2000\n'

/** Writes one iterable of events to one response. */
export class EventStreamWriter implements StreamWriter {
  readonly #exchange: Exchange
  readonly #raw: ServerResponse
  readonly #events: AsyncIterator<ServerSentEvent>
  readonly #after: string | undefined
  readonly #limits: HttpLimits
  #ended = false

  constructor(exchange: Exchange, { events, after }: SourceOf<'events'>, limits: HttpLimits) {
    this.#exchange = exchange
    this.#raw = exchange.response
    this.#events = events[Symbol.asyncIterator]()
    this.#after = after
    this.#limits = limits
  }

  async pump(): Promise<void> {
    this.#raw.write(`${retry}${this.#after === undefined ? '' : `id: ${this.#after}\n`}\n`)
    try {
      for (let next = await this.#events.next(); !next.done && !this.#ended; next = await this.#events.next()) {
        const kept = this.#exchange.kept()
        if (kept) await kept
        if (this.#ended) break
        this.#raw.write(frameOf(next.value))
        if (this.#raw.writableNeedDrain && !(await this.#keepsUp())) return this.#drop()
      }
    } catch (error) {
      this.#writeError(error)
    }
    this.end()
  }

  beat(): void {
    if (!this.#ended && this.#raw.writableLength < this.#limits.streamQueueBytes) this.#raw.write(heartbeat)
  }

  /** The reader has gone: the source is ended, whether or not it listens to the request's signal. */
  leave(): void {
    this.#ended = true
    endEvents(this.#events, this.#exchange)
  }

  end(): void {
    if (this.#ended) return
    this.#ended = true
    this.#raw.end()
  }

  /** The last event of the stream says why the reader may not read on. */
  refuse(refusal: SvcError): void {
    this.#writeError(refusal)
    this.end()
  }

  /** Aborts the request's signal as well: a generator that waits sees the stop by nothing else. */
  stop(): void {
    this.end()
    this.#exchange.abort(new UnavailableError('The server is stopping.'))
  }

  /** False when the queue was over its bound for the whole of the grace time. */
  async #keepsUp(): Promise<boolean> {
    // One turn of the loop lets the socket take what it can: a fast reader of a long replay never waits longer.
    await new Promise(setImmediate)
    if (this.#raw.writableLength <= this.#limits.streamQueueBytes) return true
    return keepsUp(this.#raw, this.#limits)
  }

  #drop(): void {
    this.#exchange.log.info(
      { queued_bytes: this.#raw.writableLength },
      'a slow event reader was dropped; it can resume with Last-Event-ID',
    )
    this.#ended = true
    this.#raw.destroy()
  }

  #writeError(thrown: unknown): void {
    if (this.#ended || this.#raw.destroyed) return
    const error = toSvcError(thrown)
    if (error.status >= 500)
      this.#exchange.log.error(
        { ...error.fields, err: error.cause ?? error },
        `an event source failed: ${error.message}`,
      )
    const data = { ...problemOf(error, this.#exchange.id), type: 'error' }
    this.#raw.write(`event: error\ndata: ${this.#exchange.inWords(data)}\n\n`)
  }
}

/** An event that many readers are sent is encoded once, and its bytes are shared. */
const frames = new WeakMap<ServerSentEvent, Buffer>()

function frameOf(event: ServerSentEvent): Buffer {
  const known = frames.get(event)
  if (known !== undefined) return known
  const data = event.data['type'] === event.type ? event.data : { ...event.data, type: event.type }
  const id = event.id === '' ? '' : `id: ${event.id}\n`
  const frame = Buffer.from(`${id}event: ${event.type}\ndata: ${JSON.stringify(data)}\n\n`)
  frames.set(event, frame)
  return frame
}
