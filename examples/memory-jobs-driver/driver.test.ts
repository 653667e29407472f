import type { OpenJobsOptions, WorkspaceEvent } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { driverFor } from '../../kernel/planes/index.ts'
import { createIds } from '../../kernel/services/index.ts'
import { openTestPlanes } from '../../test/rooms/planes.ts'
import type { TestPlanes } from '../../test/rooms/planes.ts'
import { recordingLog } from '../../test/support/recording-log.ts'
import { memoryJobs } from './driver.ts'

describe('the driver of jobs in memory', () => {
  let planes: TestPlanes
  beforeAll(async () => {
    planes = await openTestPlanes()
  })
  afterAll(() => planes.close())

  function optionsWith(events: OpenJobsOptions['events']): OpenJobsOptions {
    const { control, data } = planes
    const clock = new ManualClock()
    return {
      control,
      data,
      limits: { queues: {}, kinds: {} },
      events,
      clock,
      ids: createIds(clock),
      log: recordingLog(),
    }
  }

  it('is taken only where it is named', () => {
    expect(() => driverFor('jobs', null, { available: [memoryJobs], named: {} })).toThrow(/No driver/)
    const named = driverFor('jobs', null, { available: [memoryJobs], named: { jobs: 'memory-jobs' } })
    expect(named.driver).toBe(memoryJobs)
  })

  it('brings what happens to a job to the log of its workspace, and counts what is live until it is cleared', async () => {
    const heard: [string, WorkspaceEvent][] = []
    const options = optionsWith({
      append: () => [],
      relay: (workspaceId, events) =>
        heard.push(...events.map(event => [workspaceId, event] as [string, WorkspaceEvent])),
    })
    const opened = await driverFor('jobs', null, { available: [memoryJobs], named: { jobs: 'memory-jobs' } }).open(
      options,
    )
    const [now, workspace_id] = [options.clock.now(), options.ids.create('ws')]
    const job = { workspace_id, job_id: options.ids.create('job'), kind: 'test.work', queue: 'default' }
    const rest = { priority: 0, payload: '{}', max_attempts: 1, unique_key: null, run_at: now, created_at: now }
    await opened.store.enqueue([{ ...job, ...rest }])
    expect(heard).toEqual([
      [
        workspace_id,
        {
          id: expect.stringMatching(/^evt_/),
          type: 'job.created',
          at: options.clock.timestamp(),
          data: { job_id: job.job_id, kind: 'test.work', queue: 'default', attempt: 0 },
        },
      ],
    ])
    expect(await opened.countLive()).toBe(1)
    await opened.clear()
    expect(await opened.countLive()).toBe(0)
  })

  it('refuses a process that only works', () => {
    expect(() => memoryJobs.provides.jobs?.(optionsWith(null))).toThrow(/another process/)
  })
})
