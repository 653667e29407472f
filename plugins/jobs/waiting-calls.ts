import { RateLimitedError } from '@svc/plugin'
import type { Principal } from '@svc/plugin'

const mostWaiting = 1000
const retryAfterSeconds = 5

/** Who waits for jobs, by credential: each of them is looked after whenever there is work, so that one caller must not be thousands. */
export class WaitingCalls {
  readonly #counts = new Map<string, number>()

  /** Call what it returns when the wait is over. @throws RateLimitedError */
  begin({ key_id, user_id }: Principal): () => void {
    const caller = key_id ?? user_id
    const count = this.#counts.get(caller) ?? 0
    if (count >= mostWaiting) {
      const message = `More than ${mostWaiting} claims wait for jobs at once. Take more jobs with one claim ("limit"), or claim without "wait_seconds".`
      throw new RateLimitedError(message, retryAfterSeconds)
    }
    this.#counts.set(caller, count + 1)
    return () => this.#end(caller)
  }

  #end(caller: string): void {
    const left = (this.#counts.get(caller) ?? 1) - 1
    if (left > 0) this.#counts.set(caller, left)
    else this.#counts.delete(caller)
  }
}
