import { messageOf } from '@svc/plugin'
import type { Clock, DataPlane, KernelDataPlane, Logger } from '@svc/plugin'
import { eventStore } from './event-store.ts'

export interface EventRetentionOptions {
  data: DataPlane & Pick<KernelDataPlane, 'enter'>
  clock: Clock
  log: Logger
  /** How long the events of a workspace are kept, and how many of them; whichever bound comes first. */
  retention: { days: number; count: number }
}

const dayMs = 24 * 60 * 60 * 1000
const everyMs = 60_000
const everyEvents = 500
const stepEvents = 1000

interface Look {
  at: number
  /** Written since then. */
  events: number
  /** What stood in the log up to this place has been there for its readers since then. */
  seq: number
}

/**
 * Deletes old events in bounded steps, in workspaces that are in use anyway: after many events, or when the last look was long ago.
 * Nothing is opened for its sake. Only what an earlier look found there goes, so that who reads on after a start, or after the clock
 * was set, loses nothing.
 */
export class EventRetention {
  readonly #options: EventRetentionOptions
  readonly #looks = new Map<string, Look>()

  constructor(options: EventRetentionOptions) {
    this.#options = options
  }

  /** `added` events were written, or the log was opened to read. */
  used(workspaceId: string, added: number): void {
    const now = this.#options.clock.now()
    const last = this.#looks.get(workspaceId)
    if (last && last.events + added < everyEvents && Math.abs(now - last.at) < everyMs) last.events += added
    else this.#look(workspaceId, now, last?.seq ?? 0)
  }

  #look(workspaceId: string, now: number, upTo: number): void {
    const { data, log, retention: bounds } = this.#options
    const before = new Date(now - bounds.days * dayMs).toISOString()
    const look: Look = { at: now, events: 0, seq: upTo }
    this.#looks.set(workspaceId, look)
    try {
      const { seq, gone } = data.use(workspaceId, db => ({
        gone: eventStore.prune(db, { before, keep: bounds.count, upTo, limit: stepEvents }),
        seq: eventStore.newest(db)?.seq ?? 0,
      }))
      // There may be more: the next use takes the next step.
      if (gone === stepEvents) look.at = -Infinity
      else look.seq = seq
    } catch (error) {
      log.warn({ workspace_id: workspaceId, reason: messageOf(error) }, 'old events could not be deleted; trying later')
    }
  }
}
