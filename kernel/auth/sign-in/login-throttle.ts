import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { RateLimitedError } from '@svc/plugin'
import type { Clock, Failure, LoginThrottle, SharedFailures, ThrottledSubject } from '@svc/plugin'

const limit = 5
const windowMs = 60_000
// Given as a size, not as a count: for a count the cache would set aside its room at every start.
const atMost = { maxSize: 20_000, sizeCalculation: () => 1 }
const subnetGroups = 4

type Counted = Exclude<ThrottledSubject, string>

/** The network behind an address: an IPv6 customer holds a whole /64, so that is what is counted. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || !ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return (address as ipaddr.IPv6).parts.slice(0, subnetGroups).join(':')
}

interface Shared {
  failures: SharedFailures
  /** The same on all servers. A name that nobody has may be a password in the wrong field, so others get a keyed hash of it. */
  key: string
}

/**
 * {@link LoginThrottle} that remembers in this process, 20,000 names and networks at the most. With `shared` it knows of the failures at
 * other servers too, and asks nobody before a try; tries at several servers in the same moment are each counted where they are made.
 */
export class CountingLoginThrottle implements LoginThrottle {
  readonly #clock: Clock
  readonly #failures = new LRUCache<string, readonly number[]>(atMost)
  readonly #running = new Map<string, number>()
  readonly #shared: Shared | null
  #settled = Promise.withResolvers<void>()

  constructor(clock: Clock, shared: Shared | null = null) {
    this.#clock = clock
    this.#shared = shared
    shared?.failures.onAdded((added, { isAll }) => this.#hear(added, isAll))
  }

  networkOf(ip: string): string {
    return networkOf(ip)
  }

  async guard<T>(given: readonly ThrottledSubject[], attempt: () => Promise<T | null>): Promise<T | null> {
    const subjects = given.map(each => this.#whole(each))
    await this.#enter(subjects)
    let result: T | null
    let wrong = false
    try {
      result = await attempt()
      wrong = result === null
    } finally {
      this.#leave(subjects, wrong)
    }
    if (wrong) await this.#share(subjects)
    return result
  }

  /** Counts a wrong credential that cost nothing to check. @throws RateLimitedError from the sixth on */
  async count(given: readonly ThrottledSubject[]): Promise<void> {
    const subjects = given.map(each => this.#whole(each))
    this.#refuseSpent(subjects)
    for (const { subject, most } of subjects) this.#fail(subject, most)
    await this.#share(subjects)
  }

  #whole(given: ThrottledSubject): Counted {
    const { subject, most } = typeof given === 'string' ? { subject: given, most: limit } : given
    if (this.#shared === null) return { subject, most }
    return { subject: createHmac('sha256', this.#shared.key).update(subject).digest('base64url'), most }
  }

  async #share(subjects: readonly Counted[]): Promise<void> {
    const names = subjects.map(({ subject }) => subject)
    await this.#shared?.failures.add(names, windowMs)
  }

  #hear(added: readonly Failure[], isAll: boolean): void {
    const now = this.#clock.now()
    for (const [subject, of] of Map.groupBy(added, failure => failure.subject)) {
      const times = of.map(({ agoMs }) => now - agoMs).toSorted((a, b) => a - b)
      const known = this.#recent(subject)
      // All that are kept hold those that are known here; but for one that is on its way.
      if (!isAll) this.#failures.set(subject, [...known, ...times])
      else if (times.length > known.length) this.#failures.set(subject, times)
    }
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
    const now = this.#clock.now()
    // One ahead of now was counted before the clock was set back.
    return (this.#failures.get(subject) ?? []).filter(at => at > now - windowMs && at <= now)
  }

  #fail(subject: string, most: number): void {
    this.#failures.set(subject, [...this.#recent(subject), this.#clock.now()].slice(-most))
  }
}
