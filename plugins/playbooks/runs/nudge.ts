/** Wakes everyone who waits for the next of something, at once. */
export class Nudge {
  #next = Promise.withResolvers<void>()

  now(): void {
    this.#next.resolve()
    this.#next = Promise.withResolvers()
  }

  /** Resolves at the next {@link now}. */
  next(): Promise<void> {
    return this.#next.promise
  }
}
