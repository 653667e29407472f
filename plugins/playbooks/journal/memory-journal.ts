import type { Ids, JsonValue } from '@svc/plugin'
import type { Frame } from '../interpreter/frame.ts'
import type { Changes, Journal, RunEnd, RunEvent } from '../interpreter/ports.ts'
import { treeOf } from './frame-tree.ts'
import { keyOf } from './keys.ts'
import { Places } from './places.ts'

/** The journal of a run that need not outlive the process, such as a dry run. It keeps copies, as a disk does. */
export class MemoryJournal implements Journal {
  readonly #runId: string
  readonly #ids: Pick<Ids, 'create'>
  readonly #frames = new Map<string, string>()
  readonly #places = new Places()
  readonly events: RunEvent[] = []
  context: JsonValue = null
  last: RunEnd | null = null

  constructor(runId: string, ids: Pick<Ids, 'create'>) {
    this.#runId = runId
    this.#ids = ids
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
  get frames(): Frame[] {
    return [...this.#frames.values()].map(text => JSON.parse(text) as Frame)
  }

  /** How many executions there were. */
  get size(): number {
    return this.#frames.size
  }

  get tree(): Frame[] {
    return treeOf(this.frames)
  }

  /** The frame as it stands, with what is below it. */
  reload({ id }: Frame): Frame {
    const all = this.frames
    treeOf(all)
    const found = all.find(frame => frame.id === id)
    if (found) return found
    throw new Error(`The journal has no frame ${id}.`)
  }

  #write({ frames, events, context }: Changes): void {
    for (const frame of frames) {
      const isNew = !this.#frames.has(frame.id)
      this.#frames.set(frame.id, JSON.stringify({ ...frame, children: [] }))
      this.#places.note(frame, isNew)
    }
    this.events.push(...events)
    if (context !== undefined) this.context = context
  }
}
