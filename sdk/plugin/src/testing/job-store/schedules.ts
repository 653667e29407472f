import { hour, idsOf, minute, useKit } from './kit.ts'
import type { OpenJobStore } from './kit.ts'
import type { TestRunner } from '../test-runner.ts'

/** Schedules: each time makes one job, no matter which process fires it. */
export function describeSchedules(runner: TestRunner, open: OpenJobStore): void {
  const { describe, expect, it } = runner
  const kit = useKit(runner, open)

  describe('schedules', () => {
    it('are put, read, listed by name and deleted', async () => {
      const t = kit()
      const b = t.schedule({ name: 'b' })
      expect(await t.store.putSchedule(b)).toEqual({ created: true, schedule: b })
      const a = t.schedule({ name: 'a', enabled: false, next_run_at: null })
      await t.store.putSchedule(a)
      await t.store.putSchedule(t.schedule({ name: 'c', workspace_id: t.ids.create('ws') }))
      expect(await t.store.getSchedule(t.workspaceId, 'b')).toEqual(b)
      expect(await t.store.getSchedule(t.workspaceId, 'c')).toBeNull()
      expect(await t.store.listSchedules(t.workspaceId, { count: 5, after: null })).toEqual([a, b])
      expect(await t.store.listSchedules(t.workspaceId, { count: 5, after: 'a' })).toEqual([b])
      expect([
        await t.store.deleteSchedule(t.workspaceId, 'a'),
        await t.store.deleteSchedule(t.workspaceId, 'a'),
      ]).toEqual([true, false])
    })

    it('keep their next time when the same is put again, and lose it when their times change', async () => {
      const t = kit()
      const first = t.schedule()
      await t.store.putSchedule(first)
      t.clock.advance(minute)
      const again = t.schedule({
        next_run_at: t.now + 5 * hour,
        updated_at: t.now,
        created_at: t.now,
        job: '{"kind":"other"}',
      })
      expect(await t.store.putSchedule(again)).toEqual({
        created: false,
        schedule: { ...again, created_at: first.created_at, next_run_at: first.next_run_at },
      })
      const changed = { ...again, cron: '0 4 * * *' }
      expect((await t.store.putSchedule(changed)).schedule.next_run_at).toBe(changed.next_run_at)
    })

    it('fall due over all workspaces, the earliest first, enabled ones alone', async () => {
      const t = kit()
      const other = t.ids.create('ws')
      await t.store.putSchedule(t.schedule({ name: 'late', next_run_at: t.now + 2 * hour }))
      await t.store.putSchedule(t.schedule({ name: 'soon', workspace_id: other }))
      await t.store.putSchedule(t.schedule({ name: 'off', enabled: false, next_run_at: null }))
      await t.store.putSchedule(
        t.schedule({ workspace_id: t.ids.create('ws'), name: 'off', enabled: false, next_run_at: null }),
      )
      expect([await t.store.nextScheduleAt(), await t.store.dueSchedules(10)]).toEqual([t.now + hour, []])
      expect((await t.store.scheduledWorkspaces()).toSorted()).toEqual([t.workspaceId, other].toSorted())
      t.clock.advance(3 * hour)
      expect((await t.store.dueSchedules(10)).map(({ name }) => name)).toEqual(['soon', 'late'])
      expect((await t.store.dueSchedules(1)).map(({ name }) => name)).toEqual(['soon'])
      await t.store.deleteSchedule(other, 'soon')
      expect((await t.store.dueSchedules(10)).map(({ name }) => name)).toEqual(['late'])
    })

    it('make their job once, when two processes fire the same time', async () => {
      const t = kit()
      await t.store.putSchedule(t.schedule())
      t.clock.advance(hour)
      const other = await t.opened.another()
      const [[mine], [theirs]] = await Promise.all([t.store.dueSchedules(1), other.dueSchedules(1)])
      const next = () => ({ next_run_at: t.now + hour, job: t.newJob({ unique_key: 'schedule:nightly:1' }) })
      const fired = await Promise.all([t.store.fire(mine!, next()), other.fire(theirs!, next())])
      expect(fired.toSorted()).toEqual([false, true])
      const jobs = await t.store.list(t.workspaceId, {}, { count: 5, before: null })
      expect(jobs.length).toBe(1)
      expect(await t.store.getSchedule(t.workspaceId, 'nightly')).toMatchObject({
        next_run_at: t.now + hour,
        last_run_at: t.now,
        last_job_id: jobs[0]?.job_id,
      })
      expect(await t.store.fire(mine!, next())).toBe(false)
      expect(idsOf(await t.claim()).length).toBe(1)
    })

    it('skip a time without a job, and end when no time follows', async () => {
      const t = kit()
      await t.store.putSchedule(t.schedule())
      t.clock.advance(hour)
      const [due] = await t.store.dueSchedules(1)
      expect(await t.store.fire(due!, { next_run_at: null, job: null })).toBe(true)
      expect(await t.store.getSchedule(t.workspaceId, 'nightly')).toMatchObject({
        next_run_at: null,
        last_run_at: null,
        last_job_id: null,
      })
      expect([await t.store.nextScheduleAt(), await t.store.dueSchedules(1), await t.claim()]).toEqual([null, [], []])
    })

    it('do not fire as they were read once they have been changed', async () => {
      const t = kit()
      await t.store.putSchedule(t.schedule())
      t.clock.advance(hour)
      const [due] = await t.store.dueSchedules(1)
      await t.store.putSchedule(t.schedule({ job: '{"kind":"other"}', updated_at: t.now }))
      expect(await t.store.fire(due!, { next_run_at: t.now + hour, job: t.newJob() })).toBe(false)
      expect(await t.claim()).toEqual([])
    })
  })
}
