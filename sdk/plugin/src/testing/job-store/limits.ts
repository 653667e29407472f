import { claimOf, hour, idsOf, minute, useKit } from './kit.ts'
import type { EnqueueAnswer, JobRecord, NewJobRecord } from '../../index.ts'
import type { JobStoreKit, OpenJobStore } from './kit.ts'
import type { TestRunner } from '../test-runner.ts'

const limits = {
  queues: {
    narrow: { concurrency: 2 },
    slow: { rate: { limit: 3, per_ms: minute } },
    both: { concurrency: 1, rate: { limit: 2, per_ms: minute } },
  },
  kinds: { 'big.work': { concurrency: 2 } },
  claimBytes: 10_000,
}

const fewNames = { queues: {}, kinds: {}, livePairs: 20 }

/** Limits of queues and kinds hold over all workers and workspaces. */
export function describeLimits(runner: TestRunner, open: OpenJobStore): void {
  const { describe, expect, it } = runner
  describeNames(runner, open)

  describe('limits', () => {
    const kit = useKit(runner, open, limits)

    it('let as many jobs of a queue run at a time, over workspaces and callers', async () => {
      const t = kit()
      const other = t.ids.create('ws')
      await t.store.enqueue(
        Array.from({ length: 6 }, (_, n) => t.newJob({ queue: 'narrow', workspace_id: n % 2 ? other : t.workspaceId })),
      )
      await t.enqueue({ queue: 'free' })
      const claims = await Promise.all(Array.from({ length: 6 }, () => t.claim({ workspaceId: null, limit: 1 })))
      const claimed = claims.flat()
      expect(claimed.map(({ queue }) => queue).toSorted()).toEqual(['free', 'narrow', 'narrow'])
      expect(await t.claim({ workspaceId: null })).toEqual([])
      const calls: unknown[] = []
      t.store.onWork(workspaceId => void calls.push(workspaceId))
      const [one, two] = claimed.filter(({ queue }) => queue === 'narrow')
      await t.succeed(one!)
      expect(calls).toContain(null)
      const { claimed: next } = await t.store.exchange(
        [{ ...claimOf(two!), type: 'succeeded', result: '1' }],
        t.request({ workspaceId: null }),
      )
      expect(next.length).toBe(2)
    })

    it('let as many jobs of a kind run at a time, in whatever queue', async () => {
      const t = kit()
      for (const queue of ['a', 'b', 'a', 'b']) await t.enqueue({ kind: 'big.work', queue })
      const small = await t.enqueue({ kind: 'small.work', queue: 'a' })
      const claimed = await t.claim()
      expect([claimed.length, idsOf(claimed).includes(small.job_id)]).toEqual([3, true])
      await t.giveBack(claimed.find(({ kind }) => kind === 'big.work')!)
      expect((await t.claim()).length).toBe(1)
    })

    it('count again what runs when a store opens, and what a lost lease frees', async () => {
      const t = kit()
      await t.store.enqueue(Array.from({ length: 4 }, () => t.newJob({ queue: 'narrow' })))
      await t.claim()
      const later = await t.opened.another()
      expect(await later.claim(t.request({ workspaceId: null }))).toEqual([])
      t.clock.advance(minute)
      expect(await later.reclaim(1)).toBe(1)
      expect((await later.claim(t.request({ workspaceId: null }))).length).toBeGreaterThan(0)
    })

    it('let jobs start at a rate: what is there at once, then one by one, and say when the next one may', async () => {
      const t = kit()
      await t.store.enqueue(Array.from({ length: 6 }, () => t.newJob({ queue: 'slow' })))
      expect((await t.claim({ lease_ms: hour })).length).toBe(3)
      expect(await t.claim()).toEqual([])
      expect(await t.store.nextDue()).toBe(t.now + minute / 3)
      t.clock.advance(minute / 3 - 1)
      expect(await t.claim()).toEqual([])
      t.clock.advance(1)
      expect((await t.claim({ lease_ms: hour })).length).toBe(1)
      t.clock.advance(minute)
      expect((await t.claim({ lease_ms: hour })).length).toBe(2)
    })

    it('do not refill a rate by a restart, nor by a clock that goes back', async () => {
      const t = kit()
      await t.store.enqueue(Array.from({ length: 6 }, () => t.newJob({ queue: 'slow' })))
      await t.claim({ lease_ms: hour })
      const later = await t.opened.another()
      expect(await later.claim(t.request({ workspaceId: null }))).toEqual([])
      t.clock.advance(-minute)
      expect(await later.claim(t.request({ workspaceId: null }))).toEqual([])
      t.clock.advance(minute / 3)
      expect((await later.claim(t.request({ workspaceId: null }))).length).toBeLessThanOrEqual(1)
    })

    it('hold together: one at a time, and two in a minute', async () => {
      const t = kit()
      await t.store.enqueue(Array.from({ length: 4 }, () => t.newJob({ queue: 'both' })))
      const started = []
      for (let turn = 0; turn < 3; turn += 1) {
        const claimed = await t.claim({ lease_ms: hour })
        started.push(claimed.length)
        for (const job of claimed) await t.succeed(job)
      }
      expect(started).toEqual([1, 1, 0])
    })

    it('let a claim have so many bytes of payloads, or one job that has more', async () => {
      const t = kit()
      const payload = (bytes: number): string => JSON.stringify('x'.repeat(bytes - 2))
      const other = t.ids.create('ws')
      const sizes = [4000, 4000, 4000, 20_000, 1000]
      for (const [index, bytes] of sizes.entries())
        await t.enqueue({ payload: payload(bytes), priority: -index, kind: `kind.${index % 2}` })
      await t.enqueue({ payload: payload(9000), workspace_id: other })
      const sizesOf = (jobs: readonly JobRecord[]): number[] => jobs.map(job => job.payload.length)
      expect(sizesOf(await t.claim())).toEqual([4000, 4000])
      expect(sizesOf(await t.claim())).toEqual([4000])
      expect(sizesOf(await t.claim())).toEqual([20_000])
      expect(sizesOf(await t.claim({ workspaceId: null })).toSorted()).toEqual([1000, 9000])
    })

    it('do not keep jobs back that are not limited', async () => {
      const t = kit()
      await t.store.enqueue(Array.from({ length: 20 }, () => t.newJob({ queue: 'narrow', priority: 9 })))
      await t.claim()
      const free = await t.enqueue({ priority: -9 })
      expect(idsOf(await t.claim())).toEqual([free.job_id])
    })
  })
}

/** A workspace has live jobs of so many pairs of queue and kind. */
function describeNames(runner: TestRunner, open: OpenJobStore): void {
  const { describe, expect, it } = runner

  describe('names of queues and kinds', () => {
    const kit = useKit(runner, open, fewNames)
    const codeOf = (done: Promise<unknown>): Promise<string> =>
      done.then(
        () => 'done',
        (error: unknown) => (error as { code: string }).code,
      )
    const typeOf = async (enqueued: Promise<readonly EnqueueAnswer[]>): Promise<string | undefined> =>
      enqueued.then(
        ([answer]) => answer?.type,
        () => codeOf(enqueued),
      )
    const makes = (t: JobStoreKit, queue: string, change: Partial<NewJobRecord> = {}, store = t.store) =>
      typeOf(store.enqueue([t.newJob({ queue, ...change })]))
    const fill = (t: JobStoreKit, from = 0) =>
      t.store.enqueue(Array.from({ length: 20 - from }, (_, n) => t.newJob({ queue: `q${n + from}` })))

    it('are so many while their jobs wait or run, in each workspace, and for callers that come at once', async () => {
      const t = kit()
      const all = await Promise.all(Array.from({ length: 25 }, (_, n) => makes(t, `q${n}`)))
      expect(all.toSorted()).toEqual([...Array(20).fill('created'), ...Array(5).fill('rate_limited')])
      const known = (await t.store.stats(t.workspaceId)).queues.map(({ queue }) => queue)
      expect([await makes(t, known[3]!), await makes(t, 'other')]).toEqual(['created', 'rate_limited'])
      expect(await makes(t, 'other', { workspace_id: t.ids.create('ws') })).toBe('created')
      const later = await t.opened.another()
      expect([await makes(t, known[7]!, {}, later), await makes(t, 'other', {}, later)]).toEqual([
        'created',
        'rate_limited',
      ])
    })

    it('count no more once their jobs have ended', async () => {
      const t = kit()
      await fill(t)
      expect(await makes(t, 'other')).toBe('rate_limited')
      await t.succeed(await t.claimOne({ queues: ['q0'] }))
      expect([await makes(t, 'other'), await makes(t, 'q0')]).toEqual(['created', 'rate_limited'])
      const [job] = await t.store.list(t.workspaceId, { queue: 'q1' }, { count: 1, before: null })
      await t.store.cancel(t.workspaceId, job!.job_id)
      expect(await makes(t, 'q0')).toBe('created')
    })

    it('keep back every job of a call, and those that ended and would be queued again', async () => {
      const t = kit()
      await t.enqueue({ queue: 'gone' })
      await t.fail(await t.claimOne(), { retry: false })
      const [dead] = await t.store.list(t.workspaceId, {}, { count: 1, before: null })
      await fill(t, 1)
      expect(await typeOf(t.store.enqueue(['a', 'b'].map(queue => t.newJob({ queue }))))).toBe('rate_limited')
      expect((await t.store.stats(t.workspaceId)).states.queued).toBe(19)
      await t.enqueue({ queue: 'last' })
      expect(await codeOf(t.store.retry(t.workspaceId, dead!.job_id))).toBe('rate_limited')
      expect(await codeOf(t.store.redrive(t.workspaceId, { limit: 5 }))).toBe('rate_limited')
      expect((await t.stored(dead!)).state).toBe('dead')
    })

    it('do not keep back what makes no job', async () => {
      const t = kit()
      const request = { key_hash: 'k', body_hash: 'b', expires_at: t.now + hour }
      await t.enqueue({ queue: 'asked', request })
      await t.succeed(await t.claimOne())
      await fill(t)
      await t.succeed(await t.claimOne({ queues: ['q0'] }))
      await t.enqueue({ queue: 'named', unique_key: 'u' })
      expect(await makes(t, 'other')).toBe('rate_limited')
      expect(await makes(t, 'asked', { request })).toBe('replayed')
      expect(await makes(t, 'other', { unique_key: 'u' })).toBe('existing')
    })
  })
}
