import { messageOf, NotFoundError, ValidationError } from '@svc/plugin'
import type { Clock, DataPlane, Logger, WorkspaceDatabase } from '@svc/plugin'
import type { StoredTurn } from '../records.ts'
import { sharedEvent, TranscriptFeed } from './transcript-feed.ts'
import type { SharedEvent } from './transcript-feed.ts'
import { TranscriptReader } from './transcript-reader.ts'
import { transcriptStore } from './transcript-store.ts'
import type { NewTranscriptEvent, NumberedEvent } from './transcript-store.ts'
import { turnStore } from '../turns/turn-store.ts'

const flushMs = 25
const mostBuffered = 4096
const pageEvents = 100

export interface TranscriptLogOptions {
  data: DataPlane
  clock: Clock
  log: Logger
  signal: AbortSignal
}

/** What a reader wants of a conversation's log. */
export interface LogQuery {
  workspace_id: string
  session_id: string
  /** Only this turn's events, up to its `done`; null: all, without an end. */
  turn_id: string | null
  /** The id of the last event that was read; null: from the beginning. */
  after: string | null
  /** False: ends with what is stored. Default: true. */
  live?: boolean
}

/** What was said and is not stored yet, of the conversations of one workspace. */
interface WorkspaceBuffer {
  sessions: Map<string, NewTranscriptEvent[]>
  flushedAt: number
  /** A flush is due after the interval, or at once. */
  due: 'no' | 'later' | 'now'
}

/**
 * The logs of all conversations. Readers get an event when it is stored, never before. Pieces of an answer are put together: the first is
 * stored at once, then one transaction every 25 ms serves all turns of a workspace.
 */
export class TranscriptLog {
  readonly #options: TranscriptLogOptions
  readonly #buffers = new Map<string, WorkspaceBuffer>()
  /** By workspace and conversation, as the failures are. */
  readonly #feeds = new Map<string, TranscriptFeed>()
  readonly #failures = new Map<string, unknown>()

  constructor(options: TranscriptLogOptions) {
    this.#options = options
  }

  /** To be stored soon. @throws what kept earlier events of the conversation from being stored */
  add(workspaceId: string, sessionId: string, event: NewTranscriptEvent): void {
    const key = keyOf(workspaceId, sessionId)
    if (this.#failures.has(key)) throw this.#failures.get(key)
    const buffer = this.#bufferOf(workspaceId)
    const events = buffer.sessions.get(sessionId) ?? []
    buffer.sessions.set(sessionId, events)
    const size = merge(events, event)
    this.#schedule(workspaceId, buffer, size > mostBuffered)
  }

  /** In one transaction: what waits to be stored of the conversation, `work`, and the events that it emits behind the log's `end`. */
  commit<T>(
    workspaceId: string,
    sessionId: string,
    work: (db: WorkspaceDatabase, emit: (event: NewTranscriptEvent) => void, end: number) => T,
  ): T {
    const buffer = this.#bufferOf(workspaceId)
    const emitted = [...(buffer.sessions.get(sessionId) ?? [])]
    const { result, events } = this.#options.data.use(workspaceId, db =>
      db.transaction(() => {
        const end = transcriptStore.end(db, sessionId)
        const result = work(db, event => emitted.push(event), end)
        return {
          result,
          events: transcriptStore.append(db, sessionId, emitted, { end, at: this.#options.clock.timestamp() }),
        }
      }),
    )
    buffer.sessions.delete(sessionId)
    this.#failures.delete(keyOf(workspaceId, sessionId))
    this.#publish(workspaceId, sessionId, events)
    return result
  }

  /** In one transaction, for conversations in which nothing waits to be stored. */
  commitAll(
    workspaceId: string,
    work: (db: WorkspaceDatabase, append: (sessionId: string, events: readonly NewTranscriptEvent[]) => void) => void,
  ): void {
    const stored: { sessionId: string; events: NumberedEvent[] }[] = []
    const at = this.#options.clock.timestamp()
    this.#options.data.use(workspaceId, db =>
      db.transaction(() =>
        work(
          db,
          (sessionId, events) =>
            void stored.push({
              sessionId,
              events: transcriptStore.append(db, sessionId, events, { end: transcriptStore.end(db, sessionId), at }),
            }),
        ),
      ),
    )
    for (const { sessionId, events } of stored) this.#publish(workspaceId, sessionId, events)
  }

  /** @throws ValidationError for an `after` that names no event of this conversation; NotFoundError for a turn that is not of it */
  follow<T>(query: LogQuery, signal: AbortSignal, show: (event: SharedEvent) => T): AsyncIterableIterator<T> {
    const { workspace_id, session_id, turn_id, live = true } = query
    const { data } = this.#options
    const { end, after } = data.use(workspace_id, db => {
      const end = transcriptStore.end(db, session_id)
      const first = turn_id === null ? 1 : firstOf(turnStore.get(db, turn_id), session_id)
      return { end, after: Math.max(placeOf(query, end), first - 1) }
    })
    const key = keyOf(workspace_id, session_id)
    const feed = this.#feeds.get(key) ?? this.#open(key, end)
    const reader = new TranscriptReader({
      feed,
      after,
      turnId: turn_id,
      isLive: live,
      readFile: seq =>
        data.use(workspace_id, db => transcriptStore.after(db, session_id, seq, pageEvents)).map(sharedEvent),
      isTurnLive: () => turn_id !== null && data.use(workspace_id, db => turnStore.isLive(db, turn_id)),
      show,
    })
    if (signal.aborted) reader.end()
    else signal.addEventListener('abort', () => reader.end(), { once: true })
    return reader
  }

  /** The conversation is gone. */
  forget(workspaceId: string, sessionId: string): void {
    this.#buffers.get(workspaceId)?.sessions.delete(sessionId)
    this.#failures.delete(keyOf(workspaceId, sessionId))
    this.#feeds.get(keyOf(workspaceId, sessionId))?.close()
  }

  /** The workspace is used here no longer: what waits is of a state that may be gone, and readers follow its log elsewhere. */
  forgetWorkspace(workspaceId: string): void {
    this.#buffers.delete(workspaceId)
    for (const key of this.#failures.keys()) if (key.startsWith(`${workspaceId}/`)) this.#failures.delete(key)
    for (const [key, feed] of this.#feeds) if (key.startsWith(`${workspaceId}/`)) feed.close()
  }

  close(): void {
    for (const feed of this.#feeds.values()) feed.close()
  }

  #open(key: string, end: number): TranscriptFeed {
    const feed = new TranscriptFeed(end, () => {
      if (this.#feeds.get(key) === feed) this.#feeds.delete(key)
    })
    this.#feeds.set(key, feed)
    return feed
  }

  #publish(workspaceId: string, sessionId: string, events: readonly NumberedEvent[]): void {
    if (events.length > 0) this.#feeds.get(keyOf(workspaceId, sessionId))?.publish(events)
  }

  #bufferOf(workspaceId: string): WorkspaceBuffer {
    const known = this.#buffers.get(workspaceId)
    if (known !== undefined) return known
    const buffer: WorkspaceBuffer = { sessions: new Map(), flushedAt: -Infinity, due: 'no' }
    this.#buffers.set(workspaceId, buffer)
    return buffer
  }

  #schedule(workspaceId: string, buffer: WorkspaceBuffer, isLarge: boolean): void {
    const wait = isLarge ? 0 : Math.max(0, buffer.flushedAt + flushMs - this.#options.clock.now())
    if (buffer.due === 'now' || (buffer.due === 'later' && wait > 0)) return
    buffer.due = wait > 0 ? 'later' : 'now'
    // What comes in the same turn of the event loop goes into the same transaction.
    if (wait === 0) setImmediate(() => this.#flush(workspaceId, buffer))
    else void this.#flushAfter(wait, workspaceId, buffer)
  }

  async #flushAfter(ms: number, workspaceId: string, buffer: WorkspaceBuffer): Promise<void> {
    try {
      await this.#options.clock.sleep(ms, this.#options.signal)
    } catch {
      // The server stops: what is left is stored with the end of each turn.
      return
    }
    if (buffer.due === 'later') this.#flush(workspaceId, buffer)
  }

  #flush(workspaceId: string, buffer: WorkspaceBuffer): void {
    buffer.due = 'no'
    buffer.flushedAt = this.#options.clock.now()
    const waiting = [...buffer.sessions]
    buffer.sessions.clear()
    if (waiting.length === 0) return
    try {
      this.#store(workspaceId, waiting)
    } catch {
      // One conversation that cannot be stored must not keep the others from it.
      for (const [sessionId, events] of waiting) this.#storeAlone(workspaceId, buffer, sessionId, events)
    }
  }

  #storeAlone(
    workspaceId: string,
    buffer: WorkspaceBuffer,
    sessionId: string,
    events: readonly NewTranscriptEvent[],
  ): void {
    try {
      this.#store(workspaceId, [[sessionId, events]])
    } catch (error) {
      // Its turn ends by it at the next word.
      const reason = messageOf(error)
      this.#options.log.warn(
        { workspace_id: workspaceId, session_id: sessionId, reason },
        'what was said could not be stored',
      )
      this.#failures.set(keyOf(workspaceId, sessionId), error)
      buffer.sessions.set(sessionId, [...events, ...(buffer.sessions.get(sessionId) ?? [])])
    }
  }

  #store(workspaceId: string, waiting: readonly (readonly [string, readonly NewTranscriptEvent[]])[]): void {
    this.commitAll(workspaceId, (_db, append) => {
      for (const [sessionId, events] of waiting) append(sessionId, events)
    })
  }
}

function keyOf(workspaceId: string, sessionId: string): string {
  return `${workspaceId}/${sessionId}`
}

/** Adds an event, a piece of text to the piece before it; returns the characters that wait. */
function merge(events: NewTranscriptEvent[], event: NewTranscriptEvent): number {
  const last = events.at(-1)
  const delta = event.data['delta']
  const before = last?.data['delta']
  const isContinued = last?.type === event.type && last.turn_id === event.turn_id
  if (isContinued && typeof delta === 'string' && typeof before === 'string') {
    const joined = before + delta
    events[events.length - 1] = { ...event, data: { ...event.data, delta: joined } }
    return joined.length
  }
  events.push(event)
  return typeof delta === 'string' ? delta.length : 0
}

function firstOf(turn: StoredTurn | null, sessionId: string): number {
  if (turn?.session_id === sessionId) return turn.first_seq
  throw new NotFoundError('There is no such turn in this conversation.')
}

function placeOf({ session_id, after }: LogQuery, end: number): number {
  if (after === null) return 0
  const [, session, number] = /^(.{1,64})\.([1-9][0-9]{0,14})$/.exec(after) ?? []
  const seq = Number(number)
  if (session === session_id && seq <= end) return seq
  const what =
    session === session_id
      ? `is beyond the end of this conversation's log, which has ${end} events`
      : 'names no event of this conversation'
  const message = `${what}. Send the id of the last event that was read, or leave it out to read from the beginning`
  throw new ValidationError(`last_event_id ${message}.`, [{ path: '/last_event_id', message }])
}
