import { untouchedJob } from '../../index.ts'
import type { JobRecord } from '../../index.ts'
import { hour, idsOf, minute, useKit } from './kit.ts'
import type { OpenJobStore } from './kit.ts'
import type { TestRunner } from '../test-runner.ts'

/** Jobs get in, are read, and are claimed in their order. */
export function describeQueueing(runner: TestRunner, open: OpenJobStore): void {
  const { describe, expect, it } = runner
  const kit = useKit(runner, open)

  describe('enqueue', () => {
    it('keeps the whole job', async () => {
      const t = kit()
      const made = t.newJob({ payload: '{"text":"ä"}', priority: -3, unique_key: 'k', queue: 'mail' })
      const [answer] = await t.store.enqueue([made])
      const job = {
        ...made,
        ...untouchedJob,
      }
      expect(answer).toEqual({ type: 'created', job })
      expect(await t.stored(made)).toEqual(job)
      expect(await t.store.get(t.workspaceId, 'job_none')).toBeNull()
      expect(await t.store.get(t.ids.create('ws'), made.job_id)).toBeNull()
    })

    it('answers many callers at once, each with its own job, and a bad one alone with its error', async () => {
      const t = kit()
      const made = Array.from({ length: 120 }, (_, n) => t.newJob({ payload: String(n) }))
      const bad = t.newJob({ job_id: made[7]?.job_id ?? '' })
      const [refused, ...answers] = await Promise.allSettled([
        t.store.enqueue([made[7]!, bad]),
        ...made.filter((_, n) => n !== 7).map(job => t.store.enqueue([job])),
      ])
      expect(refused.status).toBe('rejected')
      const stored = answers.map(answer =>
        answer.status === 'fulfilled' && answer.value[0]?.type === 'created' ? answer.value[0].job.payload : '',
      )
      expect(stored).toEqual(made.filter((_, n) => n !== 7).map(job => job.payload))
      expect((await t.store.stats(t.workspaceId)).states.queued).toBe(119)
    })

    it('answers the live job with the same unique key, in its workspace alone, until it ends', async () => {
      const t = kit()
      const first = await t.enqueue({ unique_key: 'nightly' })
      const [second] = await t.store.enqueue([t.newJob({ unique_key: 'nightly' })])
      expect(second).toEqual({ type: 'existing', job: first })
      const elsewhere = await t.enqueue({ unique_key: 'nightly', workspace_id: t.ids.create('ws') })
      expect(elsewhere.job_id).not.toBe(first.job_id)
      const claimed = await t.claimOne()
      const [third] = await t.store.enqueue([t.newJob({ unique_key: 'nightly' })])
      expect(third).toEqual({ type: 'existing', job: claimed })
      await t.succeed(claimed)
      expect((await t.enqueue({ unique_key: 'nightly' })).job_id).not.toBe(first.job_id)
    })

    it('replays the answer to a repeated request as it was, until the record ends, and refuses the key with another body', async () => {
      const t = kit()
      const request = { key_hash: 'k1', body_hash: 'b1', expires_at: t.now + hour }
      const job = await t.enqueue({ request })
      await t.succeed(await t.claimOne())
      const again = () => t.store.enqueue([t.newJob({ request })])
      expect(await again()).toEqual([{ type: 'replayed', job, created: true }])
      expect(await t.store.enqueue([t.newJob({ request: { ...request, body_hash: 'b2' } })])).toEqual([
        { type: 'mismatch' },
      ])
      expect((await t.store.list(t.workspaceId, {}, { count: 10, before: null })).length).toBe(1)
      t.clock.advance(hour + 1)
      expect((await again())[0]?.type).toBe('created')
    })

    it('replays that a live job was answered instead', async () => {
      const t = kit()
      await t.enqueue({ unique_key: 'u' })
      const running = await t.claimOne()
      const request = { key_hash: 'k2', body_hash: 'b', expires_at: t.now + hour }
      await t.store.enqueue([t.newJob({ unique_key: 'u', request })])
      await t.succeed(running)
      const [again] = await t.store.enqueue([t.newJob({ unique_key: 'u', request })])
      expect(again).toEqual({ type: 'replayed', job: running, created: false })
    })
  })

  describe('claim', () => {
    it('hands out the highest priority first, then the oldest time, then the oldest job', async () => {
      const t = kit()
      const old = await t.enqueue({ run_at: t.now - hour })
      const [a, b] = [await t.enqueue(), await t.enqueue()]
      const urgent = await t.enqueue({ priority: 5, kind: 'other.kind', queue: 'slow' })
      const low = await t.enqueue({ priority: -1, run_at: t.now - 2 * hour })
      expect(idsOf(await t.claim())).toEqual(idsOf([urgent, old, a, b, low]))
    })

    it('takes the first of all, of however many queues and kinds', async () => {
      const t = kit()
      const jobs = Array.from({ length: 120 }, (_, n) =>
        t.newJob({
          queue: `q${n % 40}`,
          kind: `k.${n % 3}`,
          priority: (n * 7) % 5,
          run_at: t.now - ((n * 13) % 11) * minute,
        }),
      )
      await t.store.enqueue(jobs)
      const inOrder = jobs.toSorted(
        (a, b) => b.priority - a.priority || a.run_at - b.run_at || (a.job_id < b.job_id ? -1 : 1),
      )
      const claimed = [...(await t.claim({ limit: 10 })), ...(await t.claim({ limit: 50 }))]
      expect(idsOf(claimed)).toEqual(idsOf(inOrder.slice(0, 60)))
    })

    it('marks the job as running from then on, the attempt counted', async () => {
      const t = kit()
      const job = await t.enqueue()
      t.clock.advance(5)
      const claimed = await t.claimOne({ lease_ms: 90_000 })
      expect(claimed).toEqual({
        ...job,
        state: 'running',
        attempt: 1,
        worker_id: 'w1',
        claim_token: expect.stringMatching(/^.{16,}$/),
        lease_expires_at: t.now + 90_000,
        started_at: t.now,
      })
      expect(await t.stored(job)).toEqual(claimed)
      expect(await t.claim()).toEqual([])
    })

    it('gives each claim a token of its own', async () => {
      const t = kit()
      for (let n = 0; n < 5; n += 1) await t.enqueue()
      const tokens = (await t.claim()).map(job => job.claim_token)
      expect(new Set(tokens).size).toBe(5)
    })

    it('never gives a job to two callers', async () => {
      const t = kit()
      await t.store.enqueue(Array.from({ length: 60 }, (_, n) => t.newJob({ queue: `q${n % 3}` })))
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          t.claim({ limit: 4, worker_id: `w${n}`, workspaceId: n % 2 ? null : t.workspaceId }),
        ),
      )
      const claimed = idsOf(claims.flat())
      expect([claimed.length, new Set(claimed).size]).toEqual([60, 60])
    })

    it('takes only what is asked for: kinds, queues, but not the kinds that are left out, and no more than the limit', async () => {
      const t = kit()
      const kinds = ['a.one', 'a.two', 'b.one']
      for (const kind of kinds) for (const queue of ['fast', 'slow']) await t.enqueue({ kind, queue })
      const names = async (change: object) =>
        (await t.claim(change)).map(({ queue, kind }) => `${queue} ${kind}`).toSorted()
      expect(await names({ kinds: ['a.one', 'b.one'], except_kinds: ['b.one'] })).toEqual(['fast a.one', 'slow a.one'])
      expect(await names({ queues: ['slow', 'none'] })).toEqual(['slow a.two', 'slow b.one'])
      expect(await names({ kinds: [] })).toEqual([])
      expect((await t.claim({ limit: 1 })).length).toBe(1)
      expect((await names({})).length).toBe(1)
    })

    it('waits for the time of a job', async () => {
      const t = kit()
      const later = await t.enqueue({ run_at: t.now + minute, priority: 9 })
      const soon = await t.enqueue()
      expect(idsOf(await t.claim({ lease_ms: hour }))).toEqual([soon.job_id])
      expect(await t.store.nextDue()).toBe(t.now + minute)
      t.clock.advance(minute - 1)
      expect(await t.claim()).toEqual([])
      t.clock.advance(1)
      expect(idsOf(await t.claim())).toEqual([later.job_id])
    })

    it('goes through all workspaces in turn, so that none waits for a deep one to end', async () => {
      const t = kit()
      const shallow = Array.from({ length: 3 }, () => t.ids.create('ws'))
      await t.store.enqueue(Array.from({ length: 30 }, () => t.newJob()))
      for (const workspace_id of shallow) await t.enqueue({ workspace_id })
      const seen = new Set<string>()
      for (let turn = 0; turn < 8; turn += 1) seen.add((await t.claimOne({ workspaceId: null })).workspace_id)
      expect(seen).toEqual(new Set([t.workspaceId, ...shallow]))
      expect((await t.claim({ workspaceId: null, limit: 100 })).length).toBe(25)
    })

    it('opens no other workspace when one is named', async () => {
      const t = kit()
      await t.enqueue({ workspace_id: t.ids.create('ws') })
      expect(await t.claim()).toEqual([])
    })
  })

  describe('list and stats', () => {
    it('list newest first, a page at a time, by state, kind and queue', async () => {
      const t = kit()
      const jobs: JobRecord[] = []
      for (let n = 0; n < 6; n += 1)
        jobs.push(await t.enqueue({ kind: n % 2 ? 'odd.kind' : 'even.kind', queue: n < 3 ? 'low' : 'high' }))
      await t.store.cancel(t.workspaceId, jobs[4]?.job_id ?? '')
      const list = async (filter: object, page: object = {}) => {
        const found = await t.store.list(t.workspaceId, filter, { count: 10, before: null, ...page })
        return found.map(({ job_id }) => jobs.findIndex(job => job.job_id === job_id))
      }
      expect(await list({})).toEqual([5, 4, 3, 2, 1, 0])
      expect(await list({}, { count: 2, before: jobs[4]?.job_id })).toEqual([3, 2])
      expect(await list({ state: 'queued', kind: 'even.kind' })).toEqual([2, 0])
      expect(await list({ queue: 'high' })).toEqual([5, 4, 3])
      expect(await list({ queue: 'high', state: 'cancelled', kind: 'even.kind' })).toEqual([4])
    })

    it('count by state and queue, and say since when the oldest is due', async () => {
      const t = kit()
      const none = { queued: 0, running: 0, succeeded: 0, cancelled: 0, dead: 0 }
      expect(await t.store.stats(t.workspaceId)).toEqual({
        states: none,
        queues: [],
        queues_left_out: 0,
        oldest_queued_at: null,
      })
      await t.enqueue({ queue: 'a', run_at: t.now - minute })
      await t.enqueue({ queue: 'a', run_at: t.now - hour, priority: -5 })
      await t.enqueue({ queue: 'b', run_at: t.now + minute })
      for (let n = 0; n < 3; n += 1) await t.enqueue({ queue: 'c', priority: 9 })
      const [one, two] = await t.claim({ queues: ['c'], limit: 2 })
      await t.succeed(one!)
      await t.fail(two!, { retry: false })
      await t.claim({ queues: ['c'] })
      const cancelled = await t.enqueue({ queue: 'c' })
      await t.store.cancel(t.workspaceId, cancelled.job_id)
      await t.enqueue({ workspace_id: t.ids.create('ws') })
      const oldest = new Date(t.now - hour).toISOString()
      expect(await t.store.stats(t.workspaceId)).toEqual({
        states: { queued: 3, running: 1, succeeded: 1, cancelled: 1, dead: 1 },
        queues: [
          { queue: 'a', ...none, queued: 2, oldest_queued_at: oldest },
          { queue: 'b', ...none, queued: 1, oldest_queued_at: null },
          { queue: 'c', running: 1, queued: 0, succeeded: 1, cancelled: 1, dead: 1, oldest_queued_at: null },
        ],
        queues_left_out: 0,
        oldest_queued_at: oldest,
      })
      const depth = (await t.store.depth()).toSorted((a, b) => (a.queue < b.queue ? -1 : 1))
      expect(
        depth.map(({ queue, queued, running, dead, oldest_queued_at }) => [
          queue,
          queued,
          running,
          dead,
          oldest_queued_at,
        ]),
      ).toEqual([
        ['a', 2, 0, 0, t.now - hour],
        ['b', 1, 0, 0, null],
        ['c', 0, 1, 1, null],
        ['default', 1, 0, 0, t.now],
      ])
    })

    it('count what falls due as due', async () => {
      const t = kit()
      await t.enqueue({ run_at: t.now + minute })
      t.clock.advance(hour)
      expect((await t.store.stats(t.workspaceId)).oldest_queued_at).toBe(new Date(t.now - hour + minute).toISOString())
    })
  })
}
