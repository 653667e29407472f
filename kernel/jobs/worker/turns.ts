const mostWorkers = 10_000

/** Which exchange of each worker is the latest: it ends the waits of those before it, in whatever order they arrive. */
export class Turns {
  readonly #latest = new Map<string, { turn: number; over: AbortController }>()

  /** Aborts once a later turn of the worker has begun. */
  begin(workerId: string, turn: number): AbortSignal {
    const over = new AbortController()
    const latest = this.#latest.get(workerId)
    if (latest !== undefined && latest.turn > turn) {
      over.abort()
      return over.signal
    }
    latest?.over.abort()
    this.#latest.delete(workerId)
    this.#latest.set(workerId, { turn, over })
    const [oldest] = this.#latest.keys()
    if (this.#latest.size > mostWorkers && oldest !== undefined) this.#latest.delete(oldest)
    return over.signal
  }
}
