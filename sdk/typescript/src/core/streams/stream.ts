import {
  AbortError,
  APIError,
  ConnectionError,
  StreamInterruptedError,
  SvcError,
  errorOfEvent,
  foreignAnswer,
} from '../errors.ts'
import { backoff, isPassing, wait } from '../transport/retry.ts'
import { EventReader } from './event-reader.ts'
import { EventParser } from './sse.ts'
import type { RawEvent } from './sse.ts'
import type { Received } from '../transport/transport.ts'

/** What every event has. Further fields go with its `type`. */
export interface StreamEvent {
  readonly type: string
  readonly id?: string | undefined
}

export interface StreamSource<E extends StreamEvent, Final> {
  /** The first request. It is sent again only as long as nothing came, and only if the server then does nothing twice. */
  open(signal: AbortSignal): Promise<Received>
  repeatable: boolean
  /** Asks for what follows the event with this id; null where nothing answers that. `last` is the last event that was read, if one was. */
  resume: ((lastEventId: string, signal: AbortSignal, last: E | null) => Promise<Received>) | null
  /** The stream is whole with this event; null: it ends only when its reader leaves, and resumes after an end. */
  isLast: ((event: E) => boolean) | null
  /** The connection's end is the stream's end: it holds only what was stored. */
  stopsAtEnd?: boolean
  /** What the stream was about, once it has ended. */
  final(last: E | null): Promise<Final>
  cancel?(last: E | null): Promise<unknown>
  signal?: AbortSignal | undefined
}

const mostCuts = 5
/** A connection that lasted so long is progress, however little happened on it. */
const steadyMs = 60_000
/** Three heartbeats of the server. */
const silence = 45_000
/** An id is known at least until as many others came. */
const knownIds = 4096

/**
 * Events of a stream, each once. A broken connection is resumed behind the last event that was read. Leaving the loop closes the
 * connection and leaves the work on the server alone; `cancel()` ends that.
 */
export class EventStream<E extends StreamEvent, Final = undefined> implements AsyncIterable<E> {
  readonly #source: StreamSource<E, Final>
  #known = new Set<string>()
  #knownBefore = new Set<string>()
  readonly #ending = new AbortController()
  readonly #opened: Promise<Received>
  #read: EventReader<E> | undefined
  #last: E | null = null
  #lastEventId: string | null = null
  #text = ''
  #left = false
  #error: Error | undefined
  /** What an `error` event of the work itself said: no further try changes it. */
  #failure: APIError | null = null

  constructor(source: StreamSource<E, Final>) {
    this.#source = source
    this.#opened = this.#open()
    // Its failure reaches the reader, who may come later.
    this.#opened.catch(() => undefined)
  }

  /** The id of the last event that was read. Before the first it is the id behind which the stream began, or null where the server gave none. */
  get lastEventId(): string | null {
    return this.#lastEventId
  }

  [Symbol.asyncIterator](): AsyncGenerator<E, void, undefined> {
    if (this.#read !== undefined) throw new SvcError('A stream is read once. Keep its events, or ask for them again.')
    return this.#reader()
  }

  /** Reads on to the end: the text of all `content` events. */
  async text(): Promise<string> {
    await this.#drain()
    return this.#text
  }

  /** Reads on to the end: the record that the stream was about, such as the whole message. */
  async final(): Promise<Final> {
    await this.#drain()
    return this.#source.final(this.#last)
  }

  /** Stops reading, at once. The work on the server goes on. */
  abort(): void {
    this.#left = true
    this.#ending.abort()
    // What nobody reads any more has no loop to close it.
    if (this.#read === undefined)
      void this.#opened.then(
        ({ deadline }) => deadline.abort(),
        () => undefined,
      )
  }

  /** Ends the work on the server. What was said is kept, and the loop ends with it. */
  async cancel(): Promise<void> {
    await this.#source.cancel?.(this.#last)
  }

  async #drain(): Promise<void> {
    if (this.#error !== undefined) throw this.#error
    const events = this.#read ?? this.#reader()
    for (let next = await events.next(); !next.done;) next = await events.next()
    if (this.#left) throw new AbortError('The stream was left before its end.')
  }

  async #open(): Promise<Received> {
    const { signal } = this.#source
    if (signal !== undefined) follow(signal, this.#ending)
    return this.#source.open(this.#ending.signal)
  }

  #reader(): EventReader<E> {
    const { isLast } = this.#source
    this.#read = new EventReader({
      batches: this.#batches(),
      accept: raw => this.#accept(raw),
      isLast: event => isLast?.(event) === true,
    })
    return this.#read
  }

  async *#batches(): AsyncGenerator<readonly RawEvent[], void, undefined> {
    try {
      let received: Received | null = await this.#opened
      for (let cuts = 0; received !== null;) {
        const before = this.#lastEventId
        const began = performance.now()
        const cut: unknown = yield* this.#connection(received)
        if (cut === null) return
        const isProgress = this.#lastEventId !== before || performance.now() - began > steadyMs
        cuts = isProgress ? 1 : cuts + 1
        received = await this.#again(cut, cuts)
      }
    } catch (error) {
      if (this.#left && error instanceof AbortError && !this.#source.signal?.aborted) return
      this.#error = error as Error
      throw error
    } finally {
      if (!this.#isWhole()) this.#left = true
      this.#ending.abort()
    }
  }

  /** The events of one connection, as they came together. What it returns is why it broke off, or null at the end. */
  async *#connection({ response, deadline }: Received): AsyncGenerator<readonly RawEvent[], unknown, undefined> {
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
    const parser = new EventParser()
    try {
      if (response.body === null || !isEventStream(response)) throw await notAStream({ response, deadline })
      reader = response.body.getReader()
      for (;;) {
        deadline.within(silence, 'No byte came on the stream')
        const { done, value } = await reader.read().catch((error: unknown) => {
          throw deadline.reasonFor(error, 'the server in the middle of a stream')
        })
        if (done && this.#source.stopsAtEnd) return null
        if (done) return new ConnectionError('The connection ended in the middle of a stream.')
        deadline.relax()
        const events = parser.read(value)
        // Also before the first event there is a place to go on from, where the server names it.
        if (events.length === 0 && parser.lastEventId !== '') this.#lastEventId ??= parser.lastEventId
        yield events
      }
    } catch (error) {
      if (error === this.#failure || !isPassing(error)) throw error
      return error
    } finally {
      // Also when the reader leaves its loop: the socket is closed at once.
      deadline.abort()
      await reader?.cancel().catch(() => undefined)
    }
  }

  /** An event that was not read before. @throws APIError for an `error` event */
  #accept({ id, type, data }: RawEvent): E | null {
    const parsed: unknown = JSON.parse(data)
    const content = (typeof parsed === 'object' && parsed !== null ? parsed : {}) as Record<string, unknown>
    // A gap has the id after which events are lost, which was read before.
    const isRead = this.#known.has(id) || this.#knownBefore.has(id)
    if (id !== '' && type !== 'gap' && isRead) return null
    if (type === 'error') throw this.#errorOf(content, id)
    // Written into what was parsed: a copy of each event costs as much as all else here.
    content['type'] = type
    if (id !== '') {
      content['id'] = id
      this.#remember(id)
    }
    const event = content as E
    if (type === 'content' && typeof content['delta'] === 'string') this.#text += content['delta']
    this.#last = event
    return event
  }

  #errorOf(problem: Readonly<Record<string, unknown>>, id: string): APIError {
    const error = errorOfEvent(problem)
    // Without an id of its own it is no event of the work: the server stops, and the stream is there again when it is back.
    const isOfServer = id === (this.#lastEventId ?? '') && error.status === 503
    if (!isOfServer) this.#failure = error
    return error
  }

  #remember(id: string): void {
    this.#lastEventId = id
    this.#known.add(id)
    if (this.#known.size < knownIds) return
    // Two sets and not the oldest of one: a set has to look for its oldest behind all that were deleted.
    this.#knownBefore = this.#known
    this.#known = new Set()
  }

  async #again(cut: unknown, cuts: number): Promise<Received> {
    const last = this.#last
    const lastEventId = this.#lastEventId
    const { resume, repeatable } = this.#source
    const isLost = last === null && lastEventId === null ? !repeatable : resume === null
    for (let failed = cut; ; cuts++) {
      if (cuts >= mostCuts || isLost) throw this.#interrupted(failed)
      await wait(backoff(cuts - 1), this.#ending.signal)
      try {
        const { signal } = this.#ending
        return await (lastEventId === null || resume === null
          ? this.#source.open(signal)
          : resume(lastEventId, signal, last))
      } catch (error) {
        if (!isPassing(error) && !(error instanceof APIError && error.status >= 500)) throw error
        failed = error
      }
    }
  }

  #interrupted(cause: unknown): StreamInterruptedError {
    const why = cause instanceof Error ? cause.message : String(cause)
    return new StreamInterruptedError(`The stream broke and could not be resumed: ${why}`, {
      lastEventId: this.#lastEventId,
      partial: this.#text,
      cause,
    })
  }

  #isWhole(): boolean {
    return this.#last !== null && this.#source.isLast?.(this.#last) === true
  }
}

/** Ends `controller` with `signal`, and forgets it with the controller's own end. */
function follow(signal: AbortSignal, controller: AbortController): void {
  const abort = (): void => controller.abort(signal.reason)
  if (signal.aborted) return abort()
  signal.addEventListener('abort', abort, { once: true })
  controller.signal.addEventListener('abort', () => signal.removeEventListener('abort', abort), { once: true })
}

function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

async function notAStream({ response, deadline }: Pick<Received, 'response' | 'deadline'>): Promise<Error> {
  deadline.within(silence, 'The answer did not end')
  try {
    return foreignAnswer(response, await response.text(), 'an event stream')
  } catch (error) {
    return deadline.reasonFor(error, 'the server')
  }
}
