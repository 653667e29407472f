import type { JobRecord } from '../../index.ts'
import { claimOf, hour, idsOf, longPayload, minute, useKit } from './kit.ts'
import type { JobStoreKit, OpenJobStore } from './kit.ts'
import type { TestRunner } from '../test-runner.ts'

/** How claims end: fenced by their token, each end recorded once. */
export function describeSettling(runner: TestRunner, open: OpenJobStore): void {
  const { describe, expect, it } = runner
  const kit = useKit(runner, open)

  describe('settle', () => {
    it('records a result once; the same again is repeated, anything else refused', async () => {
      const t = kit()
      await t.enqueue()
      const job = await t.claimOne()
      t.clock.advance(7)
      const [answer] = await t.store.settle([{ ...claimOf(job), type: 'succeeded', result: '{"ok":true}' }])
      const ended = {
        ...job,
        state: 'succeeded',
        result: '{"ok":true}',
        progress: 1,
        worker_id: null,
        lease_expires_at: null,
        finished_at: t.now,
      }
      expect(answer).toEqual({ type: 'accepted', job: ended })
      expect(await t.store.settle([{ ...claimOf(job), type: 'succeeded', result: '2' }])).toEqual([
        { type: 'repeated', job: ended },
      ])
      expect([await t.fail(job), await t.giveBack(job), (await t.renew(job))?.type]).toEqual(
        Array(3).fill('wrong_state'),
      )
      expect(await t.stored(job)).toEqual(ended)
    })

    it('leaves a long payload as it is, whatever becomes of the job', async () => {
      const t = kit()
      const request = { key_hash: 'k', body_hash: 'b', expires_at: t.now + hour }
      const made = await t.enqueue({ payload: longPayload, max_attempts: 5, unique_key: 'u', request })
      const payloads = [made.payload]
      const keep = (job: JobRecord | undefined): void => void payloads.push(job?.payload ?? '')
      const failed = await t.claimOne()
      keep(failed)
      await t.fail(failed)
      keep(await t.stored(failed))
      const lost = await t.claimOne()
      keep(lost)
      t.clock.advance(minute)
      await t.store.reclaim(10)
      const given = await t.claimOne({ workspaceId: null })
      keep(given)
      await t.giveBack(given)
      const again = t.newJob({ payload: longPayload, unique_key: 'u' })
      for (const answer of await t.store.enqueue([again, { ...again, job_id: t.ids.create('job'), request }]))
        keep(answer.type === 'mismatch' ? undefined : answer.job)
      const [answer] = await t.store.settle([
        { ...claimOf(await t.claimOne()), type: 'succeeded', result: longPayload },
      ])
      keep(answer?.type === 'accepted' ? answer.job : undefined)
      const listed = await t.store.list(t.workspaceId, {}, { count: 5, before: null })
      keep(listed[0])
      expect(payloads.map(payload => payload === longPayload)).toEqual(Array(9).fill(true))
      expect([listed.length, listed[0]?.result]).toEqual([1, longPayload])
    })

    it('puts a failed job back to its time, and gives it up after the last attempt', async () => {
      const t = kit()
      await t.enqueue({ max_attempts: 2 })
      const first = await t.claimOne()
      expect(await t.fail(first, { run_at: t.now + minute, error: 'one' })).toBe('accepted')
      expect(await t.stored(first)).toEqual({
        ...first,
        state: 'queued',
        error: 'one',
        run_at: t.now + minute,
        worker_id: null,
        lease_expires_at: null,
      })
      expect([await t.fail(first), await t.claim()]).toEqual(['repeated', []])
      t.clock.advance(minute)
      const second = await t.claimOne()
      expect([second.attempt, second.error]).toEqual([2, null])
      expect([await t.fail(first), await t.fail(second, { error: 'two' }), await t.fail(second)]).toEqual([
        'lost',
        'accepted',
        'repeated',
      ])
      expect(await t.stored(first)).toMatchObject({ state: 'dead', error: 'two', finished_at: t.now, attempt: 2 })
    })

    it('gives up at once when it is not to be tried again', async () => {
      const t = kit()
      await t.enqueue()
      const job = await t.claimOne()
      await t.fail(job, { retry: false })
      expect(await t.stored(job)).toMatchObject({ state: 'dead', attempt: 1 })
    })

    it('takes a job back that its worker gives back, the attempt not counted', async () => {
      const t = kit()
      const made = await t.enqueue()
      const job = await t.claimOne()
      await t.renew(job, { progress: 0.5 })
      expect(await t.giveBack(job)).toBe('accepted')
      expect(await t.stored(job)).toEqual({ ...made, claim_token: job.claim_token })
      expect([await t.giveBack(job), await t.succeed(job)]).toEqual(['repeated', 'wrong_state'])
      expect(idsOf(await t.claim())).toEqual([job.job_id])
      expect(await t.giveBack(job)).toBe('lost')
    })

    it('keeps a job that is given back until its time', async () => {
      const t = kit()
      const made = await t.enqueue({ max_attempts: 1 })
      const job = await t.claimOne()
      const run_at = t.now + minute
      expect(await t.giveBack(job, { run_at })).toBe('accepted')
      expect(await t.stored(job)).toEqual({ ...made, run_at, claim_token: job.claim_token })
      expect([await t.giveBack(job, { run_at }), await t.claim()]).toEqual(['repeated', []])
      t.clock.advance(minute)
      expect(await t.claimOne()).toMatchObject({ job_id: job.job_id, attempt: 1 })
    })

    it('refuses a token of another claim, one of no claim, and a job that is not there', async () => {
      const t = kit()
      const waiting = await t.enqueue({ run_at: t.now + hour })
      await t.enqueue()
      const job = await t.claimOne()
      const forged = { ...job, claim_token: 'forged' }
      expect(await t.succeed({ ...waiting, claim_token: 'forged' })).toBe('wrong_state')
      expect([await t.succeed(forged), await t.fail(forged), await t.giveBack(forged)]).toEqual(Array(3).fill('lost'))
      expect(await t.renew(forged)).toEqual({ type: 'lost', job })
      expect(await t.succeed({ ...job, job_id: 'job_none' })).toBe('missing')
      expect(await t.succeed({ ...job, workspace_id: t.ids.create('ws') })).toBe('missing')
      expect(await t.stored(job)).toEqual(job)
    })

    it('answers many settlements in their order, over workspaces', async () => {
      const t = kit()
      const other = t.ids.create('ws')
      for (let n = 0; n < 3; n += 1) await t.enqueue({ workspace_id: n === 1 ? other : t.workspaceId })
      const jobs = await t.claim({ workspaceId: null })
      const forged = { ...claimOf(jobs[0]!), claim_token: 'x' }
      const answers = await t.store.settle([
        ...jobs.map(job => ({ ...claimOf(job), type: 'succeeded' as const, result: `"${job.job_id}"` })),
        { ...forged, type: 'given_back' },
      ])
      expect(answers.map(({ type }) => type)).toEqual(['accepted', 'accepted', 'accepted', 'lost'])
      expect(answers.slice(0, 3).map(answer => ('job' in answer ? answer.job.job_id : ''))).toEqual(idsOf(jobs))
    })

    it('settles the same claim of two callers once', async () => {
      const t = kit()
      await t.enqueue()
      const job = await t.claimOne()
      const answers = await Promise.all([t.succeed(job, '1'), t.fail(job), t.succeed(job, '2'), t.giveBack(job)])
      expect(answers.filter(type => type === 'accepted').length).toBe(1)
    })
  })

  describe('exchange', () => {
    it('settles and claims at once', async () => {
      const t = kit()
      await t.store.enqueue(Array.from({ length: 5 }, () => t.newJob()))
      const first = await t.claim({ limit: 2 })
      const settlements = first.map(job => ({ ...claimOf(job), type: 'succeeded' as const, result: 'null' }))
      const { settled, claimed } = await t.store.exchange(settlements, t.request({ limit: 2, workspaceId: null }))
      expect([settled.map(({ type }) => type), claimed.length]).toEqual([['accepted', 'accepted'], 2])
      const last = await t.store.exchange([], t.request({ limit: 9 }))
      expect([last.settled, last.claimed.length]).toEqual([[], 1])
    })
  })

  describe('renew', () => {
    it('moves the end of the lease, keeps progress and reports that a cancel was asked for', async () => {
      const t = kit()
      await t.enqueue()
      const job = await t.claimOne()
      t.clock.advance(minute / 2)
      const lease_expires_at = t.now + 2 * minute
      expect(await t.renew(job, { lease_ms: 2 * minute, progress: 0.25 })).toEqual({
        type: 'renewed',
        lease_expires_at,
        cancel_requested: false,
      })
      await t.renew(job, { lease_ms: 2 * minute })
      expect(await t.stored(job)).toEqual({ ...job, progress: 0.25, lease_expires_at })
      await t.store.cancel(t.workspaceId, job.job_id)
      expect(await t.renew(job)).toMatchObject({ cancel_requested: true })
    })
  })

  describe('cancel', () => {
    it('ends a queued job at once, asks a running one to stop, and refuses one that ended', async () => {
      const t = kit()
      const asked: string[] = []
      t.store.onCancelRequested(job => {
        // Null says only that something may have been missed, as at the first connection.
        if (job !== null) asked.push(`${job.workspace_id} ${job.job_id}`)
      })
      const queued = await t.enqueue()
      const delayed = await t.enqueue({ run_at: t.now + hour })
      const cancel = (job: { job_id: string }) => t.store.cancel(t.workspaceId, job.job_id)
      const over = { state: 'cancelled' as const, cancel_requested: true, finished_at: t.now }
      expect(await cancel(queued)).toEqual({ type: 'changed', job: { ...queued, ...over } })
      expect(await cancel(delayed)).toEqual({ type: 'changed', job: { ...delayed, ...over } })
      expect([(await cancel(queued)).type, (await cancel({ job_id: 'job_none' })).type]).toEqual([
        'wrong_state',
        'missing',
      ])
      t.clock.advance(2 * hour)
      expect(await t.claim()).toEqual([])
      await t.enqueue()
      const running = await t.claimOne()
      expect(await cancel(running)).toEqual({ type: 'changed', job: { ...running, cancel_requested: true } })
      expect(asked).toEqual([`${t.workspaceId} ${running.job_id}`])
    })

    const ends: Record<string, (t: JobStoreKit, job: JobRecord) => Promise<unknown>> = {
      fails: (t, job) => t.fail(job),
      'is given back': (t, job) => t.giveBack(job),
      'loses its lease': async t => {
        t.clock.advance(minute + 1)
        await t.store.reclaim(10)
      },
    }
    for (const [how, end] of Object.entries(ends)) {
      it(`ends a job cancelled that was asked to stop and then ${how}`, async () => {
        const t = kit()
        await t.enqueue()
        const job = await t.claimOne()
        await t.store.cancel(t.workspaceId, job.job_id)
        await end(t, job)
        expect(await t.stored(job)).toMatchObject({ state: 'cancelled', finished_at: t.now, worker_id: null })
      })
    }

    it('lets a job that was asked to stop succeed', async () => {
      const t = kit()
      await t.enqueue()
      const job = await t.claimOne()
      await t.store.cancel(t.workspaceId, job.job_id)
      expect(await t.succeed(job)).toBe('accepted')
      expect((await t.stored(job)).state).toBe('succeeded')
    })
  })

  describe('retry and redrive', () => {
    it('begin dead and cancelled jobs anew', async () => {
      const t = kit()
      const made = await t.enqueue({ max_attempts: 1 })
      const job = await t.claimOne()
      await t.renew(job, { progress: 0.5 })
      await t.fail(job)
      const cancelled = await t.enqueue()
      await t.store.cancel(t.workspaceId, cancelled.job_id)
      t.clock.advance(minute)
      const retry = (jobId: string) => t.store.retry(t.workspaceId, jobId)
      const answer = await retry(job.job_id)
      expect(answer).toMatchObject({ type: 'changed', job: { ...made, run_at: t.now, claim_token: expect.anything() } })
      expect(await retry(cancelled.job_id)).toEqual({ type: 'changed', job: { ...cancelled, run_at: t.now } })
      expect([(await retry(job.job_id)).type, (await retry('job_none')).type]).toEqual(['wrong_state', 'missing'])
      expect([await t.succeed(job), (await t.claim()).map(({ attempt }) => attempt)]).toEqual(['wrong_state', [1, 1]])
    })

    it('leave a job whose unique key another live job has', async () => {
      const t = kit()
      const first = await t.enqueue({ unique_key: 'k' })
      await t.fail(await t.claimOne(), { retry: false })
      const live = await t.enqueue({ unique_key: 'k' })
      expect(await t.store.retry(t.workspaceId, first.job_id)).toEqual({ type: 'key_taken', job: live })
      expect(await t.store.redrive(t.workspaceId, { limit: 10 })).toBe(0)
      expect((await t.stored(first)).state).toBe('dead')
    })

    it('redrive dead jobs alone, the oldest first, by kind and queue, and not the kinds that are left out', async () => {
      const t = kit()
      const jobs: JobRecord[] = []
      for (let n = 0; n < 6; n += 1)
        jobs.push(await t.enqueue({ kind: n % 2 ? 'odd.kind' : 'even.kind', queue: n < 4 ? 'a' : 'b' }))
      for (const job of await t.claim()) await t.fail(job, { retry: false })
      const cancelled = await t.enqueue()
      await t.store.cancel(t.workspaceId, cancelled.job_id)
      const queued = async () => {
        const found = await t.store.list(t.workspaceId, { state: 'queued' }, { count: 10, before: null })
        return found.map(({ job_id }) => jobs.findIndex(job => job.job_id === job_id)).toSorted()
      }
      const redrive = (filter: object) => t.store.redrive(t.workspaceId, { limit: 100, ...filter })
      expect([await redrive({ queue: 'a', kind: 'odd.kind', limit: 1 }), await queued()]).toEqual([1, [1]])
      expect([await redrive({ queue: 'b', except_kinds: ['odd.kind'] }), await queued()]).toEqual([1, [1, 4]])
      expect([await redrive({}), await queued()]).toEqual([4, [0, 1, 2, 3, 4, 5]])
      expect((await t.stored(cancelled)).state).toBe('cancelled')
    })
  })
}
