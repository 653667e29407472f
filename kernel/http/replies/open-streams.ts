import type { ServerResponse } from 'node:http'
import type { SvcError } from '@svc/plugin'
import { PerCaller } from '../admission/per-caller.ts'
import type { Exchange } from '../exchange.ts'
import type { HttpLimits } from '../limits.ts'

/** One open answer, in whatever form it is written. */
export interface StreamWriter {
  /** Writes until its source ends. */
  pump(): Promise<void>
  /** Its turn on the wheel: says that the connection lives. */
  beat(): void
  /** The reader has gone. */
  leave(): void
  /** The caller may not read on. */
  refuse(refusal: SvcError): void
  /** The server stops. */
  stop(): void
}

interface StreamHead {
  contentType: string
  status: number
  /** Streams of either kind are counted by themselves. */
  kind: 'events' | 'bytes'
}

/** All open streams: their heartbeat, their bounds and their end. */
export class OpenStreams {
  readonly #open = new Map<StreamWriter, Exchange>()
  readonly #perCaller: Record<StreamHead['kind'], PerCaller>
  /** One slot a second, so that ten thousand heartbeats do not fall on the same tick. */
  readonly #wheel: Set<StreamWriter>[]
  #slot = 0
  #timer: NodeJS.Timeout | undefined

  constructor(limits: HttpLimits) {
    const atMost = (most: number): PerCaller => new PerCaller(most, 'streams are open')
    this.#perCaller = { events: atMost(limits.streamsPerPrincipal), bytes: atMost(limits.byteStreamsPerPrincipal) }
    this.#wheel = Array.from({ length: limits.heartbeatSeconds }, () => new Set<StreamWriter>())
  }

  get size(): number {
    return this.#open.size
  }

  /** @throws RateLimitedError when the caller has too many open already */
  open(exchange: Exchange, head: StreamHead, makeWriter: () => StreamWriter): void {
    const { response } = exchange
    this.#perCaller[head.kind].enter(exchange)
    response.writeHead(head.status, {
      ...exchange.reply.headers,
      'content-type': head.contentType,
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    })
    // Sent by themselves the headers become one string; else Node keeps the fifty parts of it for as long as the stream lasts.
    // Held back for one turn of the loop: what the source has already then leaves in the same packet.
    const { socket } = response
    socket?.cork()
    setImmediate(() => socket?.uncork())
    response.flushHeaders()
    const writer = makeWriter()
    const slot = this.#wheel[this.#open.size % this.#wheel.length]
    this.#open.set(writer, exchange)
    slot?.add(writer)
    this.#timer ??= setInterval(() => this.#beat(), 1000).unref()
    response.once('close', () => {
      this.#open.delete(writer)
      slot?.delete(writer)
      writer.leave()
    })
    exchange.onCutOff(refusal => writer.refuse(refusal))
    void writer.pump()
  }

  /** Ends those of a workspace: their readers go on where it is then. */
  leave(workspaceId: string): void {
    for (const [writer, { caller }] of this.#open) if (caller?.workspace_id === workspaceId) writer.stop()
  }

  close(): void {
    clearInterval(this.#timer)
    for (const writer of this.#open.keys()) writer.stop()
  }

  #beat(): void {
    this.#slot = (this.#slot + 1) % this.#wheel.length
    for (const writer of this.#wheel[this.#slot] ?? []) writer.beat()
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

/** Resolves with true once the client has read on or gone, with false when it read nothing for the whole of the grace time. */
export function keepsUp(raw: ServerResponse, limits: HttpLimits): Promise<boolean> {
  return new Promise(resolve => {
    const settle = (reads: boolean) => (): void => {
      clearTimeout(timer)
      raw.off('drain', readsOn).off('close', readsOn)
      resolve(reads)
    }
    const readsOn = settle(true)
    const timer = setTimeout(settle(false), limits.streamStallMs).unref()
    raw.once('drain', readsOn).once('close', readsOn)
  })
}
