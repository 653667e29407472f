import { UnavailableError } from './errors.ts'

export interface FairTurnsOptions {
  /** At work at once. */
  most: number
  /** The limit for one caller; `most` when left out. */
  mostEach?: number
  /** Waiting, for one caller; any number when left out. */
  mostWaitingEach?: number
  /** Waiting, for all callers together; any number when left out. */
  mostWaiting?: number
  /** What a caller reads who may not even wait. */
  refusal: string
}

/** Ends a turn; calling it again does nothing. */
export type EndTurn = () => void

interface Waiter {
  go(): void
  refuse(error: unknown): void
}

interface Line {
  running: number
  waiting: Waiter[]
}

/** Turns at something scarce, such as a process: a caller who asks for many waits behind their own, and everyone else gets theirs. */
export class FairTurns {
  readonly #options: FairTurnsOptions
  /** The waiting callers; the one with the oldest turn comes first. */
  readonly #lines = new Map<string, Line>()
  #running = 0
  #waiting = 0
  #closed: Error | null = null

  constructor(options: FairTurnsOptions) {
    this.#options = options
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Runs `work` when its turn has come. @throws as {@link take} */
  async run<T>(callerId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const end = await this.take(callerId, signal)
    try {
      return await work()
    } finally {
      end()
    }
  }

  /** Waits for a turn; the caller ends it. @throws UnavailableError when too many wait, the signal's reason while it waits */
  async take(callerId: string, signal: AbortSignal): Promise<EndTurn> {
    signal.throwIfAborted()
    if (this.#closed) throw this.#closed
    const { mostWaitingEach = Infinity, mostWaiting = Infinity, refusal } = this.#options
    const line = this.#lineOf(callerId)
    const isFree = this.#running < this.#options.most && line.waiting.length === 0 && this.#mayRun(line)
    if (isFree) return this.#begin(callerId, line)
    if (line.waiting.length >= mostWaitingEach || this.#waiting >= mostWaiting) {
      this.#forget(callerId, line)
      throw new UnavailableError(refusal)
    }
    return this.#wait(callerId, line, signal)
  }

  /** A turn at once, even where that makes up to `most` at work; null beyond. For work that others who are at work wait for. */
  takeNow(callerId: string, most: number): EndTurn | null {
    if (this.#closed) throw this.#closed
    return this.#running < most ? this.#begin(callerId, this.#lineOf(callerId)) : null
  }

  /** Refuses those that wait, and all that come later. */
  close(reason: Error): void {
    this.#closed ??= reason
    for (const line of [...this.#lines.values()]) for (const waiter of [...line.waiting]) waiter.refuse(reason)
  }

  #wait(callerId: string, line: Line, signal: AbortSignal): Promise<EndTurn> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        signal.removeEventListener('abort', leave)
        line.waiting.splice(line.waiting.indexOf(waiter), 1)
        this.#waiting -= 1
      }
      const waiter: Waiter = {
        go: () => {
          settle()
          resolve(this.#begin(callerId, line))
        },
        refuse: error => {
          settle()
          this.#forget(callerId, line)
          reject(error)
        },
      }
      const leave = (): void => waiter.refuse(signal.reason)
      line.waiting.push(waiter)
      this.#waiting += 1
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  /** Counts the turn at once, so that nobody slips in between, and puts the caller at the end of the order. */
  #begin(callerId: string, line: Line): EndTurn {
    line.running += 1
    this.#running += 1
    this.#lines.delete(callerId)
    this.#lines.set(callerId, line)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      line.running -= 1
      this.#running -= 1
      this.#forget(callerId, line)
      this.#next()
    }
  }

  #next(): void {
    for (const line of [...this.#lines.values()]) {
      if (this.#running >= this.#options.most) return
      if (this.#mayRun(line)) line.waiting[0]?.go()
    }
  }

  #mayRun(line: Line): boolean {
    return line.running < (this.#options.mostEach ?? this.#options.most)
  }

  #lineOf(callerId: string): Line {
    const known = this.#lines.get(callerId)
    if (known) return known
    const line: Line = { running: 0, waiting: [] }
    this.#lines.set(callerId, line)
    return line
  }

  #forget(callerId: string, line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(callerId)
  }
}
