import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { RateLimitedError } from '@svc/plugin'
import type { Clock, LoginThrottle } from '@svc/plugin'

const limit = 5
const windowMs = 60_000
// Given as a size, not as a count: for a count the cache would set aside its room at every start.
const atMost = { maxSize: 20_000, sizeCalculation: () => 1 }

const subnetGroups = 4

/** The network behind an address: an IPv6 customer holds a whole /64, so that is what is counted. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || !ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return (address as ipaddr.IPv6).parts.slice(0, subnetGroups).join(':')
}

/** {@link LoginThrottle} that remembers in this process, 20,000 names and networks at the most. */
export class CountingLoginThrottle implements LoginThrottle {
  readonly #clock: Clock
  readonly #failures = new LRUCache<string, readonly number[]>(atMost)
  readonly #running = new Map<string, number>()
  #settled = Promise.withResolvers<void>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  networkOf(ip: string): string {
    return networkOf(ip)
  }

  async guard<T>(subjects: readonly string[], attempt: () => Promise<T | null>): Promise<T | null> {
    await this.#enter(subjects)
    let wrong = false
    try {
      const result = await attempt()
      wrong = result === null
      return result
    } finally {
      this.#leave(subjects, wrong)
    }
  }

  /** Counts a wrong credential that cost nothing to check. @throws RateLimitedError from the sixth on */
  count(subjects: readonly string[]): void {
    this.#refuseSpent(subjects)
    for (const subject of subjects) this.#fail(subject)
  }

  async #enter(subjects: readonly string[]): Promise<void> {
    for (;;) {
      this.#refuseSpent(subjects)
      if (subjects.every(subject => this.#recent(subject).length + this.#runningFor(subject) < limit)) break
      await this.#settled.promise
    }
    for (const subject of subjects) this.#running.set(subject, this.#runningFor(subject) + 1)
  }

  #leave(subjects: readonly string[], wrong: boolean): void {
    for (const subject of subjects) {
      const others = this.#runningFor(subject) - 1
      if (others > 0) this.#running.set(subject, others)
      else this.#running.delete(subject)
      if (wrong) this.#fail(subject)
    }
    const settled = this.#settled
    this.#settled = Promise.withResolvers()
    settled.resolve()
  }

  #refuseSpent(subjects: readonly string[]): void {
    for (const subject of subjects) {
      const recent = this.#recent(subject)
      const oldest = recent.at(-limit)
      if (oldest === undefined) continue
      const seconds = Math.max(1, Math.ceil((oldest + windowMs - this.#clock.now()) / 1000))
      throw new RateLimitedError(`Too many wrong credentials. Try again in ${seconds} s.`, seconds)
    }
  }

  #runningFor(subject: string): number {
    return this.#running.get(subject) ?? 0
  }

  #recent(subject: string): readonly number[] {
    const since = this.#clock.now() - windowMs
    return (this.#failures.get(subject) ?? []).filter(at => at > since)
  }

  #fail(subject: string): void {
    this.#failures.set(subject, [...this.#recent(subject), this.#clock.now()].slice(-limit))
  }
}
