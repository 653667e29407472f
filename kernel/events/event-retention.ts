import { messageOf } from '@svc/plugin'
import type { Clock, DataPlane, Logger } from '@svc/plugin'
import { eventStore } from './event-store.ts'

/** How long a workspace's events are kept; whichever bound comes first. */
interface RetentionBounds {
  days: number
  /** Events a workspace. */
  count: number
}

export interface EventRetentionOptions {
  data: DataPlane
  clock: Clock
  log: Logger
  retention: RetentionBounds
}

const dayMs = 24 * 60 * 60 * 1000
const everyMs = 60_000
const everyEvents = 500
const stepEvents = 1000

/**
 * Deletes old events in bounded steps, in workspaces that are in use anyway: after many events, or when the last look was long ago.
 * Nothing is opened for its sake.
 */
export class EventRetention {
  readonly #options: EventRetentionOptions
  readonly #looked = new Map<string, { at: number; events: number }>()

  constructor(options: EventRetentionOptions) {
    this.#options = options
  }

  /** `added` events were written, or the log was opened to read. */
  used(workspaceId: string, added: number): void {
    const now = this.#options.clock.now()
    const looked = this.#looked.get(workspaceId)
    if (looked && looked.events + added < everyEvents && Math.abs(now - looked.at) < everyMs) {
      looked.events += added
      return
    }
    this.#looked.set(workspaceId, { at: now, events: 0 })
    this.#step(workspaceId, now)
  }

  #step(workspaceId: string, now: number): void {
    const { data, log, retention: bounds } = this.#options
    const before = new Date(now - bounds.days * dayMs).toISOString()
    try {
      const gone = data.use(workspaceId, db =>
        eventStore.mayPrune(db, before, bounds.count)
          ? db.transaction(() => eventStore.prune(db, { before, keep: bounds.count, limit: stepEvents }))
          : 0,
      )
      // There may be more: the next use takes the next step.
      if (gone === stepEvents) this.#looked.delete(workspaceId)
    } catch (error) {
      log.warn({ workspace_id: workspaceId, reason: messageOf(error) }, 'old events could not be deleted; trying later')
    }
  }
}
