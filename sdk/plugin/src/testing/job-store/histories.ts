import type { JobRecord } from '../../index.ts'
import { JobStoreKit, minute } from './kit.ts'
import type { OpenJobStore } from './kit.ts'
import type { TestRunner } from '../test-runner.ts'

type Step =
  | { do: 'enqueue'; priority: number; delay: number; attempts: number }
  | { do: 'claim'; limit: number; everywhere: boolean }
  | { do: 'settle'; claim: number; how: 'succeeded' | 'failed' | 'given_back'; retry: boolean }
  | { do: 'renew'; claim: number }
  | { do: 'cancel' | 'retry'; job: number }
  | { do: 'advance'; ms: number }
  | { do: 'reclaim' }

/** Numbers from 0 up to `below`, always the same for one seed (mulberry32). */
function numbersOf(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

function historyOf(seed: number): Step[] {
  const below = numbersOf(seed)
  const oneOf = <T>(...choices: [T, ...T[]]): T => choices[below(choices.length)] ?? choices[0]
  const kinds: [() => Step, ...(() => Step)[]] = [
    () => ({ do: 'enqueue', priority: below(3) - 1, delay: oneOf(0, 0, minute), attempts: 1 + below(3) }),
    () => ({ do: 'claim', limit: 1 + below(3), everywhere: oneOf(true, false) }),
    () => ({
      do: 'settle',
      claim: below(31),
      how: oneOf('succeeded', 'failed', 'given_back'),
      retry: oneOf(true, false),
    }),
    () => ({ do: 'renew', claim: below(31) }),
    () => ({ do: oneOf('cancel', 'retry'), job: below(31) }),
    () => ({ do: 'advance', ms: oneOf(1, minute / 2, minute, 3 * minute) }),
    () => ({ do: 'reclaim' }),
  ]
  return Array.from({ length: 20 + below(41) }, () => oneOf(...kinds)())
}

/** What the driver of the store knows of a job. */
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
  readonly #expect: TestRunner['expect']
  readonly #jobs = new Map<string, Known>()
  readonly #claims: JobRecord[] = []

  constructor(t: JobStoreKit, expect: TestRunner['expect']) {
    this.#t = t
    this.#expect = expect
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
    this.#expect((await t.store.stats(t.workspaceId)).states).toEqual(counted)
    this.#expect(new Set(rows.map(row => row.job_id))).toEqual(new Set(this.#jobs.keys()))
    for (const row of rows) {
      this.#expect([row.job_id, row.attempt]).toEqual([row.job_id, this.#known(row).attempts])
      this.#expect(row.attempt).toBeLessThanOrEqual(row.max_attempts)
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
      // A job that has ended is not claimed, and no job has two live holders.
      this.#expect(known.isOver).toBe(false)
      if (known.token !== null) this.#expect(known.leaseEnd).toBeLessThanOrEqual(t.now)
      known.attempts += 1
      this.#expect([job.job_id, job.attempt]).toEqual([job.job_id, known.attempts])
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
      // What is refused changes nothing.
      this.#expect(after).toEqual(before)
      return
    }
    // The newest token alone counts, and one end alone is recorded.
    this.#expect(job.claim_token).toBe(known.token)
    this.#expect([before.state, known.isOver]).toEqual(['running', false])
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
    this.#expect(job.claim_token).toBe(known.token)
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
      this.#expect(['dead', 'cancelled']).toContain(before.state)
      Object.assign(known, { attempts: 0, token: null, isOver: false })
    } else known.isOver = answer.job.state === 'cancelled'
  }

  #known({ job_id }: { job_id: string }): Known {
    const known = this.#jobs.get(job_id)
    if (known === undefined) throw new Error(`${job_id} was never put in`)
    return known
  }
}

/** The promises hold over random histories. A failure prints its seed and the fewest steps that show it. */
export function describeHistories({ describe, expect, it }: TestRunner, open: OpenJobStore): void {
  async function failureOf(steps: readonly Step[]): Promise<unknown> {
    const t = await JobStoreKit.open(open)
    try {
      const player = new Player(t, expect)
      for (const each of steps) await player.play(each)
      await player.check()
      return null
    } catch (error) {
      return error
    } finally {
      await t.opened.close()
    }
  }

  async function play(seed: number): Promise<void> {
    let steps = historyOf(seed)
    let cause = await failureOf(steps)
    if (cause === null) return
    for (let index = steps.length - 1; index >= 0; index -= 1) {
      const fewer = steps.toSpliced(index, 1)
      const failure = await failureOf(fewer)
      if (failure !== null) [steps, cause] = [fewer, failure]
    }
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`History ${seed} breaks a promise: ${reason}\n${JSON.stringify(steps, null, 2)}`, { cause })
  }

  describe('any history', () => {
    it('has one holder a job, one end a life, attempts counted at each claim, and counts that agree', async () => {
      const first = Math.floor(Math.random() * 2 ** 31)
      for (let n = 0; n < 15; n += 1) await play(first + n)
    })
  })
}
