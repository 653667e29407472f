import { UnavailableError } from '@svc/plugin'
import type { Job, JobContext, JobSchedules } from '@svc/plugin'
import { expect, it } from 'vitest'
import { clock, openRuns, principal, waitingRun } from '../../../test/rooms/plugins/agent-apps.ts'
import { countingIds } from '../../../test/support/counting-ids.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import type { AppCatalog } from '../catalog/app-catalog.ts'
import type { RunQueue } from '../runs/run-queue.ts'
import { Schedules } from './schedules.ts'
import type { ScheduleJob } from './schedules.ts'

it('a time whose run could not be queued is tried again, with the run of the first try, and starts one run', async () => {
  const { planes, store } = await openRuns()
  const { workspace_id } = principal
  const tried: string[] = []
  const enqueue: RunQueue['enqueue'] = async ({ run_id = '' }) => {
    tried.push(run_id)
    if (tried.length === 1) throw new UnavailableError('The queue is away.')
    store.saveQueued(workspace_id, waitingRun(run_id))
    return { run_id, job_id: 'job_run', status: 'queued' }
  }
  const schedules = new Schedules({
    enabled: true,
    catalog: {} as AppCatalog,
    jobs: { get: async () => ({ created_at: clock.timestamp() }) as Job },
    schedules: {} as JobSchedules,
    queue: { enqueue } as RunQueue,
    store,
    principal: async () => principal,
    clock,
    ids: countingIds(),
    log: recordingLog(),
    signal: new AbortController().signal,
  })
  const payload = { app: 'sum', inputs: {} }
  const attempt = async () => schedules.handle({ job_id: 'job_1', workspace_id, payload } as JobContext<ScheduleJob>)

  await expect(attempt()).rejects.toThrow('The queue is away.')
  expect(await attempt()).toEqual({ run_id: tried[0] })
  expect(tried[1]).toBe(tried[0])
  expect(await attempt()).toEqual({ skipped: 'It was started before.' })
  expect(tried).toHaveLength(2)
  await planes.close()
})
