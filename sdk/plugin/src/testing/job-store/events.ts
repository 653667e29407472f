import { minute, useKit } from './kit.ts'
import type { OpenJobStore } from './kit.ts'
import type { TestRunner } from '../test-runner.ts'

/** Each change of a job's state emits an event in its own transaction. */
export function describeJobEvents(runner: TestRunner, open: OpenJobStore): void {
  const { describe, expect, it } = runner
  const kit = useKit(runner, open)

  describe('events', () => {
    it('record each change of state, and never a payload or a result', async () => {
      const t = kit()
      const { job_id } = await t.enqueue({ payload: '"secret"', max_attempts: 2 })
      const data = { job_id, kind: 'test.work', queue: 'default' }
      await t.giveBack(await t.claimOne())
      await t.fail(await t.claimOne(), { error: 'one' })
      const last = await t.claimOne()
      await t.renew(last, { progress: 0.5 })
      t.clock.advance(minute)
      await t.store.reclaim(10)
      await t.store.retry(t.workspaceId, job_id)
      await t.succeed(await t.claimOne(), '"secret"')
      const events = await t.opened.events(t.workspaceId)
      expect(events).toEqual([
        { type: 'job.created', data: { ...data, attempt: 0 } },
        { type: 'job.started', data: { ...data, attempt: 1 } },
        { type: 'job.retrying', data: { ...data, attempt: 0 } },
        { type: 'job.started', data: { ...data, attempt: 1 } },
        { type: 'job.retrying', data: { ...data, attempt: 1, error: { message: 'one' } } },
        { type: 'job.started', data: { ...data, attempt: 2 } },
        { type: 'job.dead', data: { ...data, attempt: 2, error: { message: expect.stringContaining('lease') } } },
        { type: 'job.retrying', data: { ...data, attempt: 0 } },
        { type: 'job.started', data: { ...data, attempt: 1 } },
        { type: 'job.succeeded', data: { ...data, attempt: 1 } },
      ])
    })

    it('record a cancel when it has happened, and nothing that was refused or repeated', async () => {
      const t = kit()
      await t.enqueue()
      const running = await t.claimOne()
      await t.store.cancel(t.workspaceId, running.job_id)
      await t.succeed({ ...running, claim_token: 'x' })
      expect(await t.eventTypes()).toEqual(['job.created', 'job.started'])
      await t.fail(running)
      await t.fail(running)
      await t.store.cancel(t.workspaceId, running.job_id)
      expect(await t.eventTypes()).toEqual(['job.created', 'job.started', 'job.cancelled'])
    })

    it('list the jobs of a batch in the order in which they were claimed', async () => {
      const t = kit()
      await t.store.enqueue([t.newJob({ priority: 1 }), t.newJob({ priority: 3 }), t.newJob({ priority: 2 })])
      const claimed = await t.claim()
      const events = await t.opened.events(t.workspaceId)
      expect(events.slice(3).map(({ data }) => data.job_id)).toEqual(claimed.map(({ job_id }) => job_id))
    })
  })
}
