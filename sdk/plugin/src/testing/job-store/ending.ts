import { hour, idsOf, useKit } from './kit.ts'
import type { OpenJobStore } from './kit.ts'
import type { TestRunner } from '../test-runner.ts'

const limits = { queues: {}, kinds: { 'big.work': { concurrency: 1 } } }
const everywhere = { workspaceId: null }

/** The end of a workspace: nothing of it waits, runs or recurs any more. */
export function describeEnding(runner: TestRunner, open: OpenJobStore): void {
  const { describe, expect, it } = runner
  const kit = useKit(runner, open, limits)

  describe('the end of a workspace', () => {
    it('takes its schedules and what waits, asks what runs to stop, and leaves other workspaces alone', async () => {
      const t = kit()
      const other = t.ids.create('ws')
      const cancelled: unknown[] = []
      // Null says that some may have been missed.
      t.store.onCancelRequested(job => job && cancelled.push(job))
      await t.enqueue()
      const running = await t.claimOne()
      for (const run_at of [t.now, t.now + hour]) await t.enqueue({ run_at })
      const elsewhere = await t.enqueue({ workspace_id: other })
      await t.store.putSchedule(t.schedule())
      await t.store.putSchedule(t.schedule({ workspace_id: other, name: 'stays' }))

      await t.store.endWorkspace(t.workspaceId)
      t.clock.advance(2 * hour)

      expect(cancelled).toEqual([{ workspace_id: t.workspaceId, job_id: running.job_id }])
      expect(idsOf(await t.claim(everywhere))).toEqual([elsewhere.job_id])
      expect((await t.store.dueSchedules(10)).map(({ name }) => name)).toEqual(['stays'])
      expect(await t.store.listSchedules(t.workspaceId, { count: 10, after: null })).toEqual([])
      expect((await t.store.depth()).map(({ queued, running: runs }) => [queued, runs])).toEqual([[0, 1]])
    })

    it('drops the outcome of what ran', async () => {
      const t = kit()
      await t.enqueue()
      const running = await t.claimOne()
      await t.store.endWorkspace(t.workspaceId)
      for (const answer of [(await t.renew(running))?.type, await t.succeed(running)])
        expect(['missing', 'wrong_state']).toContain(answer)
    })

    it('gives the places that its jobs held to others', async () => {
      const t = kit()
      await t.enqueue({ kind: 'big.work' })
      await t.claimOne()
      const other = await t.enqueue({ kind: 'big.work', workspace_id: t.ids.create('ws') })
      expect(await t.claim(everywhere)).toEqual([])
      await t.store.endWorkspace(t.workspaceId)
      expect(idsOf(await t.claim(everywhere))).toEqual([other.job_id])
    })
  })
}
