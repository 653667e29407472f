import { BusyError, RateLimitedError } from '@svc/plugin'
import type { Clock } from '@svc/plugin'

const maxWaiting = 100
/** A line in which nobody was let in for so long stands still. */
const patienceMs = 5000
/** When the first one that was sent away comes again; each that follows it comes a little later. */
const firstPauseSeconds = 5
const stepSeconds = 2
const longestPauseSeconds = 120

interface Line {
  running: number
  waiting: (() => void)[]
  /** How many were let in. */
  admitted: number
  /** How many were sent away since the last one was let in: when there are any, the line stands still. */
  sentAway: number
}

/**
 * Lets `limit` runs of an app in at a time, each workspace counted by itself, so that one with many runs holds up no other; a
 * bounded number waits in line.
 */
export class ConcurrencyGate {
  limit = 1
  readonly #clock: Clock
  /** The lines of the workspaces that have runs. */
  readonly #lines = new Map<string, Line>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Resolves to the function that lets the next one in. Synchronous while there is room.
   * @throws RateLimitedError when too many wait already, or it may not wait; the signal's reason when it aborts first
   */
  enter(
    app: string,
    workspaceId: string,
    signal: AbortSignal,
    { mayWait = true }: { mayWait?: boolean } = {},
  ): (() => void) | Promise<() => void> {
    const line = this.#lineOf(workspaceId)
    if (line.running < this.limit) return this.#admit(workspaceId, line)
    if (!mayWait) {
      const why = 'who calls it here is called by it as well, and the two would wait for each other'
      throw new RateLimitedError(`${app} runs ${this.limit} times at once already, and ${why}.`, 1)
    }
    if (line.waiting.length >= maxWaiting) {
      throw new RateLimitedError(
        `${app} runs ${this.limit} times at once, and ${maxWaiting} more runs wait. Try again later.`,
        1,
      )
    }
    return this.#wait(workspaceId, line, signal)
  }

  /**
   * The same for a run that holds a worker's place while it waits, and can come again: it waits only while the line moves.
   * @throws BusyError, which says when to come again; the signal's reason when it aborts first
   */
  async enterOrComeAgain(app: string, workspaceId: string, signal: AbortSignal): Promise<() => void> {
    const line = this.#lineOf(workspaceId)
    if (line.running < this.limit) return this.#admit(workspaceId, line)
    if (line.sentAway > 0 || line.waiting.length >= maxWaiting) throw this.#sendAway(app, line)
    const over = new AbortController()
    const left = new AbortController()
    void this.#untilItStands(line, left.signal).then(
      () => over.abort(this.#sendAway(app, line)),
      () => undefined,
    )
    const entered = this.#wait(workspaceId, line, AbortSignal.any([signal, over.signal]))
    return entered.finally(() => left.abort())
  }

  #lineOf(workspaceId: string): Line {
    const line = this.#lines.get(workspaceId) ?? { running: 0, waiting: [], admitted: 0, sentAway: 0 }
    this.#lines.set(workspaceId, line)
    return line
  }

  async #untilItStands(line: Line, signal: AbortSignal): Promise<void> {
    let admitted: number
    do {
      admitted = line.admitted
      await this.#clock.sleep(patienceMs, signal)
    } while (line.admitted !== admitted)
  }

  #sendAway(app: string, line: Line): BusyError {
    const pause = Math.min(firstPauseSeconds + stepSeconds * line.sentAway, longestPauseSeconds)
    line.sentAway += 1
    return new BusyError(`${app} runs ${this.limit} times at once.`, { retry_after_seconds: pause })
  }

  #wait(workspaceId: string, line: Line, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', leave)
        resolve(this.#admit(workspaceId, line))
      }
      const leave = () => {
        line.waiting.splice(line.waiting.indexOf(enter), 1)
        reject(signal.reason)
      }
      if (signal.aborted) return reject(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
      line.waiting.push(enter)
    })
  }

  #admit(workspaceId: string, line: Line): () => void {
    line.running += 1
    line.admitted += 1
    line.sentAway = 0
    let left = false
    return () => {
      if (left) return
      left = true
      line.running -= 1
      if (line.running < this.limit) line.waiting.shift()?.()
      if (line.running === 0) this.#lines.delete(workspaceId)
    }
  }
}
