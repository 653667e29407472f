import type { Frame } from '../interpreter/frame.ts'

interface Latest {
  id: string
  completed_before: number
  tries: number
  isCompleted: boolean
}

/** What went before at each place of a run whose every execution this process has seen. */
export class Places {
  readonly #latest = new Map<string, Latest>()

  /** How often it has completed there, and how often it was tried since. */
  earlier(reference: string, iteration: readonly number[]): { completed: number; tries: number } {
    const last = this.#latest.get(placeOf(reference, iteration))
    if (last === undefined) return { completed: 0, tries: 0 }
    if (last.isCompleted) return { completed: last.completed_before + 1, tries: 0 }
    return { completed: last.completed_before, tries: last.tries }
  }

  /** The execution has been written. */
  note({ id, reference, iteration, completed_before, status }: Frame, isNew: boolean): void {
    const place = placeOf(reference, iteration)
    const before = this.#latest.get(place)
    if (before !== undefined && before.id !== id && !isNew) return
    const earlier = before?.completed_before === completed_before ? before.tries : 0
    const tries = earlier + (isNew ? 1 : 0)
    this.#latest.set(place, { id, completed_before, tries, isCompleted: status === 'completed' })
  }
}

function placeOf(reference: string, iteration: readonly number[]): string {
  return `${reference} ${iteration.join()}`
}
