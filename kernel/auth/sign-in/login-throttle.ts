import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { RateLimitedError } from '@svc/plugin'
import type { Clock, LoginThrottle, ThrottledSubject } from '@svc/plugin'

const limit = 5
const windowMs = 60_000
// Given as a size, not as a count: for a count the cache would set aside its room at every start.
const atMost = { maxSize: 20_000, sizeCalculation: () => 1 }

const subnetGroups = 4

type Counted = Exclude<ThrottledSubject, string>

function whole(given: ThrottledSubject): Counted {
  return typeof given === 'string' ? { subject: given, most: limit } : given
}

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

  async guard<T>(given: readonly ThrottledSubject[], attempt: () => Promise<T | null>): Promise<T | null> {
    const subjects = given.map(whole)
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
  count(given: readonly ThrottledSubject[]): void {
    const subjects = given.map(whole)
    this.#refuseSpent(subjects)
    for (const { subject, most } of subjects) this.#fail(subject, most)
  }

  async #enter(subjects: readonly Counted[]): Promise<void> {
    for (;;) {
      this.#refuseSpent(subjects)
      const hasRoom = ({ subject, most }: Counted) => this.#recent(subject).length + this.#runningFor(subject) < most
      if (subjects.every(hasRoom)) break
      await this.#settled.promise
    }
    for (const { subject } of subjects) this.#running.set(subject, this.#runningFor(subject) + 1)
  }

  #leave(subjects: readonly Counted[], wrong: boolean): void {
    for (const { subject, most } of subjects) {
      const others = this.#runningFor(subject) - 1
      if (others > 0) this.#running.set(subject, others)
      else this.#running.delete(subject)
      if (wrong) this.#fail(subject, most)
    }
    const settled = this.#settled
    this.#settled = Promise.withResolvers()
    settled.resolve()
  }

  #refuseSpent(subjects: readonly Counted[]): void {
    for (const { subject, most } of subjects) {
      const recent = this.#recent(subject)
      const oldest = recent.at(-most)
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

  #fail(subject: string, most: number): void {
    this.#failures.set(subject, [...this.#recent(subject), this.#clock.now()].slice(-most))
  }
}
