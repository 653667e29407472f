import type { JobRecord, JobStore, ScheduleRecord, StoredJobs } from '../../index.ts'
import { claimOf, day, hour, idsOf, longPayload, minute, useKit } from './kit.ts'
import type { OpenJobStore } from './kit.ts'
import type { TestRunner } from '../test-runner.ts'

/** Leases, clocks, restarts, retention. */
export function describeTime(runner: TestRunner, open: OpenJobStore): void {
  const { describe, expect, it } = runner
  const kit = useKit(runner, open)

  describe('reclaim', () => {
    it('takes back a job whose lease ran out, and fences its old worker', async () => {
      const t = kit()
      await t.enqueue()
      const enqueuedAt = t.now
      const lost = await t.claimOne()
      expect(await t.store.nextDue()).toBe(lost.lease_expires_at)
      t.clock.advance(minute - 1)
      expect(await t.store.reclaim(10)).toBe(0)
      t.clock.advance(1)
      expect([await t.store.reclaim(10), await t.store.reclaim(10)]).toEqual([1, 0])
      expect(await t.stored(lost)).toMatchObject({
        state: 'queued',
        attempt: 1,
        worker_id: null,
        lease_expires_at: null,
        run_at: enqueuedAt,
      })
      expect([await t.succeed(lost), await t.fail(lost), (await t.renew(lost))?.type]).toEqual(['lost', 'lost', 'lost'])
      const next = await t.claimOne()
      expect([next.attempt, await t.succeed(lost), await t.succeed(next)]).toEqual([2, 'lost', 'accepted'])
    })

    it('gives it its place again, before jobs that came later', async () => {
      const t = kit()
      await t.enqueue()
      const lost = await t.claimOne({ worker_id: 'server:old' })
      t.clock.advance(1)
      await t.enqueue()
      await t.store.reclaimWorkers('server:', 'server:new')
      expect((await t.claimOne()).job_id).toBe(lost.job_id)
    })

    it('does not wait for it when somebody claims', async () => {
      const t = kit()
      await t.enqueue()
      const lost = await t.claimOne()
      t.clock.advance(minute)
      const next = await t.claimOne({ worker_id: 'w2', workspaceId: null })
      expect([next.job_id, next.attempt, next.worker_id]).toEqual([lost.job_id, 2, 'w2'])
    })

    it('ends a job that keeps losing its worker as dead, and says so', async () => {
      const t = kit()
      await t.enqueue({ max_attempts: 2 })
      for (let n = 0; n < 2; n += 1) {
        await t.claimOne()
        t.clock.advance(minute)
        await t.store.reclaim(10)
      }
      const [job] = await t.store.list(t.workspaceId, {}, { count: 1, before: null })
      expect(job).toMatchObject({ state: 'dead', attempt: 2, finished_at: t.now })
      expect(job?.error).toMatch(/lease .*attempt 2 of 2/)
    })

    it('is bounded, so that a clock that went forward does not end everything at once', async () => {
      const t = kit()
      await t.store.enqueue(Array.from({ length: 7 }, () => t.newJob()))
      await t.claim()
      t.clock.advance(10 * hour)
      const counts = []
      for (let n = 0; n < 4; n += 1) counts.push(await t.store.reclaim(3))
      expect(counts).toEqual([3, 3, 1, 0])
    })

    it('lets a settlement in that comes after the lease but before anybody took the job back', async () => {
      const t = kit()
      await t.enqueue()
      const job = await t.claimOne()
      t.clock.advance(2 * minute)
      expect(await t.succeed(job)).toBe('accepted')
    })

    it('takes back a lease that ends impossibly late because the clock went back, and leaves the others', async () => {
      const t = kit()
      await t.store.enqueue([t.newJob(), t.newJob()])
      const early = await t.claimOne()
      t.clock.advance(5 * hour)
      await t.renew(early, { lease_ms: hour })
      t.clock.advance(-5 * hour)
      const late = await t.claimOne({ lease_ms: hour })
      await t.store.nextDue()
      // Some stores take it back when somebody claims, before this.
      await t.store.reclaim(10)
      expect([await t.succeed(early), (await t.renew(late))?.type]).toEqual(['lost', 'renewed'])
    })

    it('keeps leases over a restart of the store, and finds what waits', async () => {
      const t = kit()
      await t.store.enqueue([t.newJob(), t.newJob({ run_at: t.now + 10 * minute })])
      const job = await t.claimOne()
      const later = await t.opened.another()
      expect(await later.claim(t.request({ workspaceId: null }))).toEqual([])
      expect(await later.nextDue()).toBe(t.now + minute)
      expect(await later.settle([{ ...claimOf(job), type: 'succeeded', result: '1' }])).toMatchObject([
        { type: 'accepted' },
      ])
      t.clock.advance(10 * minute)
      expect((await later.claim(t.request({ workspaceId: null }))).length).toBe(1)
    })
  })

  describe('reclaimWorkers', () => {
    it('takes back at once what workers of a name left, but not the one that asks nor others', async () => {
      const t = kit()
      await t.store.enqueue([t.newJob({ max_attempts: 1 }), t.newJob(), t.newJob(), t.newJob()])
      const workers = ['server:old', 'server:old', 'server:new', 'worker:server:1']
      const jobs = []
      for (const worker_id of workers) jobs.push(await t.claimOne({ worker_id }))
      expect(await t.store.reclaimWorkers('server:', 'server:new')).toBe(2)
      const stored = await Promise.all(jobs.map(job => t.stored(job)))
      expect(stored.map(({ state, attempt }) => `${state} ${attempt}`)).toEqual([
        'dead 1',
        'queued 1',
        'running 1',
        'running 1',
      ])
      expect(stored[0]?.error).toMatch(/attempt 1 of 1/)
    })
  })

  describe('onWork', () => {
    it('announces new work, work that comes back, and the first thing that falls due', async () => {
      const t = kit()
      const calls: (string | null)[] = []
      t.store.onWork(workspaceId => void calls.push(workspaceId))
      const isAnnounced = async (work: () => Promise<unknown>) => {
        calls.length = 0
        await work()
        return calls.some(workspaceId => workspaceId === null || workspaceId === t.workspaceId)
      }
      expect(await isAnnounced(() => t.enqueue())).toBe(true)
      expect(await isAnnounced(() => t.enqueue({ run_at: t.now + hour }))).toBe(true)
      const job = await t.claimOne()
      expect(await isAnnounced(() => t.giveBack(job))).toBe(true)
      const again = await t.claimOne()
      expect(await isAnnounced(() => t.fail(again))).toBe(true)
    })
  })

  describe('prune', () => {
    it('deletes what ended long enough ago, and nothing that lives or answers a request', async () => {
      const t = kit()
      const ended = await t.store.enqueue(Array.from({ length: 4 }, () => t.newJob()))
      const asked = await t.enqueue({ request: { key_hash: 'k', body_hash: 'b', expires_at: t.now + 60 * day } })
      const jobs = await t.claim()
      await t.store.settle(jobs.slice(0, 2).map(job => ({ ...claimOf(job), type: 'succeeded', result: '1' })))
      await t.fail(jobs[2]!, { retry: false })
      await t.giveBack(jobs[3]!)
      await t.store.cancel(t.workspaceId, jobs[3]!.job_id)
      await t.succeed(jobs[4]!)
      const waiting = await t.enqueue({ run_at: t.now + 90 * day })
      const left = async () => idsOf(await t.store.list(t.workspaceId, {}, { count: 20, before: null })).toSorted()
      expect(await t.store.prune({ succeeded: t.now, failed: t.now })).toBe(0)
      t.clock.advance(10 * day)
      const recent = await t.enqueue()
      await t.succeed(await t.claimOne())
      expect(await t.store.prune({ succeeded: t.now - 7 * day, failed: t.now - 30 * day })).toBe(2)
      expect(await left()).toEqual([...idsOf(jobs.slice(2, 4)), asked.job_id, waiting.job_id, recent.job_id].toSorted())
      t.clock.advance(25 * day)
      expect(await t.store.prune({ succeeded: t.now - 7 * day, failed: t.now - 30 * day })).toBe(3)
      expect(await left()).toEqual([asked.job_id, waiting.job_id].toSorted())
      expect(await t.store.prune({ succeeded: t.now - 7 * day, failed: t.now - 30 * day })).toBe(0)
      expect((await t.store.stats(t.workspaceId)).states).toEqual({
        queued: 1,
        running: 0,
        succeeded: 1,
        cancelled: 0,
        dead: 0,
      })
      expect(ended.length).toBe(4)
    })
  })

  describe('export and import', () => {
    it('carry every row to another store, once', async () => {
      const t = kit()
      const other = t.ids.create('ws')
      await t.store.enqueue([
        t.newJob({ unique_key: 'k' }),
        t.newJob({ run_at: t.now + hour }),
        t.newJob({ workspace_id: other, priority: 7 }),
        t.newJob({ queue: 'q2', payload: longPayload }),
      ])
      const [first, second] = await t.claim({ limit: 2 })
      await t.succeed(first!, '{"a":1}')
      await t.fail(second!, { retry: false })
      await t.claimOne({ workspaceId: other })
      await t.store.putSchedule(t.schedule())
      const rows = await everything(t.store)
      expect([rows.jobs.length, rows.schedules.length]).toEqual([4, 1])
      const target = await open({ limits: { queues: {}, kinds: {} }, clock: t.clock })
      try {
        expect(await target.store.import(rows)).toEqual({ jobs: 4, schedules: 1 })
        expect(await target.store.import(rows)).toEqual({ jobs: 0, schedules: 0 })
        expect(await everything(target.store)).toEqual(rows)
        expect(await target.store.stats(t.workspaceId)).toEqual(await t.store.stats(t.workspaceId))
        expect(await target.store.nextDue()).toBe(await t.store.nextDue())
        t.clock.advance(hour)
        const claimed = await target.store.claim(t.request({ workspaceId: null }))
        expect(claimed.length).toBe(2)
        expect(
          idsOf(await target.store.dueSchedules(10).then(due => due.map(({ name }) => ({ job_id: name })))),
        ).toEqual(['nightly'])
      } finally {
        await target.close()
      }
    })
  })
}

async function everything(store: JobStore): Promise<StoredJobs> {
  const jobs: JobRecord[] = []
  const schedules: ScheduleRecord[] = []
  for await (const rows of store.export()) {
    jobs.push(...rows.jobs)
    schedules.push(...rows.schedules)
  }
  return { jobs: jobs.toSorted((a, b) => (a.job_id < b.job_id ? -1 : 1)), schedules }
}
