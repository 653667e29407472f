const mostAtOnce = 32

/** Work for many workspaces, so many at once: one that is slow keeps its place, and the others go on. */
export class Turns {
  readonly #waiting = new Map<string, () => Promise<void>>()
  readonly #running = new Set<string>()

  /** `work` does not reject. While some for the same workspace is under way nothing happens. */
  ask(workspaceId: string, work: () => Promise<void>): void {
    if (!this.#running.has(workspaceId)) this.#waiting.set(workspaceId, work)
    this.#next()
  }

  /** What was not begun is forgotten. */
  clear(): void {
    this.#waiting.clear()
  }

  #next(): void {
    for (const [workspaceId, work] of this.#waiting) {
      if (this.#running.size === mostAtOnce) return
      this.#waiting.delete(workspaceId)
      this.#running.add(workspaceId)
      void work().finally(() => {
        this.#running.delete(workspaceId)
        this.#next()
      })
    }
  }
}
