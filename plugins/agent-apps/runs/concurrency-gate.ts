import { RateLimitedError } from '@svc/plugin'

const maxWaiting = 100

interface Line {
  running: number
  waiting: (() => void)[]
}

/**
 * Lets `limit` runs of an app in at a time, each workspace counted by itself, so that one with many runs holds up no other; a
 * bounded number waits in line.
 */
export class ConcurrencyGate {
  limit = 1
  /** The lines of the workspaces that have runs. */
  readonly #lines = new Map<string, Line>()

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
    const line = this.#lines.get(workspaceId) ?? { running: 0, waiting: [] }
    this.#lines.set(workspaceId, line)
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
