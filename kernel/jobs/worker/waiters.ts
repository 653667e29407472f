/** One who waits for work. */
export class Waiter {
  readonly workspaceId: string | null
  #hasNews = false
  #wake: (() => void) | null = null

  constructor(workspaceId: string | null) {
    this.workspaceId = workspaceId
  }

  notify(): void {
    this.#hasNews = true
    this.#wake?.()
  }

  /** Resolves when there has been news since the last time, or when the signal aborts. */
  async news(signal: AbortSignal): Promise<void> {
    if (!this.#hasNews && !signal.aborted) {
      await new Promise<void>(resolve => {
        this.#wake = resolve
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      this.#wake = null
    }
    this.#hasNews = false
  }
}

/** Those who wait for jobs, of one workspace or of any. */
export class Waiters {
  readonly #waiters = new Set<Waiter>()

  join(workspaceId: string | null): Waiter {
    const waiter = new Waiter(workspaceId)
    this.#waiters.add(waiter)
    return waiter
  }

  leave(waiter: Waiter): void {
    this.#waiters.delete(waiter)
  }

  /** Null: there may be work in any workspace. */
  notify(workspaceId: string | null): void {
    for (const waiter of this.#waiters) {
      if (workspaceId === null || waiter.workspaceId === null || waiter.workspaceId === workspaceId) waiter.notify()
    }
  }
}
