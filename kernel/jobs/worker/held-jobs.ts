import type { Claim, JobRecord, Settlement } from '@svc/plugin'
import type { Attempt } from './attempt.ts'

/** Jobs longer than this are not fetched ahead: they would wait here while another worker is idle. */
const shortMs = 50
const weight = 0.2

type HeldState = 'waiting' | 'running' | 'ended'

/** A claimed job: it waits for a free place, runs, or has ended and its outcome is not acknowledged yet. */
export interface HeldJob {
  readonly record: JobRecord
  readonly claim: Claim
  /** When it was claimed, on the worker's clock. */
  readonly since: number
  readonly state: HeldState
  attempt: Attempt | null
  settlement: Settlement | null
  /** `alone`: its outcome could not be written with others, and is tried by itself; `resting`: it is not tried for some seconds. */
  trouble: 'none' | 'alone' | 'resting'
  /** The progress that the source has been sent. */
  reported: number
}

/** What a worker has claimed and not yet settled, by claim token. */
export class HeldJobs {
  readonly #held = new Map<string, HeldJob>()
  readonly #in: Record<HeldState, Set<HeldJob>> = { waiting: new Set(), running: new Set(), ended: new Set() }
  #emptied = Promise.withResolvers<void>()

  get size(): number {
    return this.#held.size
  }

  add(record: JobRecord, now: number): HeldJob {
    const { workspace_id, job_id, claim_token } = record
    const claim = { workspace_id, job_id, claim_token: claim_token ?? '' }
    const job: HeldJob = {
      record,
      claim,
      since: now,
      state: 'waiting',
      attempt: null,
      settlement: null,
      trouble: 'none',
      reported: record.progress,
    }
    if (this.#held.size === 0) this.#emptied = Promise.withResolvers()
    this.#held.set(claim.claim_token, job)
    this.#in.waiting.add(job)
    return job
  }

  move(job: HeldJob, state: HeldState): void {
    if (!this.#in[job.state].delete(job)) return
    Object.assign(job, { state })
    this.#in[state].add(job)
  }

  /** False when it was dropped already. */
  drop(job: HeldJob): boolean {
    const was = this.#held.delete(job.claim.claim_token)
    this.#in[job.state].delete(job)
    if (this.#held.size === 0) this.#emptied.resolve()
    return was
  }

  all(): HeldJob[] {
    return [...this.#held.values()]
  }

  in(state: HeldState): HeldJob[] {
    return [...this.#in[state]]
  }

  count(state: HeldState): number {
    return this.#in[state].size
  }

  first(state: HeldState): HeldJob | undefined {
    const [first] = this.#in[state]
    return first
  }

  byToken(token: string): HeldJob | undefined {
    return this.#held.get(token)
  }

  /** Resolves when nothing is held any more. */
  async emptied(): Promise<void> {
    if (this.#held.size > 0) await this.#emptied.promise
  }
}

/** How many jobs to claim at once: what there is room for, and more while the queue is deep and its jobs are short. */
export class Prefetch {
  readonly #concurrency: number
  #isDeep = false
  #meanMs = Infinity

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  /** How many more to claim when `held` wait or run. */
  room(held: number): number {
    const isAhead = this.#isDeep && this.#meanMs < shortMs
    return (isAhead ? 2 : 1) * this.#concurrency - held
  }

  /** As many as were asked for: there are more where these came from. */
  claimed(count: number, asked: number): void {
    this.#isDeep = count >= asked
  }

  ran(ms: number): void {
    this.#meanMs = this.#meanMs === Infinity ? ms : this.#meanMs * (1 - weight) + ms * weight
  }
}
