import { BusyError, TimeoutError } from '@svc/plugin'
import type { Callers, Job, JobContext } from '@svc/plugin'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clock, openRuns, principal, waitingRun } from '../../../test/rooms/plugins/agent-apps.ts'
import { countingIds } from '../../../test/support/counting-ids.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { RunQueue } from './run-queue.ts'
import type { RunJob } from './run-queue.ts'
import { RunRecorder } from './run-recorder.ts'
import type { PreparedRun } from './run-service.ts'
import type { RunStore } from './run-store.ts'

const { workspace_id } = principal
const ids = countingIds()
let opened: Awaited<ReturnType<typeof openRuns>>
let store: RunStore

beforeAll(async () => {
  opened = await openRuns()
  store = opened.store
})
afterAll(() => opened?.planes.close())

/** What becomes of a run whose job ends so while it waits for its turn. */
async function afterWaiting(
  error: Error,
  { aborted = true, job = {} }: { aborted?: boolean; job?: Partial<Job> } = {},
) {
  const runs = {
    prepare: async () => ({ app: { definition: { entry: { type: 'module' } } } }) as PreparedRun,
    runPrepared: () => Promise.reject(error),
    startPlaybook: () => Promise.reject(error),
  }
  const recorder = new RunRecorder(store, { clock, log: recordingLog(), keepRuns: 100 })
  const jobs = { get: async () => job as Job, enqueue: () => Promise.reject(error) }
  const queue = new RunQueue({ runs, recorder, store, jobs, callers: {} as Callers, ids, clock })
  const run = waitingRun(ids.create('run'))
  store.saveQueued(workspace_id, run)
  const payload = { run_id: run.run_id, app: run.app, inputs: {}, principal }
  const signal = aborted ? AbortSignal.abort(error) : new AbortController().signal
  const context = { job_id: 'job_1', workspace_id, payload, signal } as unknown as JobContext<RunJob>
  await expect(queue.handle(context)).rejects.toBe(error)
  return store.get(workspace_id, run.run_id)
}

it('has failed when the time limit of its kind is over', async () => {
  expect(await afterWaiting(new TimeoutError('It took too long.'))).toMatchObject({
    status: 'failed',
    error: { name: 'TimeoutError', message: 'It took too long.', code: 'timeout' },
  })
})

it('is cancelled with its job', async () => {
  const stopped = new DOMException('The job was stopped: cancelled.', 'AbortError')
  expect(await afterWaiting(stopped, { job: { cancel_requested: true } })).toMatchObject({ status: 'cancelled' })
})

it('goes on waiting while others have their turn', async () => {
  expect(await afterWaiting(new BusyError('It runs once at a time.'), { aborted: false })).toMatchObject({
    status: 'queued',
  })
})

it('goes on waiting when the server stops', async () => {
  const stopped = new DOMException('The job was stopped: stopping.', 'AbortError')
  expect(await afterWaiting(stopped)).toMatchObject({ status: 'queued' })
})
