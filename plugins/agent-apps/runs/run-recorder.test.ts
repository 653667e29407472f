import { StorageFullError } from '@svc/plugin'
import type { DataPlane } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openEvents, eventTables } from '../../../test/rooms/open-rooms.ts'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import type { TestPlanes } from '../../../test/rooms/planes.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { testPrincipal } from '../../../test/support/test-principal.ts'
import first from '../migrations/0001-runs.ts'
import second from '../migrations/0002-run-trigger.ts'
import third from '../migrations/0003-long-outputs.ts'
import fourth from '../migrations/0004-playbook-runs.ts'
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
  const agentApps = { owner: 'agent-apps', migrations: [first, second, third, fourth] }
  planes = await openTestPlanes({ migrations: [eventTables, agentApps], clock })
})
afterEach(() => planes.close())

it('a run whose end finds the disk full has failed as soon as there is room again', async () => {
  const data: DataPlane['use'] = (id, work) => {
    if (isFull) throw new StorageFullError('The disk is full.')
    return planes.data.use(id, work)
  }
  const types = ['run.started', 'run.failed'].map(type => {
    return { type, title: type, data: {}, audience: 'workspace' as const, owner: 'agent-apps' }
  })
  const log = openEvents(planes, { clock, types })
  const options = { log, processId: 'server:1', now: () => clock.timestamp() }
  const store = new RunStore({ ...planes.data, use: data } as DataPlane, options)
  const recorder = new RunRecorder(store, { clock, log: recordingLog(), keepRuns: 100 })
  const run = { run_id: 'run_1', app: 'sum', version: '1.0.0', runner: 'api' as const, job_id: null }
  const active = recorder.begin({ ...run, principal, started_at: clock.timestamp() })
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
