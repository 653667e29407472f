import { StorageFullError } from '@svc/plugin'
import type { DataPlane } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openEvents, eventTables } from '../../../test/rooms/open-rooms.ts'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import type { TestPlanes } from '../../../test/rooms/planes.ts'
import { runTables } from '../../../test/rooms/plugins/agent-apps.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { testPrincipal } from '../../../test/support/test-principal.ts'
import { RunRecorder } from './run-recorder.ts'
import { RunStore } from './run-store.ts'

const principal = testPrincipal({ workspace_id: `ws_${'1'.repeat(26)}` })
const { workspace_id: workspaceId } = principal
let planes: TestPlanes
let clock: ManualClock
let isFull: boolean

beforeEach(async () => {
  clock = new ManualClock()
  isFull = false
  planes = await openTestPlanes({ migrations: [eventTables, runTables], clock })
})
afterEach(() => planes.close())

function openRunEvents() {
  const types = ['run.started', 'run.succeeded', 'run.failed'].map(type => {
    return { type, title: type, data: {}, audience: 'workspace' as const, owner: 'agent-apps' }
  })
  return openEvents(planes, { clock, types })
}

function openStore(log: ReturnType<typeof openRunEvents>, data: DataPlane = planes.data): RunStore {
  return new RunStore(data, { log, processId: 'server:1', now: () => clock.timestamp() })
}

function begin(recorder: RunRecorder, run_id: string, as = principal) {
  const run = { run_id, app: 'sum', version: '1.0.0', runner: 'api' as const, job_id: null }
  return recorder.begin({ ...run, principal: as, started_at: clock.timestamp() })
}

it('a run whose end finds the disk full has failed as soon as there is room again', async () => {
  const data: DataPlane['use'] = (id, work) => {
    if (isFull) throw new StorageFullError('The disk is full.')
    return planes.data.use(id, work)
  }
  const log = openRunEvents()
  const store = openStore(log, { ...planes.data, use: data } as DataPlane)
  const recorder = new RunRecorder(store, { clock, log: recordingLog(), keepRuns: 100 })
  const active = begin(recorder, 'run_1')
  recorder.flush(workspaceId)
  isFull = true
  active.end({ status: 'succeeded', output: 42, parts_bytes: null, error: null }, 1, clock.timestamp())
  expect(() => recorder.finish(active)).toThrow(StorageFullError)
  isFull = false
  expect(store.get(workspaceId, 'run_1')).toMatchObject({ status: 'running' })
  clock.advance(250)
  await Promise.resolve()
  expect(store.get(workspaceId, 'run_1')).toMatchObject({ status: 'failed', error: { code: 'storage_full' } })
  log.close()
})

it('keeps the newest runs of each workspace, also where a server runs few before its next start', async () => {
  const log = openRunEvents()
  const store = openStore(log)
  const other = testPrincipal({ workspace_id: `ws_${'2'.repeat(26)}` })
  let made = 0
  const startOver = () => {
    const recorder = new RunRecorder(store, { clock, log: recordingLog(), keepRuns: 2 })
    return (as = principal) => {
      const active = begin(recorder, `run_${String(++made).padStart(4, '0')}`, as)
      active.end({ status: 'succeeded', output: made, parts_bytes: null, error: null }, 1, clock.timestamp())
      recorder.finish(active)
    }
  }
  const kept = (id = workspaceId) => store.list(id, { limit: 200 }).items.length
  for (let starts = 0; starts < 5; starts += 1) startOver()()
  await vi.waitFor(() => expect(kept()).toBe(2))
  const run = startOver()
  for (let n = 0; n < 201; n += 1) {
    run()
    run(other)
  }
  await vi.waitFor(() => expect([kept(), kept(other.workspace_id)]).toEqual([2, 2]))
  log.close()
})
