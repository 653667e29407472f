import { hash } from 'node:crypto'
import {
  ConflictError,
  ForbiddenError,
  hasLeft,
  messageOf,
  NotFoundError,
  RateLimitedError,
  roleAtLeast,
  UnavailableError,
  WakeTimes,
} from '@svc/plugin'
import type {
  Callers,
  Clock,
  DataPlane,
  EventLog,
  JsonObject,
  JsonValue,
  Logger,
  Principal,
  SavedCaller,
  WorkspaceDatabase,
  WorkspaceEvent,
  WorkspaceMarks,
} from '@svc/plugin'
import { ExpressionError } from '../expressions/expressions.ts'
import type { Expressions } from '../expressions/expressions.ts'
import { expressionOf } from '../interpreter/rules/template.ts'
import { msOf } from '../interpreter/rules/durations.ts'
import { journalStore } from '../journal/journal-store.ts'
import { cloudEventOf, isOfEngine } from '../listening/cloud-events.ts'
import { consume, isOverBytes, mostConsumedBytes, nothingConsumed } from '../listening/consumption.ts'
import type { Consumed, Listening } from '../listening/consumption.ts'
import type { FilterTools } from '../listening/event-filters.ts'
import type { NewPlaybookRun, RunStarter, StartedPlaybook } from '../runs/run-starter.ts'
import { scheduleStore } from './schedule-store.ts'
import type { ScheduleRow } from './schedule-store.ts'
import { begunAt } from './schedules.ts'
import { nextTick } from './ticks.ts'

export interface SchedulerOptions {
  data: DataPlane
  marks: Pick<WorkspaceMarks, 'list'>
  events: EventLog
  callers: Pick<Callers, 'resume'>
  starter: Pick<RunStarter, 'start'>
  /** What a run begins with. @throws NotFoundError, ConflictError */
  playbook(workspaceId: string, playbookId: string): StartedPlaybook
  expressionsFor(workspaceId: string): Expressions
  clock: Clock
  log: Logger
  signal: AbortSignal
}

const longestMs = 2 ** 31 - 1
const againMs = 5000
const eventsAtOnce = 200
/** Then the other schedules of the workspace have their turn. */
const pagesAtOnce = 5
/** Events that were read for nothing are read again after a crash. */
const keepEvery = 500
/** Events that wait for others that belong to them. */
const mostBegun = 1000

/** Starts the runs of schedules: each tick is one run, whatever happens in between. */
export class Scheduler {
  readonly #options: SchedulerOptions
  readonly #times: WakeTimes
  readonly #busy = new Map<string, { isAsked: boolean }>()
  /** Whether schedules of a workspace wait for events, or for the end of runs. */
  readonly #listening = new Map<string, boolean>()
  /** Of each workspace, by playbook. */
  readonly #places = new Map<string, Map<string, number>>()

  constructor(options: SchedulerOptions) {
    const { clock, signal } = options
    this.#options = options
    this.#times = new WakeTimes({ clock, signal, onDue: workspaceId => this.look(workspaceId) })
  }

  start(workspaceIds: readonly string[]): void {
    this.#options.events.onCommitted((workspaceId, isForeign) => {
      // Not yet known is not a no: what comes during the first look counts.
      if (isForeign || this.#listening.get(workspaceId) !== false) this.look(workspaceId)
    })
    for (const workspaceId of workspaceIds) this.look(workspaceId)
  }

  /** Something may be due. */
  look(workspaceId: string): void {
    const busy = this.#busy.get(workspaceId)
    if (busy) {
      busy.isAsked = true
      return
    }
    const asked = { isAsked: false }
    this.#busy.set(workspaceId, asked)
    void this.#look(workspaceId)
      .catch((error: unknown) => this.#failed(workspaceId, error))
      .finally(() => {
        this.#busy.delete(workspaceId)
        if (asked.isAsked && !this.#options.signal.aborted) this.look(workspaceId)
      })
  }

  /** The workspace is used here no longer: what is known of it may be untrue. */
  forget(workspaceId: string): void {
    this.#times.delete(workspaceId)
    this.#listening.delete(workspaceId)
    this.#places.delete(workspaceId)
  }

  #placesOf(workspaceId: string): Map<string, number> {
    const known = this.#places.get(workspaceId) ?? new Map<string, number>()
    this.#places.set(workspaceId, known)
    return known
  }

  async #failed(workspaceId: string, error: unknown): Promise<void> {
    const { clock, marks, signal } = this.#options
    if (signal.aborted) return
    if (await hasLeft(marks, workspaceId, error)) return this.forget(workspaceId)
    this.#warn(workspaceId, error)
    this.#times.set(workspaceId, clock.now() + againMs)
  }

  #warn(workspaceId: string, error: unknown): void {
    const { log } = this.#options
    const isUsual = error instanceof RateLimitedError
    log.warn(
      { workspace_id: workspaceId, reason: messageOf(error), ...(!isUsual && { err: error }) },
      'schedules of playbooks were not looked after; they are looked at again',
    )
  }

  async #look(workspaceId: string): Promise<void> {
    const { data, clock, signal } = this.#options
    const rows = data.use(workspaceId, db => scheduleStore.enabled(db))
    let isListening = false
    let next = Infinity
    for (const row of rows) {
      if (signal.aborted) return
      try {
        const playbook = this.#playbook(workspaceId, row.playbook_id)
        if (playbook?.definition.schedule === undefined) continue
        const now = await this.#advance(workspaceId, this.#current(workspaceId, row, playbook), playbook)
        const { on, after } = playbook.definition.schedule
        if (on !== undefined || (after !== undefined && now.next_at === null)) isListening = true
        next = Math.min(next, now.next_at ?? Infinity)
      } catch (error) {
        if (signal.aborted || error instanceof UnavailableError) throw error
        // One schedule that fails holds up no other.
        this.#warn(workspaceId, error)
        next = Math.min(next, clock.now() + againMs)
      }
    }
    this.#listening.set(workspaceId, isListening)
    if (next < Infinity) this.#times.set(workspaceId, Math.min(next, clock.now() + longestMs))
  }

  /** Null: it is gone, or disabled. */
  #playbook(workspaceId: string, playbookId: string): StartedPlaybook | null {
    try {
      return this.#options.playbook(workspaceId, playbookId)
    } catch (error) {
      if (error instanceof NotFoundError || error instanceof ConflictError) return null
      throw error
    }
  }

  /** Begins anew for a definition that is another one by now. */
  #current(workspaceId: string, row: ScheduleRow, { revision, definition }: StartedPlaybook): ScheduleRow {
    if (row.revision === revision) return row
    const fresh = { ...row, revision, ...begunAt(definition, this.#options.clock.now()) }
    this.#save(workspaceId, fresh)
    return fresh
  }

  async #advance(workspaceId: string, row: ScheduleRow, playbook: StartedPlaybook): Promise<ScheduleRow> {
    const { data, clock, callers } = this.#options
    const { schedule } = playbook.definition
    const now = clock.now()
    let at = row
    if (schedule?.after !== undefined && at.next_at === null) {
      const run = data.use(workspaceId, db => journalStore.get(db, row.last_run_id ?? ''))
      if (run !== undefined && run.ended_at === null) return at
      at = { ...at, next_at: (run?.ended_at ?? now) + msOf(schedule.after) }
      this.#save(workspaceId, at)
    }
    if (schedule?.on === undefined && (at.next_at ?? Infinity) > now) return at
    let principal: Principal
    try {
      principal = await callers.resume(JSON.parse(row.caller) as SavedCaller)
    } catch (error) {
      if (!(error instanceof ForbiddenError)) throw error
      return this.#switchOff(workspaceId, at, playbook, error)
    }
    if (schedule?.on !== undefined) return this.#readEvents(workspaceId, at, playbook, principal)
    return this.#tick(workspaceId, at, playbook, principal)
  }

  #switchOff(workspaceId: string, row: ScheduleRow, { name }: StartedPlaybook, error: Error): ScheduleRow {
    const { log } = this.#options
    log.warn({ workspace_id: workspaceId, playbook: name, reason: error.message }, 'a schedule was switched off')
    const off: ScheduleRow = { ...row, enabled: 0, next_at: null }
    this.#save(workspaceId, off)
    return off
  }

  /** Of the times that were missed this one runs, and the next is behind now. */
  #tick(workspaceId: string, row: ScheduleRow, playbook: StartedPlaybook, principal: Principal): ScheduleRow {
    const { clock } = this.#options
    const tick = row.next_at ?? clock.now()
    const run_id = this.#start({ playbook, inputs: {}, trigger: 'schedule', principal }, `tick ${tick}`)
    const next_at = nextTick(playbook.definition, { now: clock.now(), last: tick })
    const after: ScheduleRow = { ...row, next_at, last_run_id: run_id }
    this.#save(workspaceId, after)
    return after
  }

  async #readEvents(
    workspaceId: string,
    row: ScheduleRow,
    playbook: StartedPlaybook,
    principal: Principal,
  ): Promise<ScheduleRow> {
    const { data, events, log, signal } = this.#options
    const { on } = playbook.definition.schedule ?? {}
    if (on === undefined) return row
    const tools = { input: {}, evaluate: this.#evaluator(workspaceId) }
    const mayRead = roleAtLeast(principal.role, 'admin') ? null : this.#openTypes()
    let at: ScheduleRow = {
      ...row,
      place: Math.max(row.place, this.#places.get(workspaceId)?.get(row.playbook_id) ?? 0),
    }
    const begun = JSON.parse(at.consumed) as Consumed[]
    for (let pages = 0; pages < pagesAtOnce && !signal.aborted; pages += 1) {
      if (!data.use(workspaceId, db => isOn(db, row))) return at
      const page = data.use(workspaceId, db => events.page(db, at.place, eventsAtOnce))
      for (const event of page.events) {
        if (isOfEngine(event) || mayRead?.has(event.type) === false || this.#isOwn(workspaceId, playbook.id, event))
          continue
        const joined = await join({ to: on, read: 'envelope' }, cloudEventOf(workspaceId, event), begun, tools)
        if (joined === null) continue
        if (isOverBytes(joined)) {
          const what = { workspace_id: workspaceId, playbook: playbook.name, event: event.id }
          log.warn(what, `events of a schedule were dropped: together they have more than ${mostConsumedBytes} bytes`)
          continue
        }
        const inputs = joined.values
        const run_id = this.#start({ playbook, inputs, trigger: 'event', principal }, `event ${event.id}`)
        at = { ...at, last_run_id: run_id }
      }
      at = { ...at, place: page.place, consumed: JSON.stringify(begun) }
      this.#placesOf(workspaceId).set(row.playbook_id, at.place)
      const isNews = at.last_run_id !== row.last_run_id || at.consumed !== row.consumed
      if (isNews || at.place - row.place >= keepEvery || page.isTorn) this.#save(workspaceId, at)
      if (page.events.length < eventsAtOnce) return at
    }
    this.look(workspaceId)
    return at
  }

  #evaluator(workspaceId: string): (template: string, input: JsonValue) => Promise<JsonValue> {
    const expressions = this.#options.expressionsFor(workspaceId)
    const { signal } = this.#options
    return async (template, input) => {
      try {
        const found = await expressions.evaluate({ value: expressionOf(template) }, input, {}, signal)
        return (found['value'] ?? null) as JsonValue
      } catch (error) {
        // An event of another shape than the filter expects is for somebody else.
        if (error instanceof ExpressionError) return false
        throw error
      }
    }
  }

  /** What a playbook's own runs do would start it without an end. */
  #isOwn(workspaceId: string, playbookId: string, { data }: WorkspaceEvent): boolean {
    const { playbook_id, run_id } = data
    if (playbook_id !== undefined) return playbook_id === playbookId
    if (typeof run_id !== 'string') return false
    const run = this.#options.data.use(workspaceId, db => journalStore.get(db, run_id))
    return run?.playbook_id === playbookId
  }

  #openTypes(): Set<string> {
    const types = this.#options.events.types()
    return new Set(types.flatMap(({ type, audience }) => (audience === 'workspace' ? [type] : [])))
  }

  /** Once for each tick. */
  #start(run: Omit<NewPlaybookRun, 'request'>, tick: string): string {
    const key_hash = hash('sha256', JSON.stringify(['schedule', run.playbook.id, tick]), 'hex')
    return this.#options.starter.start({ ...run, request: { key_hash, body_hash: '' } }).run.id
  }

  #save(workspaceId: string, row: ScheduleRow): void {
    this.#options.data.use(workspaceId, db =>
      db.transaction(() => {
        if (isOn(db, row)) scheduleStore.save(db, row)
      }),
    )
  }
}

/** Somebody may have switched it off, or another on, meanwhile. */
function isOn(db: WorkspaceDatabase, { playbook_id, caller }: ScheduleRow): boolean {
  const now = scheduleStore.get(db, playbook_id)
  return now?.enabled === 1 && now.caller === caller
}

/** An event joins what has begun, or begins something; gives the events of a run when it is the last of them, or when they are too many. */
async function join(
  listening: Listening,
  event: JsonObject,
  begun: Consumed[],
  tools: FilterTools,
): Promise<Consumed | null> {
  for (const [index, before] of [...begun, nothingConsumed].entries()) {
    const found = await consume(listening, event, before, tools)
    if (!found) continue
    begun.splice(index, 1)
    if (found.isLast || isOverBytes(found.consumed)) return found.consumed
    begun.splice(index, 0, found.consumed)
    if (begun.length > mostBegun) begun.shift()
    return null
  }
  return null
}
