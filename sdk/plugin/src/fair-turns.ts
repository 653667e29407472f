import { Busiest } from './busiest.ts'
import { RateLimitedError } from './errors.ts'

export interface FairTurnsOptions {
  /** At work at once. */
  most: number
  /** The limit for one caller; `most` when left out. */
  mostEach?: number
  /** Waiting, for one caller; any number when left out. */
  mostWaitingEach?: number
  /** Waiting, for all callers together; any number when left out. */
  mostWaiting?: number
  /** What a caller reads who may not even wait, with 429. */
  refusal: string
}

/** Ends a turn; calling it again does nothing. */
export type EndTurn = () => void

interface Waiter {
  person: string
  round: number
  go(): void
  refuse(error: unknown): void
}

interface Line {
  running: number
  /** By round. */
  waiting: Waiter[]
  /** How many of each person wait. */
  persons: Busiest<string>
  /** Of the turn that began last. */
  round: number
  /** The latest round of each person. */
  rounds: Map<string, number>
}

const retryAfterSeconds = 5

/**
 * Turns at something scarce, such as a process: a caller who asks for many waits behind their own, and everyone else gets theirs. So do
 * the persons of one caller. Where no more may wait, the person with the most waiting gives way to one with fewer.
 */
export class FairTurns {
  readonly #options: FairTurnsOptions
  /** The waiting callers; the one with the oldest turn comes first. */
  readonly #lines = new Map<string, Line>()
  readonly #longest = new Busiest<Line>()
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
  async run<T>(callerId: string, signal: AbortSignal, work: () => Promise<T>, person?: string): Promise<T> {
    const end = await this.take(callerId, signal, person)
    try {
      return await work()
    } finally {
      end()
    }
  }

  /** Waits for a turn; the caller ends it. @throws RateLimitedError when too many wait, the signal's reason while it waits */
  async take(callerId: string, signal: AbortSignal, person = ''): Promise<EndTurn> {
    signal.throwIfAborted()
    if (this.#closed) throw this.#closed
    const line = this.#lineOf(callerId)
    const isFree = this.#running < this.#options.most && line.waiting.length === 0 && this.#mayRun(line)
    if (isFree) return this.#begin(callerId, line, nextRound(line, person))
    this.#makeRoom(callerId, line, person)
    return this.#wait(callerId, line, signal, person)
  }

  /** A turn at once, even where that makes up to `most` at work; null beyond. For work that others who are at work wait for. */
  takeNow(callerId: string, most: number): EndTurn | null {
    if (this.#closed) throw this.#closed
    if (this.#running >= most) return null
    const line = this.#lineOf(callerId)
    return this.#begin(callerId, line, line.round)
  }

  /** Refuses those that wait, and all that come later. */
  close(reason: Error): void {
    this.#closed ??= reason
    for (const line of [...this.#lines.values()]) for (const waiter of [...line.waiting]) waiter.refuse(reason)
  }

  /** One more may wait, if need be in the place of another. @throws RateLimitedError */
  #makeRoom(callerId: string, line: Line, person: string): void {
    const { mostWaitingEach = Infinity, mostWaiting = Infinity, refusal } = this.#options
    const isLineFull = line.waiting.length >= mostWaitingEach
    if (!isLineFull && this.#waiting < mostWaiting) return
    const longest = isLineFull ? line : this.#longestBeside(line)
    const other = longest === line ? lastOfBusiest(line, person) : longest.waiting.at(-1)
    const isFewer = longest === line || longest.waiting.length > line.waiting.length + 1
    const error = new RateLimitedError(refusal, retryAfterSeconds)
    if (other !== undefined && isFewer) return other.refuse(error)
    this.#forget(callerId, line)
    throw error
  }

  #longestBeside(line: Line): Line {
    const longest = this.#longest.first
    return longest !== undefined && longest.waiting.length > line.waiting.length ? longest : line
  }

  #wait(callerId: string, line: Line, signal: AbortSignal, person: string): Promise<EndTurn> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        signal.removeEventListener('abort', leave)
        line.waiting.splice(line.waiting.indexOf(waiter), 1)
        line.persons.remove(person)
        this.#longest.remove(line)
        this.#waiting -= 1
      }
      const waiter: Waiter = {
        person,
        round: nextRound(line, person),
        go: () => {
          settle()
          resolve(this.#begin(callerId, line, waiter.round))
        },
        refuse: error => {
          settle()
          const latest = line.waiting.findLast(each => each.person === person)
          line.rounds.set(person, latest?.round ?? line.round)
          this.#forget(callerId, line)
          reject(error)
        },
      }
      const leave = (): void => waiter.refuse(signal.reason)
      const behind = line.waiting.findLastIndex(({ round }) => round <= waiter.round)
      line.waiting.splice(behind + 1, 0, waiter)
      line.persons.add(person)
      this.#longest.add(line)
      this.#waiting += 1
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  /** Counts the turn at once, so that nobody slips in between, and puts the caller at the end of the order. */
  #begin(callerId: string, line: Line, round: number): EndTurn {
    line.round = Math.max(line.round, round)
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
    // A line whose waiter begins goes to the end of the map while this walks it, and comes again: as long as there is room, rightly.
    for (const line of this.#lines.values()) {
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
    const line: Line = { running: 0, waiting: [], persons: new Busiest(), round: 0, rounds: new Map() }
    this.#lines.set(callerId, line)
    return line
  }

  #forget(callerId: string, line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(callerId)
  }
}

/** The persons of a line have turns: each one's next is a round later than their last, and never earlier than what goes on now. */
function nextRound(line: Line, person: string): number {
  const round = Math.max(line.round, (line.rounds.get(person) ?? -1) + 1)
  line.rounds.set(person, round)
  return round
}

/** What the person with the most waiting asked for last; undefined where that would not be fairer to `newcomer`. */
function lastOfBusiest({ persons, waiting }: Line, newcomer: string): Waiter | undefined {
  const busiest = persons.first
  if (busiest === undefined || persons.countOf(busiest) <= persons.countOf(newcomer) + 1) return undefined
  return waiting.findLast(({ person }) => person === busiest)
}
