import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { asStorageFull, InternalError } from '@svc/plugin'
import type { AnalyticsStage } from '@svc/plugin'

/** Characters that wait in memory; the usual reader is never so far behind. */
const mostHeld = 1024 * 1024

/** Of a piece that waits in the file. */
interface Place {
  at: number
  bytes: number
}

export interface ReadAheadOptions {
  signal: AbortSignal
  /** Where waits what memory is not to hold. */
  stage: () => Promise<AnalyticsStage>
}

/** What a process gives, taken as fast as it comes and given as slowly as it is read: a slow reader keeps no process. */
export class ReadAhead implements AsyncIterableIterator<string> {
  /** Resolves when the source is not needed any more. */
  readonly done: Promise<void>
  readonly #source: AsyncIterable<string>
  readonly #signal: AbortSignal
  readonly #overflow: Overflow
  readonly #pieces: AsyncGenerator<string, void, undefined>
  readonly #waiting: (string | Place)[] = []
  readonly #notNeeded: () => void
  readonly #leave = (): void => this.#left()
  #held = 0
  #end: { failure?: unknown } | null = null
  #isBegun = false
  #isLeft = false
  #wake = (): void => undefined

  constructor(source: AsyncIterable<string>, { signal, stage }: ReadAheadOptions) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.done = promise
    this.#notNeeded = resolve
    this.#source = source
    this.#signal = signal
    this.#overflow = new Overflow(stage)
    this.#pieces = this.#given()
    signal.addEventListener('abort', this.#leave)
  }

  next(): Promise<IteratorResult<string, void>> {
    return this.#pieces.next()
  }

  return(): Promise<IteratorResult<string, void>> {
    // A generator that nobody has begun to read would end without its last words.
    this.#left()
    return this.#pieces.return()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async *#given(): AsyncGenerator<string, void, undefined> {
    this.#isBegun = true
    void this.#take()
    try {
      for (;;) {
        if (this.#isLeft) return void this.#signal.throwIfAborted()
        const next = this.#waiting.shift()
        if (typeof next === 'string') {
          this.#held -= next.length
          yield next
        } else if (next) yield await this.#overflow.read(next)
        else if (this.#end === null) await new Promise<void>(resolve => (this.#wake = resolve))
        else if ('failure' in this.#end) throw this.#end.failure
        else return
      }
    } finally {
      this.#left()
    }
  }

  async #take(): Promise<void> {
    try {
      for await (const piece of this.#source) {
        if (this.#isLeft) break
        const isHeld = this.#held < mostHeld
        if (isHeld) this.#held += piece.length
        this.#waiting.push(isHeld ? piece : await this.#overflow.write(piece))
        this.#wake()
      }
      this.#end = {}
    } catch (failure) {
      this.#end = { failure }
    }
    this.#notNeeded()
    this.#wake()
  }

  #left(): void {
    if (this.#isLeft) return
    this.#isLeft = true
    this.#signal.removeEventListener('abort', this.#leave)
    this.#wake()
    if (!this.#isBegun) this.#notNeeded()
    // What cannot be removed now is removed at the next start.
    void this.done.then(() => this.#overflow.discard()).catch(() => undefined)
  }
}

/** A file of pieces, made when the first one comes. */
class Overflow {
  readonly #makeStage: () => Promise<AnalyticsStage>
  #open: { stage: AnalyticsStage; file: FileHandle } | null = null
  #bytes = 0

  constructor(makeStage: () => Promise<AnalyticsStage>) {
    this.#makeStage = makeStage
  }

  async write(piece: string): Promise<Place> {
    const bytes = Buffer.from(piece)
    if (this.#open === null) {
      const stage = await this.#makeStage()
      this.#open = { stage, file: await open(stage.path, 'wx+') }
    }
    const { file, stage } = this.#open
    try {
      await file.appendFile(bytes)
    } catch (error) {
      throw asStorageFull(error, dirname(stage.path), 'the answer of a query')
    }
    const at = this.#bytes
    this.#bytes += bytes.length
    return { at, bytes: bytes.length }
  }

  async read({ at, bytes }: Place): Promise<string> {
    const { buffer, bytesRead } = await this.#open!.file.read(Buffer.alloc(bytes), 0, bytes, at)
    if (bytesRead < bytes) throw new InternalError('A piece of an answer is gone from the disk.')
    return buffer.toString()
  }

  async discard(): Promise<void> {
    if (this.#open === null) return
    const { file, stage } = this.#open
    this.#open = null
    await file.close()
    await stage.discard()
  }
}
