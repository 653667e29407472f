import { aborted } from './retry.ts'
import { ConnectionError, TimeoutError } from '../errors.ts'

const longestTimer = 2 ** 31 - 1

/** One exchange: ended by the caller's signal, by time, or by its holder. Nothing of it stays once it is closed. */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #caller: AbortSignal | undefined
  readonly #onAbort = (): void => this.#controller.abort(aborted(this.#caller))
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(caller: AbortSignal | undefined) {
    this.#caller = caller
    if (caller?.aborted) this.#onAbort()
    else caller?.addEventListener('abort', this.#onAbort, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** From now on, `ms` without another call of this end the exchange; `Infinity` ends nothing. */
  within(ms: number, what: string): void {
    clearTimeout(this.#timer)
    // A timer of more milliseconds than this would fire at once.
    if (ms > longestTimer) return
    this.#timer = setTimeout(() => this.#controller.abort(new TimeoutError(`${what} within ${ms} ms.`)), ms)
  }

  /** No time limit from now on. */
  relax(): void {
    clearTimeout(this.#timer)
  }

  /** Ends the exchange and closes its socket. */
  abort(): void {
    this.#controller.abort(aborted(undefined))
    this.close()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#caller?.removeEventListener('abort', this.#onAbort)
  }

  /** What ended the exchange, as the caller is to see it. */
  reasonFor(error: unknown, where: string): Error {
    if (this.signal.aborted) return this.signal.reason as Error
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const why = cause instanceof Error ? ('code' in cause && String(cause.code)) || cause.message : String(cause)
    return new ConnectionError(`No answer from ${where} (${why}). Is the address right, and does the server run?`, {
      cause: error,
    })
  }
}
