import type { Job } from '@svc/plugin'
import { expect, it } from 'vitest'
import { clock, openRuns, principal, waitingRun } from '../../../test/rooms/plugins/agent-apps.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import type { PlaybookRuns } from '../playbooks/playbook-runs.ts'
import { RunHistory } from './run-history.ts'
import { RunRecorder } from './run-recorder.ts'
import { RunStore } from './run-store.ts'

const { workspace_id } = principal

/** A process after the one that left these runs. The job of `run_next` waits; the others are dead. */
async function openHistory(leave: (before: RunStore) => void) {
  const { planes, store: before } = await openRuns()
  leave(before)
  const events: string[] = []
  const append = (_db: unknown, _id: string, added: readonly { type: string }[]) =>
    events.push(...added.map(({ type }) => type)) as never
  const store = new RunStore(planes.data, { log: { append }, processId: 'server:2', now: () => clock.timestamp() })
  const recorder = new RunRecorder(store, { clock, log: recordingLog(), keepRuns: 100 })
  const jobOf = (id: string) => ({ state: id === 'job_of_run_next' ? 'queued' : 'dead' }) as Job
  const jobs = { get: async (_: string, id: string) => jobOf(id), cancel: async (_: string, id: string) => jobOf(id) }
  const history = new RunHistory({
    store,
    recorder,
    jobs,
    playbooks: {} as PlaybookRuns,
    log: recordingLog(),
  })
  return { history, store, events, close: () => planes.close() }
}

it('closes what a process that was killed had begun, or had queued and its jobs are over', async () => {
  const { history, store, events, close } = await openHistory(before => {
    before.save(workspace_id, { ...waitingRun('run_begun'), status: 'running' }, [])
    before.saveQueued(workspace_id, waitingRun('run_queued'))
    before.saveQueued(workspace_id, waitingRun('run_next'))
  })
  await history.settleAll(workspace_id)
  const found = ['run_begun', 'run_queued', 'run_next'].map(id => store.get(workspace_id, id))
  expect(found.map(run => [run?.status, run?.error?.message])).toEqual([
    ['failed', 'The server stopped during the run.'],
    ['failed', 'The server stopped before the run began.'],
    ['queued', undefined],
  ])
  expect(events).toEqual(['run.failed', 'run.started', 'run.failed'])
  await close()
})

it.each([
  ['run_begun', 'failed'],
  ['run_next', 'queued'],
])('shows an app with its newest run as the job of that says: %s is %s', async (runId, status) => {
  const { history, close } = await openHistory(before => before.saveQueued(workspace_id, waitingRun(runId)))
  const { app } = waitingRun(runId)
  expect((await history.last(workspace_id, [app])).get(app)).toMatchObject({ run_id: runId, status })
  await close()
})
