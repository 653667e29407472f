import type { JobRecord } from '@svc/plugin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JobStoreKit, minute } from './kit.ts'
import type { OpenJobStore } from './kit.ts'

type Step =
  | { do: 'enqueue'; priority: number; delay: number; attempts: number }
  | { do: 'claim'; limit: number; everywhere: boolean }
  | { do: 'settle'; claim: number; how: 'succeeded' | 'failed' | 'given_back'; retry: boolean }
  | { do: 'renew'; claim: number }
  | { do: 'cancel' | 'retry'; job: number }
  | { do: 'advance'; ms: number }
  | { do: 'reclaim' }

const pick = fc.nat({ max: 30 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('enqueue' as const),
    priority: fc.integer({ min: -1, max: 1 }),
    delay: fc.constantFrom(0, 0, minute),
    attempts: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ do: fc.constant('claim' as const), limit: fc.integer({ min: 1, max: 3 }), everywhere: fc.boolean() }),
  fc.record({
    do: fc.constant('settle' as const),
    claim: pick,
    how: fc.constantFrom('succeeded' as const, 'failed' as const, 'given_back' as const),
    retry: fc.boolean(),
  }),
  fc.record({ do: fc.constant('renew' as const), claim: pick }),
  fc.record({ do: fc.constantFrom('cancel' as const, 'retry' as const), job: pick }),
  fc.record({ do: fc.constant('advance' as const), ms: fc.constantFrom(1, minute / 2, minute, 3 * minute) }),
  fc.record({ do: fc.constant('reclaim' as const) }),
)

/** What whoever drives the store knows of a job. */
interface Known {
  /** Claims since it was queued anew that were neither given back nor refused. */
  attempts: number
  most: number
  token: string | null
  leaseEnd: number
  isOver: boolean
}

/** Plays a history against the store, and checks each answer against what must hold whatever came before. */
class Player {
  readonly #t: JobStoreKit
  readonly #jobs = new Map<string, Known>()
  readonly #claims: JobRecord[] = []

  constructor(t: JobStoreKit) {
    this.#t = t
  }

  async play(step: Step): Promise<void> {
    const t = this.#t
    if (step.do === 'advance') t.clock.advance(step.ms)
    else if (step.do === 'reclaim') await t.store.reclaim(5)
    else if (step.do === 'enqueue') await this.#enqueue(step)
    else if (step.do === 'claim') await this.#claim(step)
    else if (step.do === 'settle') await this.#settle(step)
    else if (step.do === 'renew') await this.#renew(step.claim)
    else await this.#change(step)
  }

  /** The counts agree with the rows, and the rows with what is known. */
  async check(): Promise<void> {
    const t = this.#t
    const rows = await t.store.list(t.workspaceId, {}, { count: 200, before: null })
    const counted = { queued: 0, running: 0, succeeded: 0, cancelled: 0, dead: 0 }
    for (const row of rows) counted[row.state] += 1
    expect((await t.store.stats(t.workspaceId)).states).toEqual(counted)
    expect(new Set(rows.map(row => row.job_id))).toEqual(new Set(this.#jobs.keys()))
    for (const row of rows) {
      expect([row.job_id, row.attempt]).toEqual([row.job_id, this.#known(row).attempts])
      expect(row.attempt).toBeLessThanOrEqual(row.max_attempts)
    }
  }

  async #enqueue({ priority, delay, attempts }: Extract<Step, { do: 'enqueue' }>): Promise<void> {
    const t = this.#t
    const { job_id } = await t.enqueue({ priority, run_at: t.now + delay, max_attempts: attempts })
    this.#jobs.set(job_id, { attempts: 0, most: attempts, token: null, leaseEnd: 0, isOver: false })
  }

  async #claim({ limit, everywhere }: Extract<Step, { do: 'claim' }>): Promise<void> {
    const t = this.#t
    const claimed = await t.claim({ limit, workspaceId: everywhere ? null : t.workspaceId })
    for (const job of claimed) {
      const known = this.#known(job)
      expect(known.isOver, 'a job that has ended is not claimed').toBe(false)
      if (known.token !== null) expect(known.leaseEnd, 'no job has two live holders').toBeLessThanOrEqual(t.now)
      known.attempts += 1
      expect([job.job_id, job.attempt]).toEqual([job.job_id, known.attempts])
      known.token = job.claim_token
      known.leaseEnd = job.lease_expires_at ?? 0
      this.#claims.push(job)
    }
  }

  async #settle({ claim, how, retry }: Extract<Step, { do: 'settle' }>): Promise<void> {
    const t = this.#t
    const job = this.#claims[claim % Math.max(1, this.#claims.length)]
    if (job === undefined) return
    const known = this.#known(job)
    const before = await t.stored(job)
    const end = {
      succeeded: () => t.succeed(job),
      failed: () => t.fail(job, { retry }),
      given_back: () => t.giveBack(job),
    }
    const answer = await end[how]()
    const after = await t.stored(job)
    if (answer !== 'accepted') {
      expect(after, 'what is refused changes nothing').toEqual(before)
      return
    }
    expect(job.claim_token, 'the newest token alone is heard').toBe(known.token)
    expect([before.state, known.isOver], 'one end alone is recorded').toEqual(['running', false])
    known.token = null
    if (how === 'given_back') known.attempts -= 1
    known.isOver = after.state !== 'queued'
  }

  async #renew(claim: number): Promise<void> {
    const t = this.#t
    const job = this.#claims[claim % Math.max(1, this.#claims.length)]
    if (job === undefined) return
    const answer = await t.renew(job)
    if (answer?.type !== 'renewed') return
    const known = this.#known(job)
    expect(job.claim_token).toBe(known.token)
    known.leaseEnd = answer.lease_expires_at
  }

  async #change({ do: what, job: index }: Extract<Step, { do: 'cancel' | 'retry' }>): Promise<void> {
    const t = this.#t
    const job_id = [...this.#jobs.keys()][index % Math.max(1, this.#jobs.size)]
    if (job_id === undefined) return
    const known = this.#known({ job_id })
    const before = await t.stored({ workspace_id: t.workspaceId, job_id })
    const answer =
      what === 'cancel' ? await t.store.cancel(t.workspaceId, job_id) : await t.store.retry(t.workspaceId, job_id)
    if (answer.type !== 'changed') return
    if (what === 'retry') {
      expect(['dead', 'cancelled']).toContain(before.state)
      Object.assign(known, { attempts: 0, token: null, isOver: false })
    } else known.isOver = answer.job.state === 'cancelled'
  }

  #known({ job_id }: { job_id: string }): Known {
    const known = this.#jobs.get(job_id)
    if (known === undefined) throw new Error(`${job_id} was never put in`)
    return known
  }
}

/** The promises hold over random histories. */
export function describeHistories(open: OpenJobStore): void {
  describe('any history', () => {
    it('has one holder a job, one end a life, attempts counted at each claim, and counts that agree', async () => {
      const history = fc.array(step, { minLength: 20, maxLength: 60 })
      await fc.assert(
        fc.asyncProperty(history, async steps => {
          const t = await JobStoreKit.open(open)
          try {
            const player = new Player(t)
            for (const each of steps) await player.play(each)
            await player.check()
          } finally {
            await t.opened.close()
          }
        }),
        { numRuns: 15 },
      )
    })
  })
}
