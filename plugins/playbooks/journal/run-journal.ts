import type { Clock, DataPlane, Ids, JsonObject, WorkspaceDatabase } from '@svc/plugin'
import { Stopped } from '../interpreter/fault.ts'
import type { Frame, Usage } from '../interpreter/frame.ts'
import type { Changes, Journal, RunEnd, RunEvent } from '../interpreter/ports.ts'
import { treeOf } from './frame-tree.ts'
import type { GroupCommits } from './group-commits.ts'
import { journalIsFull } from './journal-limit.ts'
import { journalStore } from './journal-store.ts'
import { taskStore } from './task-store.ts'
import type { RunClaim, Stepped } from './journal-store.ts'
import type { RunRow } from './run-row.ts'
import { idBehind, keyOf } from './keys.ts'
import { Places } from './places.ts'
import { runEventStore } from './run-event-store.ts'
import { bytesOf, frameOf, rowBehind, rowOf } from './task-row.ts'
import type { WrittenTaskRow } from './task-row.ts'

export interface RunJournalOptions {
  data: DataPlane
  commits: GroupCommits
  workspaceId: string
  claim: RunClaim
  ids: Ids
  clock: Clock
  /** Of one run, in bytes. */
  maxBytes: number
  /** In the transaction of a run's end, or in which it begins to wait: what else belongs to it. */
  onEnd(db: WorkspaceDatabase, run: RunRow, end: RunEnd): void
  /** After each commit. */
  onCommitted(): void
  /** Somebody has cancelled the run. */
  onCancelled(reason: string): void
}

/** The journal of one run while one attempt of a job advances it. A worker that has lost the claim writes nothing more. */
export class RunJournal implements Journal {
  /** Something happened while the run was about to wait: it does not wait, and its position is to be read anew. */
  wasNudged = false
  isHeld = false
  readonly #options: RunJournalOptions
  /** Those that the file has. */
  readonly #known = new Set<string>()
  /** The tasks of outputs that the file has: what begins with one of these as its input does not write it again. */
  readonly #outputs = new WeakMap<object, string>()
  /** Of a run that this process has begun; null: the file knows what went before. */
  #places: Places | null = null
  #usage: Record<string, number> = {}
  #nudges = 0
  #bytes = 0
  #lastId = ''
  #isOverBytes = false
  /** A task has begun to wait. */
  #hasNews = false
  #isStopping = false
  /** A transaction has failed: nothing that comes after it may stand without it. */
  #isBroken = false
  /** Of a run that is claimed with its first commit; null: it is claimed. */
  #beginsAt: number | null = null

  constructor(options: RunJournalOptions) {
    this.#options = options
  }

  /**
   * Takes the run over; undefined: it has ended, is suspended, or a later attempt has it. A claim that nobody gave back is that of a
   * process that died. A run that has not begun is claimed with its first commit: it has no effect before.
   */
  open(): RunRow | undefined {
    const { claim, clock } = this.#options
    return this.#use(db => {
      const before = journalStore.get(db, claim.run_id)
      if (before === undefined) return undefined
      if (!isFresh(before)) return db.transaction(() => this.#takeOver(db, before))
      this.#nudges = before.nudges
      this.#beginsAt = clock.now()
      this.#places = new Places()
      return { ...before, started_at: this.#beginsAt }
    })
  }

  #takeOver(db: WorkspaceDatabase, before: RunRow): RunRow | undefined {
    const { claim, clock } = this.#options
    journalStore.holdLeft(db, claim)
    const run = journalStore.claim(db, claim, clock.now())
    if (run === undefined) return undefined
    if (before.claim_token !== null) taskStore.countCrash(db, claim.run_id)
    this.#usage = JSON.parse(run.usage) as Record<string, number>
    this.#nudges = run.nudges
    this.#lastId = taskStore.last(db, claim.run_id) ?? ''
    const events = before.started_at === null ? [startedEvent] : []
    this.#write(db, { frames: new Set(), events, context: undefined, usage: [] })
    return run
  }

  /** The live frames at the top, as they are now. */
  position(): Frame[] {
    const rows = this.#use(db => taskStore.position(db, this.#options.claim.run_id))
    for (const { id } of rows) this.#known.add(id)
    return treeOf(rows.map(frameOf))
  }

  /** The frame as it stands, with what is below it. */
  reload({ id }: Frame): Frame {
    const frames = this.#use(db => taskStore.position(db, this.#options.claim.run_id)).map(frameOf)
    treeOf(frames)
    const found = frames.find(frame => frame.id === id)
    if (found) return found
    throw new Stopped(`The task ${id} is no longer under way.`)
  }

  newId(): string {
    this.#lastId = idBehind(this.#lastId, this.#options.ids.create('ptask'))
    return this.#lastId
  }

  keyOf(reference: string, iteration: readonly number[], completedBefore: number): string {
    return keyOf(this.#options.claim.run_id, reference, iteration, completedBefore)
  }

  earlier(reference: string, iteration: readonly number[]): { completed: number; tries: number } {
    if (this.#places !== null) return this.#places.earlier(reference, iteration)
    const place = { run_id: this.#options.claim.run_id, reference, iteration: JSON.stringify(iteration) }
    const last = this.#use(db => taskStore.latest(db, place))
    if (!last) return { completed: 0, tries: 0 }
    if (last.status === 'completed') return { completed: last.completed_before + 1, tries: 0 }
    return { completed: last.completed_before, tries: last.tries }
  }

  /** The process stops: what is done is still written, and nothing new begins. */
  stop(): void {
    this.#isStopping = true
  }

  /** A person suspends the run: as {@link stop}, and nobody goes on with it. */
  hold(): void {
    this.isHeld = true
    this.#isStopping = true
  }

  /** Nothing is in flight: the next process need not count a crash. */
  release(): void {
    const { claim, clock } = this.#options
    this.#use(db => journalStore.release(db, { run_id: claim.run_id, token: claim.token, now: clock.now() }))
  }

  async commit(changes: Changes): Promise<void> {
    const { onCommitted } = this.#options
    await this.#durably(db => this.#write(db, changes))
    onCommitted()
    this.#checkBytes()
    if (this.#isStopping) throw new Stopped(this.isHeld ? 'The run is suspended.' : 'The process stops.')
  }

  async end(changes: Changes, end: RunEnd): Promise<void> {
    const { onCommitted } = this.#options
    await this.#durably(db => this.#writeEnd(db, changes, end))
    onCommitted()
  }

  #writeEnd(db: WorkspaceDatabase, changes: Changes, end: RunEnd): void {
    const { claim, clock, onEnd } = this.#options
    const { run_id, token } = claim
    if (end.status === 'waiting') {
      this.#write(db, changes)
      this.wasNudged = !journalStore.park(db, { run_id, token, nudges: this.#nudges })
      const parked = this.#hasNews && !this.wasNudged && !this.isHeld ? journalStore.get(db, run_id) : undefined
      if (parked) onEnd(db, parked, end)
      if (this.wasNudged) this.#nudges = journalStore.get(db, run_id)?.nudges ?? this.#nudges
      return
    }
    const event = { type: `workflow.${end.status}`, data: endData(end) }
    this.#write(db, { ...changes, events: [...changes.events, event] })
    const output = end.status === 'completed' ? JSON.stringify(end.output) : null
    const error = end.status === 'faulted' ? JSON.stringify(end.error) : null
    journalStore.end(db, { run_id, token, status: end.status, output, error, now: clock.now() })
    const run = journalStore.get(db, run_id)
    if (run) onEnd(db, run, end)
  }

  #write(db: WorkspaceDatabase, changes: Changes): void {
    const { claim } = this.#options
    if (this.#beginsAt === null) return this.#writeStep(db, changes)
    if (!journalStore.begin(db, claim, this.#beginsAt)) throw lost()
    this.#writeStep(db, { ...changes, events: [startedEvent, ...changes.events] })
    this.#beginsAt = null
  }

  #writeStep(db: WorkspaceDatabase, { frames, events, context, usage }: Changes): void {
    const { clock, claim } = this.#options
    const { run_id, token } = claim
    const rows = this.#rowsOf(frames)
    const added = rows.filter(({ id }) => !this.#known.has(id))
    const total = usage.reduce<Record<string, number>>(withUsage, this.#usage)
    const stepped = journalStore.step(db, {
      run_id,
      token,
      usage: JSON.stringify(total),
      context: context === undefined ? null : JSON.stringify(context),
      tasks: added.length,
      finished: rows.filter(({ status }) => status === 'completed').length,
      events: events.length,
      bytes: rows.reduce((sum, row) => sum + bytesOf(row), 0),
    })
    if (!stepped) throw lost()
    for (const row of rows) {
      if (this.#known.has(row.id)) taskStore.update(db, row)
      else taskStore.insert(db, row)
    }
    this.#hasNews ||= events.some(({ type }) => type === 'task.suspended')
    runEventStore.add(db, { run_id, last: stepped.events, at: clock.now() }, events)
    // A transaction that fails, also after this, is the last one of its attempt.
    for (const frame of frames) this.#noteWritten(frame)
    this.#usage = total
    this.#heed(stepped)
  }

  /** In the order in which they began: one that has ended is there for the next. */
  #rowsOf(frames: Changes['frames']): WrittenTaskRow[] {
    const { run_id } = this.#options.claim
    const ended = new Map<object, string>()
    return [...frames].map(frame => {
      const { id, raw_input, input } = frame
      const isShared = typeof input === 'object' && input !== null && raw_input === input
      const from = isShared ? (ended.get(input) ?? this.#outputs.get(input)) : undefined
      const output = lastingOutput(frame)
      if (output !== null) ended.set(output, id)
      return from === undefined || from === id ? rowOf(run_id, frame) : rowBehind(from, run_id, frame)
    })
  }

  #noteWritten(frame: Frame): void {
    const { id } = frame
    this.#places?.note(frame, !this.#known.has(id))
    this.#known.add(id)
    const output = lastingOutput(frame)
    if (output !== null) this.#outputs.set(output, id)
  }

  #heed({ bytes, cancel_reason, hold_reason }: Stepped): void {
    if (hold_reason !== null) this.hold()
    if (cancel_reason !== null) this.#options.onCancelled(cancel_reason)
    this.#bytes = bytes
  }

  /** Once: the fault itself is to be written, too. */
  #checkBytes(): void {
    const { maxBytes } = this.#options
    if (this.#bytes <= maxBytes || this.#isOverBytes) return
    this.#isOverBytes = true
    throw journalIsFull(maxBytes)
  }

  /** What cannot be written, on a full disk say, leaves the run where it was: another attempt goes on. */
  async #durably(work: (db: WorkspaceDatabase) => void): Promise<void> {
    const { commits, workspaceId } = this.#options
    if (this.#isBroken) throw new Stopped('The journal could not be written.')
    try {
      await commits.write(workspaceId, work)
    } catch (error) {
      this.#isBroken = true
      if (error instanceof Stopped) throw error
      throw new Stopped('The journal cannot be written.', { cause: error })
    }
  }

  #use<T>(work: (db: WorkspaceDatabase) => T): T {
    return this.#options.data.use(this.#options.workspaceId, work)
  }
}

/** A `do` may live again, when a person resumes from a task in it; its output is that of one in it. */
function lastingOutput({ kind, status, output }: Frame): object | null {
  return kind !== 'do' && status === 'completed' && typeof output === 'object' ? output : null
}

function lost(): Stopped {
  return new Stopped('claim_lost: another worker advances this run.')
}

const startedEvent: RunEvent = { type: 'workflow.started', data: {} }

/** It has not begun, and nobody wants to end or hold it. */
function isFresh({ status, started_at, cancel_reason, hold_reason }: RunRow): boolean {
  const isDue = status === 'pending' || status === 'waiting'
  return isDue && started_at === null && cancel_reason === null && hold_reason === null
}

function endData(end: Exclude<RunEnd, { status: 'waiting' }>): JsonObject {
  return end.status === 'faulted' ? { error: { ...end.error } } : {}
}

function withUsage(total: Record<string, number>, usage: Usage): Record<string, number> {
  const sum = { ...total }
  for (const [name, count] of Object.entries(usage)) sum[name] = (sum[name] ?? 0) + count
  return sum
}
