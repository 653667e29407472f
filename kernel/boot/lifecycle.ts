import avvio from 'avvio'

const defaultLimits = { stepMs: 10_000, closeAllMs: 10_000, closeLeastMs: 1_000 }
const timedOut = 'AVV_ERR_PLUGIN_EXEC_TIMEOUT'

/**
 * What a start opens, one after the other, and a stop closes in reverse: avvio's tree, with the limit on closing that avvio has not.
 * A step that fails ends the start, unless it says what to do instead; a close that fails or hangs keeps no other from its turn.
 */
export class Lifecycle {
  readonly #tree: avvio.Avvio<object>
  readonly #limits: typeof defaultLimits
  readonly #onError: (error: unknown) => void
  #closing: Promise<void> | null = null
  #closeBy = Infinity

  constructor(onError: (error: unknown) => void, limits: Partial<typeof defaultLimits> = {}) {
    this.#onError = onError
    this.#limits = { ...defaultLimits, ...limits }
    this.#tree = avvio({}, { autostart: false, timeout: this.#limits.stepMs })
  }

  /** Adds a step after those there are; {@link run} takes it. `onFailure` gets its failure, and what that throws ends the start. */
  use(name: string, open: () => Promise<void>, onFailure?: (error: unknown) => Promise<void>): void {
    let isReached = false
    const step = async (): Promise<void> => {
      isReached = true
      await open()
    }
    this.#tree.use(step, { name })
    this.#tree.after(async (error: Error | null) => {
      if (!error) return
      // A step that is not reached: one before it ended the start.
      if (!isReached) throw error
      if (onFailure === undefined) throw this.#inWords(error)
      await onFailure(this.#inWords(error))
    })
  }

  /** Runs the steps added since the last run. @throws what one of them failed with */
  async run(): Promise<void> {
    // avvio's types do not know that `after` without a callback loads what there is and resolves.
    await Reflect.apply(this.#tree.after, this.#tree, [])
  }

  /** Closed before all that was there earlier; gets the time that is left for everything. */
  onClose(name: string, close: (remainingMs: number) => void | Promise<void>): void {
    this.#tree.onClose((_tree, done) => {
      const remainingMs = Math.max(this.#limits.closeLeastMs, this.#closeBy - performance.now())
      const message = `Closing the ${name} took longer than ${Math.round(remainingMs)} ms.`
      void withTimeLimit(() => close(remainingMs), remainingMs, message)
        .catch(this.#onError)
        .then(() => done() as unknown)
    })
  }

  /** Waits for the step that runs, then closes; once, however often it is called. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    const closed = Promise.withResolvers<void>()
    this.#tree.ready(() => void (this.#closeBy = performance.now() + this.#limits.closeAllMs))
    this.#tree.close((_error: Error) => closed.resolve())
    await closed.promise
  }

  #inWords(error: Error): Error {
    if (!('code' in error && error.code === timedOut)) return error
    return new Error(`It took longer than ${this.#limits.stepMs / 1000} s.`, { cause: error })
  }
}

/** Rejects when `work` takes longer than `ms`; what it was doing goes on unwatched. */
export async function withTimeLimit<T>(work: () => T | Promise<T>, ms: number, message: string): Promise<T> {
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(new Error(message)), ms)
  try {
    return await Promise.race([work(), limit.promise])
  } finally {
    clearTimeout(timer)
  }
}
