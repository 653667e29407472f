import { ManualClock } from '@svc/plugin/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import type { TestPlanes } from '../../../test/rooms/planes.ts'
import { openMarks } from '../../../test/rooms/open-rooms.ts'
import { ids, workspaceId } from '../../../test/rooms/events.ts'
import { runTables } from '../../../test/rooms/plugins/agent-apps.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { testPrincipal } from '../../../test/support/test-principal.ts'
import { queuedRun } from '../runs/active-run.ts'
import { interruptedError, RunStore } from '../runs/run-store.ts'
import type { StoredRun } from '../runs/run-store.ts'
import { EarlierRuns } from './earlier-runs.ts'
import { PlaybookRuns } from './playbook-runs.ts'

const principal = testPrincipal({ workspace_id: workspaceId })
const clock = new ManualClock()
const ours = new Set<string>()
let planes: TestPlanes
let store: RunStore
let runs: EarlierRuns

beforeAll(async () => {
  planes = await openTestPlanes({ migrations: [runTables] })
  const now = (): string => clock.timestamp()
  store = new RunStore(planes.data, { log: { append: () => [] }, processId: 'worker:here', now, sweeps: false })
  const callerScopes = { has: () => true }
  const playbooks = new PlaybookRuns({
    playbooks: () => undefined,
    outputCheck: () => null,
    store,
    callerScopes,
    marks: openMarks(planes, 'agent-apps'),
    ids,
    clock,
    log: recordingLog(),
  })
  const recorder = { get: (_: string, id: string) => (ours.has(id) ? ({} as never) : null) }
  runs = new EarlierRuns({ store, recorder, playbooks, clock })
})
afterAll(() => planes?.close())

function keep(call_key: string, change: Partial<StoredRun> = {}): StoredRun {
  const facts = { app: 'report', version: '1.0.0', runner: 'playbook' as const, job_id: null }
  const row = queuedRun({ ...facts, run_id: ids.create('run'), principal, call_key, started_at: clock.timestamp() })
  const run: StoredRun = { ...row, status: 'running', ...change }
  store.save(workspaceId, run, [])
  return run
}
const find = (key: string, isRepeated = true, signal = new AbortController().signal) =>
  runs.find(workspaceId, { key, run_id: 'prun_1', isRepeated }, { timeoutMs: 30_000, signal })
const failed = (code?: string): Partial<StoredRun> => ({
  status: 'failed',
  error: { name: 'Error', message: 'No', stack: 'Error: No', ...(code !== undefined && { code }) },
})

/** Lets time pass once somebody waits for it. */
async function pass(ms: number): Promise<void> {
  await vi.waitFor(() => expect(clock.sleepers).toBe(1))
  clock.advance(ms)
}

it('gives the output of a run that has finished, one that stands apart too', async () => {
  expect(await find('none')).toBeNull()
  keep('done', { status: 'succeeded', output: { rows: 2 } })
  expect(await find('done')).toMatchObject({ status: 'succeeded', output: { rows: 2 } })
  const json = Buffer.from(JSON.stringify({ text: 'x'.repeat(300_000) }))
  const { run_id } = keep('long')
  await store.saveOutput(workspaceId, run_id, json)
  const run = store.get(workspaceId, run_id)
  if (run) store.save(workspaceId, { ...run, status: 'succeeded', parts_bytes: json.byteLength }, [])
  expect((await find('long'))?.output).toEqual({ text: 'x'.repeat(300_000) })
})

it('waits for a run that goes on', async () => {
  const run = keep('going')
  ours.add(run.run_id)
  const found = find('going')
  await pass(1_000_000)
  ours.delete(run.run_id)
  store.save(workspaceId, { ...run, status: 'succeeded', output: 7 }, [])
  await pass(1000)
  expect(await found).toMatchObject({ output: 7 })
})

it('runs again what is lost: interrupted, or of a process that would have ended it by now', async () => {
  keep('interrupted', failed(interruptedError.code))
  expect(await find('interrupted')).toBeNull()
  keep('frozen')
  const found = find('frozen')
  await pass(30_000)
  await pass(20_000)
  expect(await found).toBeNull()
})

it('takes a failure as it was after a crash, and runs again for a retry', async () => {
  keep('failed', failed())
  expect(await find('failed')).toMatchObject({ status: 'failed', error: { message: 'No' } })
  expect(await find('failed', false)).toBeNull()
  keep('cancelled', { status: 'cancelled' })
  expect([(await find('cancelled'))?.status, await find('cancelled', false)]).toEqual(['cancelled', null])
})

it('leaves one that is a playbook to who waits for its run, and goes when nobody waits', async () => {
  keep('playbook', { playbook_run_id: 'prun_2' })
  expect(await find('playbook')).toMatchObject({ status: 'running', playbook_run_id: 'prun_2' })
  keep('left')
  const leaving = new AbortController()
  const found = find('left', true, leaving.signal)
  leaving.abort(new Error('left'))
  await expect(found).rejects.toThrow()
})
