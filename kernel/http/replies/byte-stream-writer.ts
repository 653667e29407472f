import type { ServerResponse } from 'node:http'
import { messageOf } from '@svc/plugin'
import type { ByteSink } from '@svc/plugin'
import type { Exchange } from '../exchange.ts'
import { lastWordsMs } from '../limits.ts'
import type { HttpLimits } from '../limits.ts'
import type { StreamWriter } from './open-streams.ts'
import type { SourceOf } from './route-reply.ts'
import { keepsUp } from './open-streams.ts'

/** Hands a route's own bytes to one response. */
export class ByteStreamWriter implements StreamWriter, ByteSink {
  readonly #exchange: Exchange
  readonly #raw: ServerResponse
  readonly #source: (sink: ByteSink) => Promise<void>
  readonly #heartbeat: Buffer | null
  readonly #limits: HttpLimits
  #silent = true
  /** Ends when what was written last may be sent; null when it was sent. */
  #held: Promise<void> | null = null
  #ended = false

  constructor(exchange: Exchange, { heartbeat, write }: SourceOf<'bytes'>, limits: HttpLimits) {
    this.#exchange = exchange
    this.#raw = exchange.response
    this.#source = write
    this.#heartbeat = heartbeat === undefined ? null : Buffer.from(heartbeat)
    this.#limits = limits
  }

  write(bytes: Uint8Array | string): boolean {
    if (this.#ended) return true
    this.#silent = false
    const kept = this.#exchange.kept()
    if (kept === undefined && this.#held === null) return this.#raw.write(bytes)
    const held = Promise.all([this.#held, kept]).then(() => {
      if (!this.#ended) this.#raw.write(bytes)
      if (this.#held === held) this.#held = null
    })
    // The caller that waits for the end gets the error.
    held.catch(() => undefined)
    this.#held = held
    return false
  }

  async drained(): Promise<void> {
    await this.#held
    if (!this.#ended && this.#raw.writableNeedDrain && !(await keepsUp(this.#raw, this.#limits))) {
      this.#exchange.log.info({ queued_bytes: this.#raw.writableLength }, 'a slow reader of a stream was dropped')
      this.#raw.destroy()
      this.#ended = true
    }
    if (this.#ended) throw new DOMException('The client left before the answer was finished.', 'AbortError')
  }

  async pump(): Promise<void> {
    try {
      await this.#source(this)
      await this.#held
    } catch (error) {
      // The source has written what it could: the client sees by the cut connection that this is not the end.
      if (!this.#ended) this.#exchange.log.warn({ err: error }, `a stream was cut off: ${messageOf(error)}`)
      this.#ended = true
      this.#raw.destroy()
      return
    }
    this.#end()
  }

  beat(): void {
    if (this.#silent && this.#heartbeat !== null && !this.#ended && this.#raw.writableLength === 0)
      this.#raw.write(this.#heartbeat)
    this.#silent = true
  }

  leave(): void {
    this.#ended = true
  }

  refuse(): void {
    setTimeout(() => this.#end(), lastWordsMs).unref()
  }

  /** An answer that is under way may be finished within the grace time, as any request. */
  stop(): void {
    this.#silent = false
  }

  #end(): void {
    if (this.#ended) return
    this.#ended = true
    this.#raw.end()
  }
}
