import type { WorkspaceMarks } from '../../core/storage/data-plane.ts'

/**
 * The workspaces in whose folders something is under way. They are noted before it begins and struck off when it has ended, so that a start
 * after a crash looks through these alone.
 */
export class UnderWay {
  readonly #marks: WorkspaceMarks
  readonly #counts = new Map<string, number>()

  constructor(marks: WorkspaceMarks) {
    this.#marks = marks
  }

  async during<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    this.#counts.set(workspaceId, (this.#counts.get(workspaceId) ?? 0) + 1)
    try {
      this.#marks.add(workspaceId)
      return await work()
    } finally {
      const left = (this.#counts.get(workspaceId) ?? 1) - 1
      if (left === 0) this.#counts.delete(workspaceId)
      else this.#counts.set(workspaceId, left)
    }
  }

  isIdle(workspaceId: string): boolean {
    return !this.#counts.has(workspaceId)
  }
}
