import type { Duplex } from 'node:stream'
import secureJson from 'secure-json-parse'
import { messageOf, SvcError } from '../errors.ts'
import type { JsonLike, JsonValue } from '../json-schema.ts'
import { attachmentHead, FrameReader } from './frames.ts'

/** What the other side's method threw: its `code` and its sentence, nothing else of it. */
export class RemoteError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'RemoteError'
    this.code = code
  }
}

interface Answering {
  answer(params: unknown, bytes: Buffer | null): unknown
}

/**
 * Answers with JSON or {@link Attached}. `bytes`: what the request brought besides. Written as a method, so that each names the params that
 * both sides have agreed on.
 */
export type RpcMethod = Answering['answer']

/** A method's answer with raw bytes, for {@link RpcPeer.requestBytes}: numbers by the million need no text. */
export class Attached {
  readonly value: JsonLike
  readonly bytes: Uint8Array

  constructor(value: JsonLike, bytes: Uint8Array) {
    this.value = value
    this.bytes = bytes
  }
}

export interface AttachedAnswer {
  value: JsonValue
  /** Null when the other side sent none. */
  bytes: Buffer | null
}

export interface RpcPeerOptions {
  stream: Duplex
  /** Answers what the other side asks. Names that are not own members are refused. */
  methods?: Readonly<Record<string, RpcMethod>>
  onNotify?: (method: string, params: JsonValue) => void
  /** The stream ended (`broken` is false), or what came is no protocol. Called once; nothing is sent or received after it. */
  onEnd(reason: string, broken: boolean): void
  /** Called with what a method threw that the other side may not see, and with what `onNotify` threw. */
  onMethodError?: (method: string, error: unknown) => void
  maxFrameBytes?: number
  /** Requests of the other side that may be unanswered at once. */
  maxInFlight?: number
}

interface Waiting {
  resolve(result: AttachedAnswer): void
  reject(error: Error): void
}

interface Frame {
  id?: unknown
  method?: unknown
  params?: JsonValue
  result?: JsonValue
  error?: { code?: unknown; message?: unknown } | null
}

const defaultMaxFrameBytes = 16 * 1024 * 1024
const defaultMaxInFlight = 256
const maxMessageLength = 4096

/** Requests, answers and notices in both directions over one pipe, one JSON text a line. */
export class RpcPeer {
  readonly #options: RpcPeerOptions
  readonly #reader: FrameReader
  readonly #maxFrameBytes: number
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #answering = 0
  #ended = false

  constructor(options: RpcPeerOptions) {
    this.#options = options
    this.#maxFrameBytes = options.maxFrameBytes ?? defaultMaxFrameBytes
    this.#reader = new FrameReader(this.#maxFrameBytes)
    options.stream.on('data', (chunk: Buffer) => this.#receive(chunk))
    options.stream.on('error', error => this.#end(`the pipe failed: ${messageOf(error)}`, false))
    options.stream.on('close', () => this.#end('the pipe was closed', false))
  }

  get pending(): number {
    return this.#waiting.size
  }

  /** The method says what `Answer` is. `bytes` go with the request as they are; they may not change until it is answered. */
  async request<Answer = JsonValue>(
    method: string,
    params: JsonLike,
    signal?: AbortSignal,
    bytes?: Uint8Array,
  ): Promise<Answer> {
    return (await this.requestBytes(method, params, signal, bytes)).value as Answer
  }

  requestBytes(method: string, params: JsonLike, signal?: AbortSignal, bytes?: Uint8Array): Promise<AttachedAnswer> {
    if (this.#ended) return Promise.reject(new RemoteError('ended', 'The other side has ended.'))
    if (signal?.aborted) return Promise.reject(signal.reason)
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting.delete(id)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#waiting.set(id, {
        resolve: result => {
          signal?.removeEventListener('abort', onAbort)
          resolve(result)
        },
        reject: error => {
          signal?.removeEventListener('abort', onAbort)
          reject(error)
        },
      })
      this.#send({ id, method, params }, bytes)
    })
  }

  notify(method: string, params: JsonLike): void {
    this.#send({ method, params })
  }

  /** Rejects what waits and lets go of the stream. */
  end(reason: string): void {
    this.#end(reason, false)
  }

  #end(reason: string, broken: boolean): void {
    if (this.#ended) return
    this.#ended = true
    this.#options.stream.destroy()
    for (const waiting of this.#waiting.values())
      waiting.reject(new RemoteError('ended', `The other side has ended: ${reason}.`))
    this.#waiting.clear()
    this.#options.onEnd(reason, broken)
  }

  #send(frame: object, bytes?: Uint8Array): void {
    if (this.#ended) return
    const { stream } = this.#options
    if (bytes) {
      stream.write(attachmentHead(bytes.length))
      stream.write(bytes)
    }
    stream.write(`${JSON.stringify(frame)}\n`)
    // A reader that does not read would let frames pile up in our memory.
    if (stream.writableLength > 2 * this.#maxFrameBytes) this.#end('it does not read what it is sent', true)
  }

  #receive(chunk: Buffer): void {
    try {
      for (const { text, bytes } of this.#reader.push(chunk)) {
        if (this.#ended) return
        this.#take(secureJson.parse(text) as Frame, bytes)
      }
    } catch (error) {
      this.#end(`it broke the protocol: ${messageOf(error).slice(0, 200)}`, true)
    }
  }

  #take(frame: Frame, bytes: Buffer | null): void {
    if (typeof frame !== 'object' || frame === null) throw new TypeError('a frame is no object')
    if (typeof frame.method === 'string') {
      if (frame.id === undefined) this.#hear(frame.method, frame.params ?? null)
      else if (typeof frame.id === 'number') void this.#answer(frame.id, frame.method, frame.params ?? null, bytes)
      else throw new TypeError('an id is no number')
      return
    }
    if (typeof frame.id !== 'number') throw new TypeError('a frame has neither method nor id')
    const waiting = this.#waiting.get(frame.id)
    // An answer nobody waits for any more: its request was aborted.
    if (!waiting) return
    this.#waiting.delete(frame.id)
    if (frame.error === undefined) waiting.resolve({ value: frame.result ?? null, bytes })
    else
      waiting.reject(
        new RemoteError(String(frame.error?.code), String(frame.error?.message).slice(0, maxMessageLength)),
      )
  }

  /** What fails here is our own: the other side has kept to the protocol, and its work goes on. */
  #hear(method: string, params: JsonValue): void {
    try {
      this.#options.onNotify?.(method, params)
    } catch (error) {
      this.#options.onMethodError?.(method, error)
    }
  }

  async #answer(id: number, name: string, params: JsonValue, bytes: Buffer | null): Promise<void> {
    if (this.#answering >= (this.#options.maxInFlight ?? defaultMaxInFlight))
      return this.#end('it asks too much at once', true)
    this.#answering += 1
    try {
      const methods = this.#options.methods ?? {}
      const method = Object.hasOwn(methods, name) ? methods[name] : undefined
      if (!method) throw new RemoteError('unknown_method', `There is no method ${JSON.stringify(name.slice(0, 100))}.`)
      const result = await method(params, bytes)
      if (result instanceof Attached) this.#send({ id, result: result.value }, result.bytes)
      else this.#send({ id, result })
    } catch (error) {
      const shown = publicError(error)
      if (shown.code === 'internal_error') this.#options.onMethodError?.(name, error)
      this.#send({ id, error: shown })
    } finally {
      this.#answering -= 1
    }
  }
}

/** An error as the other side may see it: what was not thrown on purpose keeps its words to itself. */
function publicError(error: unknown): { code: string; message: string } {
  if (error instanceof RemoteError) return { code: error.code, message: error.message.slice(0, maxMessageLength) }
  if (error instanceof SvcError && error.code !== 'internal_error') {
    return { code: error.code, message: error.message.slice(0, maxMessageLength) }
  }
  return { code: 'internal_error', message: 'An internal error. The server log has the details.' }
}
