import { hasLeft, messageOf, WakeTimes } from '@svc/plugin'
import type { Clock, DataPlane, EventLog, Logger, WorkspaceDatabase, WorkspaceEvent, WorkspaceMarks } from '@svc/plugin'
import { inBackground } from '@svc/plugin/library/turns/in-background'
import { journalStore } from '../journal/journal-store.ts'
import { cloudEventOf, isOfEngine } from './cloud-events.ts'
import { isLikeText } from './event-filters.ts'
import { listenerStore } from './listener-store.ts'
import type { ListenerRow } from './listener-store.ts'

export interface EventWatchOptions {
  data: DataPlane
  marks: Pick<WorkspaceMarks, 'list'>
  events: EventLog
  clock: Clock
  log: Logger
  signal: AbortSignal
  /** A run may go on: its journal says so already. */
  nudged(workspaceId: string, runId: string): void
}

/** How far a workspace's log is read here. */
interface Reading {
  place: number
  /** How far the rows of the listeners say so. */
  kept: number
  keptAt: number
  isRunning: boolean
  isWanted: boolean
}

const eventsAtOnce = 256
/** What is read for those who wait is written now and then: it is read once more after a crash. */
const keepEvery = 500
const restMs = 50
const againMs = 5000
const keepEveryMs = 10 * 60_000

/** Reads the logs for tasks that wait for events, once for all of them, and calls those for whom there may be something. */
export class EventWatch {
  readonly #options: EventWatchOptions
  readonly #readings = new Map<string, Reading>()
  /** When to read on where it failed. */
  readonly #times: WakeTimes

  constructor(options: EventWatchOptions) {
    const { clock, signal } = options
    this.#options = options
    this.#times = new WakeTimes({ clock, signal, onDue: workspaceId => this.look(workspaceId) })
  }

  /** From now on, and what came while nobody read. */
  start(workspaceIds: readonly string[]): void {
    this.#options.events.onCommitted(workspaceId => this.look(workspaceId))
    for (const workspaceId of workspaceIds) this.look(workspaceId)
  }

  /** There may be new events. */
  look(workspaceId: string): void {
    const reading = this.#readings.get(workspaceId)
    if (reading?.isRunning) {
      reading.isWanted = true
      return
    }
    void this.#read(workspaceId, reading).catch((error: unknown) => this.#failed(workspaceId, error))
  }

  /** The workspace is used here no longer: what is known of it may be untrue. */
  forget(workspaceId: string): void {
    this.#readings.delete(workspaceId)
    this.#times.delete(workspaceId)
  }

  async #failed(workspaceId: string, error: unknown): Promise<void> {
    const { clock, log, marks, signal } = this.#options
    if (signal.aborted) return
    if (await hasLeft(marks, workspaceId, error)) return this.forget(workspaceId)
    const fields = { workspace_id: workspaceId, reason: messageOf(error), err: error }
    log.warn(fields, 'the event log was not read on; it is read again')
    this.#times.set(workspaceId, clock.now() + againMs)
  }

  async #read(workspaceId: string, before: Reading | undefined): Promise<void> {
    const { data, signal, clock } = this.#options
    const reading = before ?? this.#open(workspaceId)
    if (reading === null) return
    reading.isRunning = true
    try {
      for (;;) {
        reading.isWanted = false
        let more = true
        while (more && !signal.aborted)
          more = await inBackground(() => data.use(workspaceId, db => this.#step(db, workspaceId, reading)))
        // What comes in the meantime is read together: a storm calls nobody for each of its events.
        if (!signal.aborted) await clock.sleep(restMs, signal)
        if (!reading.isWanted || signal.aborted) return
      }
    } finally {
      reading.isRunning = false
    }
  }

  /** Null: nobody waits. */
  #open(workspaceId: string): Reading | null {
    const { data, clock } = this.#options
    const places = data.use(workspaceId, db => listenerStore.quiet(db)).map(({ place }) => place)
    if (places.length === 0) return null
    const place = Math.min(...places)
    const reading = { place, kept: place, keptAt: clock.now(), isRunning: false, isWanted: false }
    this.#readings.set(workspaceId, reading)
    return reading
  }

  /** One page. False: there was nothing more, or nobody waits. */
  #step(db: WorkspaceDatabase, workspaceId: string, reading: Reading): boolean {
    const { events } = this.#options
    const listeners = listenerStore.quiet(db)
    if (listeners.length === 0) {
      this.#readings.delete(workspaceId)
      return false
    }
    const page = events.page(db, reading.place, eventsAtOnce)
    const news = page.events.filter(event => !isOfEngine(event))
    const found = page.isTorn ? listeners : listeners.filter(({ types }) => areFor(types, news, workspaceId))
    this.#call(
      db,
      workspaceId,
      found.flatMap(({ types }) => listenerStore.quietOf(db, types)),
      reading.place,
    )
    reading.place = page.place
    this.#keep(db, reading)
    return page.events.length === eventsAtOnce
  }

  /** What follows `place` may be for them. */
  #call(db: WorkspaceDatabase, workspaceId: string, listeners: readonly ListenerRow[], place: number): void {
    if (listeners.length === 0) return
    const { clock, nudged } = this.#options
    db.transaction(() => {
      for (const { run_id, key, place: own } of listeners) {
        listenerStore.call(db, { key, place: Math.max(own, place) })
        journalStore.nudge(db, { run_id, now: clock.now() })
      }
    })
    for (const { run_id } of listeners) nudged(workspaceId, run_id)
  }

  #keep(db: WorkspaceDatabase, reading: Reading): void {
    const { clock } = this.#options
    const isDue = reading.place - reading.kept >= keepEvery || clock.now() - reading.keptAt >= keepEveryMs
    if (!isDue || reading.place === reading.kept) return
    listenerStore.moveOn(db, reading.place)
    reading.kept = reading.place
    reading.keptAt = clock.now()
  }
}

/** Whether one of the events may be for who waits for these types. */
function areFor(types: string | null, events: readonly WorkspaceEvent[], workspaceId: string): boolean {
  if (types === null) return events.length > 0
  const patterns = JSON.parse(types) as string[]
  return events.some(event => {
    const type = String(cloudEventOf(workspaceId, event)['type'])
    return patterns.some(pattern => isLikeText(pattern, type))
  })
}
