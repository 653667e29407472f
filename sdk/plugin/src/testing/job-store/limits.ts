import { claimOf, hour, idsOf, minute, useKit } from './kit.ts'
import type { JobRecord } from '../../index.ts'
import type { OpenJobStore } from './kit.ts'
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

/** Limits of queues and kinds hold over all workers and workspaces. */
export function describeLimits(runner: TestRunner, open: OpenJobStore): void {
  const { describe, expect, it } = runner
  const kit = useKit(runner, open, limits)

  describe('limits', () => {
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
