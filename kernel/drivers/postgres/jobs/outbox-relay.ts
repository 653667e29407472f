import { hash } from 'node:crypto'
import { messageOf, NotFoundError } from '@svc/plugin'
import type { Clock, Logger, WorkspaceEvent } from '@svc/plugin'
import { atMost } from '@svc/plugin/library/time/waiting'
import type { PostgresDatabase } from '../database.ts'
import { outboxChannel, outboxStore } from './stores/outbox-store.ts'
import type { OutboxRow } from './stores/outbox-store.ts'

const batchRows = 200
/** A ring may be lost with the process that was about to send it. */
const lookAgainMs = 5000
const setAsideMs = 4000
/** In one transaction of a workspace, while which nothing else happens. */
const mostEvents = 500
const troubleMs = 1000
const idAlphabet = '0123456789abcdefghjkmnpqrstvwxyz'

export interface OutboxRelayOptions {
  database: PostgresDatabase
  /** Stores the events in the workspace's log, each once however often it is brought. */
  relay(workspaceId: string, events: readonly WorkspaceEvent[]): unknown
  /** Absent where one server has all workspaces. */
  serverId?: string
  clock: Clock
  log: Logger
}

/**
 * Brings events from PostgreSQL into the workspaces' own logs, in the server alone, which holds them. What it brought is deleted
 * afterwards: a crash in between brings it again, under the same ids.
 */
export class OutboxRelay {
  readonly #options: OutboxRelayOptions
  #news = Promise.withResolvers<void>()
  readonly #closing = new AbortController()
  /** Workspaces that could not take their events, and until when they are left alone. */
  readonly #setAside = new Map<string, number>()
  #running: Promise<void> | null = null

  constructor(options: OutboxRelayOptions) {
    this.#options = options
  }

  start(): void {
    if (this.#running !== null) return
    this.#options.database.listen(outboxChannel, () => this.wake())
    this.#running = this.#run()
  }

  wake(): void {
    this.#news.resolve()
  }

  /** Brings what is there now, as far as it can, and ends. */
  async stop(): Promise<void> {
    this.#closing.abort()
    this.wake()
    await this.#running
  }

  async #run(): Promise<void> {
    const { clock, log } = this.#options
    const { signal } = this.#closing
    let isInTrouble = false
    for (let isLast = false; !isLast;) {
      isLast = signal.aborted
      this.#news = Promise.withResolvers()
      try {
        const isEmpty = await this.#relayBatch()
        isInTrouble = false
        if (!isEmpty) isLast = false
        else if (!isLast) await atMost(lookAgainMs, this.#news.promise, clock)
      } catch (error) {
        if (!isInTrouble)
          log.warn({ reason: messageOf(error) }, 'events of jobs cannot be brought to their workspaces now')
        isInTrouble = true
        await clock.sleep(troubleMs, signal).catch(() => undefined)
      }
    }
  }

  /** True when nothing was left to bring. */
  async #relayBatch(): Promise<boolean> {
    const { database, serverId = null } = this.#options
    const rows = await outboxStore.oldest(database, { count: batchRows, except: this.#notYet(), serverId })
    for (const [workspaceId, ofWorkspace] of Map.groupBy(rows, row => row.workspace_id)) {
      for (let rest = ofWorkspace; rest.length > 0;) {
        const part = firstOf(rest)
        if (!(await this.#bring(workspaceId, part))) break
        await outboxStore.delete(database, part)
        rest = rest.slice(part.length)
      }
    }
    return rows.length < batchRows
  }

  /** False when the workspace cannot take them now: it must not hold up the others. */
  async #bring(workspaceId: string, rows: readonly OutboxRow[]): Promise<boolean> {
    const { relay, clock, log } = this.#options
    try {
      await relay(workspaceId, rows.flatMap(eventsOf))
      this.#setAside.delete(workspaceId)
      return true
    } catch (error) {
      // It was removed: nobody is left to read them.
      if (error instanceof NotFoundError) return true
      if (!this.#setAside.has(workspaceId)) {
        log.warn({ workspace_id: workspaceId, err: error }, 'events of jobs cannot be stored in their workspace now')
      }
      this.#setAside.set(workspaceId, clock.now() + setAsideMs)
      return false
    }
  }

  #notYet(): string[] {
    const now = this.#options.clock.now()
    return [...this.#setAside].flatMap(([workspaceId, until]) => (until > now ? [workspaceId] : []))
  }
}

/** Rows with so few events together that storing them keeps nobody waiting; one at least. */
function firstOf(rows: readonly OutboxRow[]): OutboxRow[] {
  let events = 0
  return rows.filter(row => (events += row.job_ids.length || 1) <= mostEvents || row === rows[0])
}

/** Their ids follow from the row's, so that the same event has the same id however often it is brought. */
function eventsOf(row: OutboxRow): WorkspaceEvent[] {
  const at = new Date(row.at).toISOString()
  const { type, kind, queue } = row
  if (row.data !== null) return [{ id: eventId(row, 0), type, at, data: row.data }]
  return row.job_ids.map((job_id, index) => {
    const job = { job_id, kind, queue, attempt: row.attempts[index] as number }
    const error = row.errors[index] ?? null
    return { id: eventId(row, index), type, at, data: error === null ? job : { ...job, error: { message: error } } }
  })
}

/** A ULID like all ids: ten digits of time, sixteen that nobody else has. */
function eventId(row: OutboxRow, index: number): string {
  let time = ''
  for (let rest = row.at; time.length < 10; rest = Math.floor(rest / 32)) time = idAlphabet.charAt(rest % 32) + time
  const digest = hash('sha256', `${row.id} ${index}`, 'buffer').subarray(0, 16)
  return `evt_${time}${[...digest].map(byte => idAlphabet.charAt(byte % 32)).join('')}`
}

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
