import { UnavailableError } from '@svc/plugin'

const mostItems = 500
const mostFlights = 2

interface Passenger<In, Out> {
  items: readonly In[]
  resolve(answers: Out[]): void
  reject(error: unknown): void
}

/**
 * Lets callers that come at the same time share one trip to the database, and so one commit. Who comes while others are under way
 * waits for the next trip.
 */
export class SharedFlight<In, Out> {
  readonly #fly: (items: readonly In[]) => Promise<Out[]>
  readonly #waiting: Passenger<In, Out>[] = []
  readonly #flights = new Set<Promise<void>>()
  #isBoarding = false

  /** `fly` answers in the order of its items, all or none. */
  constructor(fly: (items: readonly In[]) => Promise<Out[]>) {
    this.#fly = fly
  }

  async join(items: readonly In[]): Promise<Out[]> {
    if (items.length === 0) return []
    return new Promise((resolve, reject) => {
      this.#waiting.push({ items, resolve, reject })
      this.#board()
    })
  }

  /** Resolves when nobody is under way. */
  async landed(): Promise<void> {
    while (this.#flights.size > 0 || this.#waiting.length > 0) {
      await Promise.all(this.#flights)
      await new Promise(setImmediate)
    }
  }

  #board(): void {
    if (this.#isBoarding || this.#flights.size >= mostFlights || this.#waiting.length === 0) return
    this.#isBoarding = true
    // Callers of the same turn of the loop come along.
    queueMicrotask(() => {
      this.#isBoarding = false
      const flight = this.#take(this.#nextPassengers())
      this.#flights.add(flight)
      void flight.then(() => {
        this.#flights.delete(flight)
        this.#board()
      })
      this.#board()
    })
  }

  #nextPassengers(): Passenger<In, Out>[] {
    const passengers: Passenger<In, Out>[] = []
    let count = 0
    while (this.#waiting[0] !== undefined && (count === 0 || count + this.#waiting[0].items.length <= mostItems)) {
      const next = this.#waiting.shift() as Passenger<In, Out>
      passengers.push(next)
      count += next.items.length
    }
    return passengers
  }

  async #take(passengers: readonly Passenger<In, Out>[]): Promise<void> {
    try {
      const answers = await this.#fly(passengers.flatMap(each => each.items))
      let from = 0
      for (const { items, resolve } of passengers) {
        resolve(answers.slice(from, from + items.length))
        from += items.length
      }
    } catch (error) {
      const isForAll = passengers.length === 1 || error instanceof UnavailableError
      if (isForAll) for (const { reject } of passengers) reject(error)
      // One of them brought it down: each goes by itself.
      else await Promise.all(passengers.map(each => this.#take([each])))
    }
  }
}
