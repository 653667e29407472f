import type { Ids, JsonValue } from '@svc/plugin'
import { isLive } from '../interpreter/frame.ts'
import type { Frame } from '../interpreter/frame.ts'
import type { Fault } from '../interpreter/fault.ts'
import type { Changes, Journal, RunEnd, RunEvent } from '../interpreter/ports.ts'
import { treeOf } from './frame-tree.ts'
import { journalIsFull } from './journal-limit.ts'
import { keyOf } from './keys.ts'
import { Places } from './places.ts'
import { bytesOf, frameOf, rowOf } from './task-row.ts'
import type { TaskRow } from './task-row.ts'

/** How much a journal in memory may hold, and what happens when it holds more: the run has to end then. */
export interface MemoryLimit {
  bytes: number
  onFull(fault: Fault): void
}

/** The journal of a run that need not outlive the process, such as a dry run. It keeps copies, as a disk does. */
export class MemoryJournal implements Journal {
  readonly #runId: string
  readonly #ids: Pick<Ids, 'create'>
  readonly #limit: MemoryLimit | undefined
  readonly #rows = new Map<string, TaskRow>()
  readonly #places = new Places()
  #bytes = 0
  readonly events: RunEvent[] = []
  context: JsonValue = null
  last: RunEnd | null = null

  constructor(runId: string, ids: Pick<Ids, 'create'>, limit?: MemoryLimit) {
    this.#runId = runId
    this.#ids = ids
    this.#limit = limit
  }

  newId(): string {
    return this.#ids.create('ptask')
  }

  keyOf(reference: string, iteration: readonly number[], completedBefore: number): string {
    return keyOf(this.#runId, reference, iteration, completedBefore)
  }

  earlier(reference: string, iteration: readonly number[]): { completed: number; tries: number } {
    return this.#places.earlier(reference, iteration)
  }

  commit(changes: Changes): Promise<void> {
    this.#write(changes)
    return Promise.resolve()
  }

  end(changes: Changes, end: RunEnd): Promise<void> {
    this.#write(changes)
    this.last = end
    return Promise.resolve()
  }

  /** Every execution, in the order in which they began. */
  get rows(): TaskRow[] {
    return [...this.#rows.values()]
  }

  get frames(): Frame[] {
    return this.rows.map(frameOf)
  }

  /** How many executions there were. */
  get size(): number {
    return this.#rows.size
  }

  get tree(): Frame[] {
    return treeOf(this.#position().map(frameOf))
  }

  /** When the first of those that live is to be looked at again. */
  get nextAt(): number {
    const times = this.rows.filter(isLive).map(row => Math.min(row.wake_at ?? Infinity, row.deadline_at ?? Infinity))
    return Math.min(...times)
  }

  /** The frame as it stands, with what is below it. */
  reload({ id }: Frame): Frame {
    const all = this.#position().map(frameOf)
    treeOf(all)
    const found = all.find(frame => frame.id === id)
    if (found) return found
    throw new Error(`The journal has no frame ${id}.`)
  }

  /** Those that live, and of each fork among them the branches that have ended. */
  #position(): TaskRow[] {
    return this.rows.filter(row => {
      const parent = this.#rows.get(row.parent_id ?? '')
      return isLive(row) || (parent?.kind === 'fork' && isLive(parent))
    })
  }

  #write({ frames, events, context }: Changes): void {
    for (const frame of frames) {
      const { input_from: _, ...row } = rowOf(this.#runId, frame)
      const before = this.#rows.get(frame.id)
      this.#bytes += bytesOf(row) - (before === undefined ? 0 : bytesOf(before))
      this.#rows.set(frame.id, row)
      this.#places.note(frame, before === undefined)
    }
    this.events.push(...events)
    if (context !== undefined) this.context = context
    const limit = this.#limit
    if (limit !== undefined && this.#bytes > limit.bytes) limit.onFull(journalIsFull(limit.bytes))
  }
}
