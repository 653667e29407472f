import { TimeoutError } from '@svc/plugin'
import type { EgressRequest } from '@svc/plugin'

/** One signal for a request: the caller's, and its time limits, which run until {@link Deadline.end}. */
export class Deadline {
  readonly #controller = new AbortController()
  readonly signal = this.#controller.signal
  readonly #caller: AbortSignal | undefined
  readonly #stream: EgressRequest['stream']
  readonly #timers: NodeJS.Timeout[]
  readonly #forward = () => this.#controller.abort(this.#caller?.reason)
  #silence: NodeJS.Timeout | undefined
  #late: string | null = null

  constructor(timeoutMs: number, late: string, caller: AbortSignal | undefined, stream?: EgressRequest['stream']) {
    this.#caller = caller
    this.#stream = stream
    this.#timers = [this.#after(timeoutMs, stream ? 'did not begin its answer within' : late)]
    if (stream) this.#timers.push(this.#after(stream.totalMs, late))
    if (caller?.aborted) this.#forward()
    else caller?.addEventListener('abort', this.#forward, { once: true })
  }

  /** The head or another piece of the answer has come; in a stream, only silence from now on is too long. */
  heard(): void {
    if (this.#silence) this.#silence.refresh()
    else if (this.#stream) {
      clearTimeout(this.#timers.shift())
      this.#silence = this.#after(this.#stream.silenceMs, 'sent nothing more of its answer for')
      this.#timers.push(this.#silence)
    }
  }

  /** Why the request is over: the caller's reason, or the limit that it outlasted; undefined while it is not. */
  reason(host: string, cause: unknown): unknown {
    if (this.#late !== null) return new TimeoutError(`${host} ${this.#late}.`, { cause })
    return this.#caller?.aborted ? this.#caller.reason : undefined
  }

  end(): void {
    this.#timers.forEach(clearTimeout)
    this.#caller?.removeEventListener('abort', this.#forward)
  }

  #after(ms: number, late: string): NodeJS.Timeout {
    const onOver = () => {
      this.#late = `${late} ${ms} ms`
      this.#controller.abort()
    }
    return setTimeout(onOver, ms).unref()
  }
}
