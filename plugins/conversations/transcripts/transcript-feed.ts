import type { ServerSentEvent } from '@svc/plugin'
import type { NumberedEvent } from './transcript-store.ts'

const mostRecent = 512

/** An event as every reader is handed it: one object, so that its bytes are made once for all of them. */
export interface SharedEvent extends NumberedEvent {
  shown: ServerSentEvent
}

/** A reader as its feed knows it. */
export interface FeedReader {
  /** There may be something new. */
  wake(): void
  end(): void
}

export function sharedEvent({ seq, event }: NumberedEvent): SharedEvent {
  const { id, type, turn_id, at, data } = event
  return { seq, event, shown: { id, type, data: { ...data, type, turn_id, at } } }
}

/** The newest events of a conversation that somebody reads now. The log's numbers have no holes. */
export class TranscriptFeed {
  readonly #readers = new Set<FeedReader>()
  readonly #onEmpty: () => void
  #recent: SharedEvent[] = []
  /** The number that the next event will have. */
  #next: number

  constructor(end: number, onEmpty: () => void) {
    this.#next = end + 1
    this.#onEmpty = onEmpty
  }

  /** `none`: it has not happened yet; `gone`: it stands in the file alone. */
  at(seq: number): SharedEvent | 'none' | 'gone' {
    if (seq >= this.#next) return 'none'
    return this.#recent[seq - (this.#next - this.#recent.length)] ?? 'gone'
  }

  publish(events: readonly NumberedEvent[]): void {
    for (const event of events) {
      this.#recent.push(sharedEvent(event))
      this.#next = event.seq + 1
    }
    if (this.#recent.length > mostRecent) this.#recent = this.#recent.slice(-mostRecent / 2)
    for (const reader of this.#readers) reader.wake()
  }

  add(reader: FeedReader): void {
    this.#readers.add(reader)
  }

  remove(reader: FeedReader): void {
    this.#readers.delete(reader)
    if (this.#readers.size === 0) this.#onEmpty()
  }

  close(): void {
    for (const reader of this.#readers) reader.end()
  }
}
