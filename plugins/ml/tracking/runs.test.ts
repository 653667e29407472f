import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Actor, AuditLog } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { eventTables, openEvents, openMarks } from '../../../test/rooms/open-rooms.ts'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import { countingIds } from '../../../test/support/counting-ids.ts'
import tables from '../migrations/0001-ml.ts'
import { Runs } from './runs.ts'

const actor: Actor = {
  user_id: 'usr_ada',
  username: 'ada',
  role: 'owner',
  workspace_id: `ws_${'1'.repeat(26)}`,
  via: 'session',
  scopes: ['*'],
}
const { workspace_id } = actor
const audit: AuditLog = { append: async () => {}, list: async () => ({ items: [], next_cursor: null }) }
const types = ['job.dead', 'job.cancelled', 'job.retrying', 'ml.run.created', 'ml.run.finished'].map(type => ({
  type,
  title: type,
  data: {},
  audience: 'workspace' as const,
  owner: 'test',
}))

/** Runs whose jobs end as the log of events says. */
async function openRuns() {
  const clock = new ManualClock()
  const planes = await openTestPlanes({ migrations: [eventTables, { owner: 'ml', migrations: [tables] }], clock })
  const { data } = planes
  const events = openEvents(planes, { clock, types })
  const deleted = openMarks(planes, 'ml').of('deleted')
  const runs = new Runs({ data, events, audit, datasets: undefined, deleted, clock, ids: countingIds() })
  events.addOutbox(runs.endOfJobs)
  return {
    clock,
    runs,
    append: (type: string, eventData: { job_id: string; error?: { message: string } }) =>
      data.use(workspace_id, db =>
        db.transaction(() => events.append(db, workspace_id, [{ type, data: { kind: 'ml.train', ...eventData } }])),
      ),
    async close(): Promise<void> {
      events.close()
      await planes.close()
    },
  }
}

let opened: Awaited<ReturnType<typeof openRuns>>
beforeEach(async () => {
  opened = await openRuns()
})
afterEach(() => opened.close())

it('ends the runs of a job that died as failed, with the reason, and no others', () => {
  const { append, clock, runs } = opened
  const newRun = (job_id: string, status: 'queued' | 'running') => runs.create(actor, { job_id, status }).run_id
  const [running, queued, over, other] = [
    newRun('job_1', 'running'),
    newRun('job_1', 'queued'),
    newRun('job_1', 'running'),
    newRun('job_2', 'running'),
  ]
  runs.end(workspace_id, over, 'finished')
  clock.advance(5000)
  append('job.retrying', { job_id: 'job_1', error: { message: 'The trainer ended.' } })
  expect(runs.get(workspace_id, running).status).toBe('running')
  append('job.dead', { job_id: 'job_1', error: { message: 'The trainer ran out of memory.' } })
  const shown = [running, queued, over, other].map(id => {
    const { status, failure, finished_at } = runs.get(workspace_id, id)
    return [status, failure, finished_at]
  })
  const failed = ['failed', 'The trainer ran out of memory.', '2026-01-31T12:00:05.000Z']
  expect(shown).toEqual([failed, failed, ['finished', null, '2026-01-31T12:00:00.000Z'], ['running', null, null]])
})

it('ends the run of a job that was cancelled as killed', () => {
  const { append, runs } = opened
  const { run_id } = runs.create(actor, { job_id: 'job_1' })
  append('job.cancelled', { job_id: 'job_1' })
  const { status, failure } = runs.get(workspace_id, run_id)
  expect([status, failure]).toEqual(['killed', 'Its job was cancelled.'])
})
