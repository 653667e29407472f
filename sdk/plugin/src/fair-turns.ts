import { UnavailableError } from './errors.ts'

export interface FairTurnsOptions {
  /** At work at once. */
  most: number
  /** Of these, for one of those who ask. */
  mostEach: number
  /** Waiting, for one of those who ask. */
  mostWaitingEach: number
  /** Told to whoever may not even wait. */
  refusal: string
}

interface Line {
  running: number
  waiting: (() => void)[]
}

/** Turns at something scarce, such as a process: whoever asks for many waits behind their own, and everyone else gets theirs. */
export class FairTurns {
  readonly #options: FairTurnsOptions
  /** By who asks, the one whose turn was longest ago first. */
  readonly #lines = new Map<string, Line>()
  #running = 0

  constructor(options: FairTurnsOptions) {
    this.#options = options
  }

  /** Runs `work` when its turn has come. @throws UnavailableError when too many wait, the signal's reason while it waits */
  async run<T>(who: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    const line = this.#lineOf(who)
    if (line.waiting.length >= this.#options.mostWaitingEach) throw new UnavailableError(this.#options.refusal)
    try {
      await this.#turn(line, signal)
    } catch (error) {
      this.#forget(who, line)
      throw error
    }
    try {
      return await work()
    } finally {
      line.running -= 1
      this.#running -= 1
      this.#forget(who, line)
      this.#next()
    }
  }

  #forget(who: string, line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(who)
  }

  #lineOf(who: string): Line {
    const known = this.#lines.get(who)
    if (known) return known
    const line: Line = { running: 0, waiting: [] }
    this.#lines.set(who, line)
    return line
  }

  #turn(line: Line, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        line.waiting.splice(line.waiting.indexOf(go), 1)
        reject(signal.reason)
      }
      line.waiting.push(go)
      signal.addEventListener('abort', leave, { once: true })
      this.#next()
    })
  }

  /** Counts whoever goes at once, so that nobody slips in between. */
  #next(): void {
    const { most, mostEach } = this.#options
    for (const [who, line] of [...this.#lines]) {
      if (this.#running >= most) return
      if (line.running >= mostEach) continue
      const go = line.waiting.shift()
      if (!go) continue
      line.running += 1
      this.#running += 1
      this.#lines.delete(who)
      this.#lines.set(who, line)
      go()
    }
  }
}
