import type { Clock } from '@svc/plugin'
import type { PostgresDatabase } from '../database.ts'
import { outboxStore } from './outbox-store.ts'

const restMs = 25

/**
 * Calls the relay after commits that filled the outbox. A busy process rings every 25 ms instead of with each commit, since
 * notifications make commits wait for each other; a ring that is lost with its process costs the relay a few seconds, not an event.
 */
export class OutboxBell {
  readonly #database: PostgresDatabase
  readonly #clock: Clock
  readonly #signal: AbortSignal
  #local: (() => void) | null = null
  #isResting = false
  #isAsked = false

  constructor(options: { database: PostgresDatabase; clock: Clock; signal: AbortSignal }) {
    this.#database = options.database
    this.#clock = options.clock
    this.#signal = options.signal
  }

  /** The relay is in this process: it is called directly. */
  callDirectly(listener: () => void): void {
    this.#local = listener
  }

  ring(): void {
    if (this.#local !== null) return this.#local()
    this.#isAsked = true
    if (!this.#isResting) void this.#ringUntilAnswered()
  }

  async #ringUntilAnswered(): Promise<void> {
    this.#isResting = true
    while (this.#isAsked && !this.#signal.aborted) {
      this.#isAsked = false
      // The relay looks by itself when this cannot be sent.
      await outboxStore.ring(this.#database).catch(() => undefined)
      await this.#clock.sleep(restMs, this.#signal).catch(() => undefined)
    }
    this.#isResting = false
  }
}
