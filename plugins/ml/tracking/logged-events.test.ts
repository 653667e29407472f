import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WorkspaceDatabase } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { eventTables, openEvents } from '../../../test/rooms/open-rooms.ts'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { LoggedEvents, runLogged } from './logged-events.ts'
import type { RunRow } from './run-store.ts'

const workspace = `ws_${'1'.repeat(26)}`
const type = { type: runLogged, title: runLogged, data: {}, audience: 'workspace' as const, owner: 'test' }

async function open() {
  const clock = new ManualClock()
  const planes = await openTestPlanes({ migrations: [eventTables], clock })
  const events = openEvents(planes, { clock, types: [type] })
  const { data } = planes
  const lines = recordingLog()
  const logged = new LoggedEvents({ data, events, log: lines })
  const change = (work: (db: WorkspaceDatabase) => void) => data.use(workspace, db => db.transaction(() => work(db)))
  const log = (run_id: string, status: RunRow['status'] = 'running') =>
    change(db => logged.logged(db, workspace, { ...emptyRow, run_id, status }))
  const kept = () =>
    data.use(workspace, db => events.page(db, 0, 100).events.map(({ data: { run_id, status } }) => [run_id, status]))
  return { log, lines, planes, kept, change, logged, stop: () => planes.close() }
}

const emptyRow: RunRow = {
  run_id: '',
  experiment_id: 'exp_default',
  name: 'r',
  status: 'running',
  failure: null,
  user_id: 'ada',
  dataset_id: null,
  dataset_version: null,
  dataset_name: null,
  dataset_sha256: null,
  job_id: null,
  session_id: null,
  parent_run_id: null,
  created_at: 0,
  newest_at: 0,
  started_at: 0,
  finished_at: null,
  deleted_at: null,
}

let ml: Awaited<ReturnType<typeof open>>
beforeEach(async () => {
  ml = await open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  ml.logged.close()
  await ml.stop()
})

describe('the events of what is logged', () => {
  it('end no process when one cannot be written later', async () => {
    ml.log('a')
    ml.log('a')
    await ml.planes.close()
    vi.advanceTimersByTime(1000)
    expect(ml.lines.entries).toMatchObject([{ level: 'warn', fields: { run_id: 'a' } }])
  })

  it('come at once, then once a second however much is logged, and the last one is never left out', () => {
    for (let step = 0; step < 50; step += 1) ml.log('a')
    expect(ml.kept()).toEqual([['a', 'running']])
    ml.log('a', 'finished')
    vi.advanceTimersByTime(1000)
    expect(ml.kept()).toEqual([
      ['a', 'running'],
      ['a', 'finished'],
    ])
    vi.advanceTimersByTime(10_000)
    expect(ml.kept()).toHaveLength(2)
    ml.log('a')
    expect(ml.kept()).toHaveLength(3)
  })

  it('are of each run by itself', () => {
    ml.log('a')
    ml.log('b')
    ml.log('b')
    vi.advanceTimersByTime(1000)
    expect(ml.kept()).toEqual([
      ['a', 'running'],
      ['b', 'running'],
      ['b', 'running'],
    ])
  })

  it('are not kept of a batch that was refused, nor said after the end', () => {
    const refused = () =>
      ml.change(db => {
        ml.logged.logged(db, workspace, { ...emptyRow, run_id: 'a' })
        throw new Error('refused')
      })
    expect(refused).toThrow('refused')
    ml.log('a')
    vi.advanceTimersByTime(1000)
    expect(ml.kept()).toEqual([['a', 'running']])
    ml.log('a')
    ml.logged.close()
    vi.advanceTimersByTime(5000)
    expect(ml.kept()).toHaveLength(1)
  })
})
