import { withTimeLimit } from './time-limit.ts'

const defaultLimits = { allMs: 10_000, leastMs: 1_000 }

/** What was opened, closed in reverse under one time limit; a step that fails or hangs keeps no other from its turn. */
export class Shutdown {
  readonly #onError: (error: unknown) => void
  readonly #limits: typeof defaultLimits
  readonly #steps: { name: string; close: (remainingMs: number) => void | Promise<void> }[] = []
  #running: Promise<void> | null = null

  constructor(onError: (error: unknown) => void, limits = defaultLimits) {
    this.#onError = onError
    this.#limits = limits
  }

  add(name: string, close: (remainingMs: number) => void | Promise<void>): void {
    this.#steps.push({ name, close })
  }

  run(): Promise<void> {
    this.#running ??= this.#runAll()
    return this.#running
  }

  async #runAll(): Promise<void> {
    const endAt = performance.now() + this.#limits.allMs
    for (const { name, close } of this.#steps.splice(0).toReversed()) {
      const remaining = Math.max(this.#limits.leastMs, endAt - performance.now())
      try {
        await withTimeLimit(
          () => close(remaining),
          remaining,
          `Closing the ${name} took longer than ${Math.round(remaining)} ms.`,
        )
      } catch (error) {
        this.#onError(error)
      }
    }
  }
}
