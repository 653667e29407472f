/** One signal for a request: the caller's, and a time limit that runs until {@link Deadline.end}. */
export class Deadline {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly #controller = new AbortController()
  readonly #caller: AbortSignal | undefined
  readonly #timer: NodeJS.Timeout
  readonly #forward = () => this.#controller.abort(this.#caller?.reason)
  #expired = false

  constructor(timeoutMs: number, caller: AbortSignal | undefined) {
    this.signal = this.#controller.signal
    this.timeoutMs = timeoutMs
    this.#caller = caller
    this.#timer = setTimeout(() => {
      this.#expired = true
      this.#controller.abort()
    }, timeoutMs)
    this.#timer.unref()
    if (caller?.aborted) this.#forward()
    else caller?.addEventListener('abort', this.#forward, { once: true })
  }

  /** True when time ran out, false when the caller left. */
  get expired(): boolean {
    return this.#expired
  }

  get callerLeft(): boolean {
    return this.#caller?.aborted === true && !this.#expired
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#caller?.removeEventListener('abort', this.#forward)
  }
}
