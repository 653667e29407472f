export interface LoopTurnsOptions {
  /** Requests of one person that may wait. */
  mostWaiting: number
  /** Bytes of their bodies together. */
  mostBytes: number
}

/** A request that is about to begin. */
export interface Beginning {
  person: string
  /** Bytes of its body, which is held while it waits. */
  bytes: number
  /** True once its client has left. */
  answer: { readonly destroyed: boolean }
  go(): void
}

interface Line {
  waiters: Beginning[]
  bytes: number
}

const mostATurn = 16
/** A turn of the loop that takes longer lets fewer requests of each person begin in the next. */
const longTurnMs = 2

/**
 * Shares the event loop among persons. Of each person so many requests begin in one turn of the loop, one at least; the others wait in a
 * line of that person's own. A person who calls now and then waits for a few requests of the others, never for all of them.
 */
export class LoopTurns {
  readonly #options: LoopTurnsOptions
  readonly #lines = new Map<string, Line>()
  /** How many requests of each person began in this turn of the loop. */
  readonly #begun = new Map<string, number>()
  #allowed = mostATurn
  #turnBeganAt = 0
  #isScheduled = false

  constructor(options: LoopTurnsOptions) {
    this.#options = options
  }

  /** Calls `go` when the turn has come: at once, unless this person began many just now. False, without calling it, when too many wait. */
  enter(request: Beginning): boolean {
    const { person, bytes } = request
    const begun = this.#begun.get(person) ?? 0
    let line = this.#lines.get(person)
    if (line === undefined && begun < this.#allowed) {
      this.#begun.set(person, begun + 1)
      this.#schedule()
      request.go()
      return true
    }
    line ??= { waiters: [], bytes: 0 }
    const { mostWaiting, mostBytes } = this.#options
    if (line.waiters.length >= mostWaiting || line.bytes + bytes > mostBytes) return false
    line.waiters.push(request)
    line.bytes += bytes
    this.#lines.set(person, line)
    this.#schedule()
    return true
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#turnBeganAt = performance.now()
    setImmediate(() => this.#nextTurn())
  }

  #nextTurn(): void {
    const isLong = performance.now() - this.#turnBeganAt > longTurnMs
    this.#allowed = isLong ? Math.max(1, Math.floor(this.#allowed / 2)) : Math.min(mostATurn, this.#allowed * 2)
    this.#begun.clear()
    this.#isScheduled = false
    for (const [person, line] of this.#lines) this.#beginOf(person, line)
    if (this.#lines.size > 0) this.#schedule()
  }

  #beginOf(person: string, line: Line): void {
    let begun = 0
    while (begun < this.#allowed) {
      const next = line.waiters.shift()
      if (next === undefined) break
      line.bytes -= next.bytes
      // Nobody reads the answer to a client that left.
      if (next.answer.destroyed) continue
      begun += 1
      this.#schedule()
      next.go()
    }
    this.#begun.set(person, begun)
    if (line.waiters.length === 0) this.#lines.delete(person)
  }
}
