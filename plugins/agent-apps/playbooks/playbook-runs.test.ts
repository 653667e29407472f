import { UnavailableError } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import type { AppPlaybookRun, AppPlaybooks } from '@svc/plugin/contracts/agent-apps'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ids, workspaceId } from '../../../test/rooms/events.ts'
import { openMarks } from '../../../test/rooms/open-rooms.ts'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import type { TestPlanes } from '../../../test/rooms/planes.ts'
import { runTables } from '../../../test/rooms/plugins/agent-apps.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import type { RecordingLog } from '../../../test/support/recording-log.ts'
import { testPrincipal } from '../../../test/support/test-principal.ts'
import { queuedRun } from '../runs/active-run.ts'
import { RunStore } from '../runs/run-store.ts'
import { PlaybookRuns } from './playbook-runs.ts'

const principal = testPrincipal({ workspace_id: workspaceId })
const clock = new ManualClock()
const { signal } = new AbortController()
let planes: TestPlanes
let found: AppPlaybookRun | null
let events: string[]
let log: RecordingLog

beforeAll(async () => {
  planes = await openTestPlanes({ migrations: [runTables] })
})
afterAll(() => planes?.close())
beforeEach(() => {
  events = []
  log = recordingLog()
})

const playbooks: AppPlaybooks = {
  start: () => Promise.reject(new Error('Nothing starts here.')),
  get: () => found,
  ended: () => Promise.resolve(),
  events: () => (async function* () {})(),
  cancel: () => undefined,
}

/** As a process has it that begins now. */
function begin(source: AppPlaybooks | null = playbooks) {
  const eventLog = {
    append: (_db: never, _workspaceId: string, added: readonly { type: string }[]) =>
      added.map(({ type }) => events.push(type)) as never,
  }
  const now = () => clock.timestamp()
  const store = new RunStore(planes.data, { log: eventLog, processId: ids.create('run'), now })
  const marks = openMarks(planes, 'agent-apps').of('playbook-runs')
  const options = {
    playbooks: () => source ?? undefined,
    outputCheck: () => null,
    store,
    callerScopes: { has: () => true },
  }
  return { store, marks, runs: new PlaybookRuns({ ...options, marks, ids, clock, log }) }
}

/** A record that a process has left open. */
function leave(): string {
  const { store, marks } = begin()
  const run_id = ids.create('run')
  const facts = { run_id, app: 'report', version: '1.0.0', runner: 'api' as const, job_id: null, principal }
  marks.add(workspaceId)
  const row = queuedRun({ ...facts, started_at: clock.timestamp() })
  store.save(workspaceId, { ...row, status: 'running', playbook_run_id: 'prun_1' }, [])
  events = []
  return run_id
}

const runOf = (status: AppPlaybookRun['status'], output: AppPlaybookRun['output'] = null): AppPlaybookRun => {
  const usage = { duration_ms: 5, agent_calls: 0, tool_calls: 0, prompt_tokens: 0, completion_tokens: 0 }
  return { playbook_run_id: 'prun_1', status, output, error: null, usage, ended_at: clock.timestamp() }
}

it('closes at the start what ended while no process was there, and the workspace gets its event', async () => {
  const id = leave()
  found = runOf('succeeded', { text: 'Hello' })
  const { runs, store, marks } = begin()
  await runs.lookEverywhere(signal)
  expect(store.openPlaybooks(workspaceId)).toEqual([])
  expect(store.get(workspaceId, id)).toMatchObject({ status: 'succeeded', output: { text: 'Hello' } })
  expect(events).toEqual(['run.succeeded'])
  expect(marks.has(workspaceId)).toBe(false)
})

it('closes what still runs at the start when something happens in its workspace', async () => {
  const id = leave()
  found = runOf('running')
  const { runs, store, marks } = begin()
  await runs.lookEverywhere(signal)
  expect(store.openPlaybooks(workspaceId).map(({ run_id }) => run_id)).toEqual([id])
  expect(marks.has(workspaceId)).toBe(true)
  found = runOf('cancelled')
  runs.look(workspaceId)
  expect(events).toEqual(['run.cancelled'])
})

it('looks into the other workspaces when one cannot be used at the start, and into that one later', async () => {
  const id = leave()
  found = runOf('succeeded')
  const { runs, store, marks } = begin()
  const damaged = `ws_${'0'.repeat(26)}`
  vi.spyOn(marks, 'list').mockResolvedValue([damaged, workspaceId])
  const openPlaybooks = store.openPlaybooks.bind(store)
  const looks: string[] = []
  vi.spyOn(store, 'openPlaybooks').mockImplementation(looked => {
    looks.push(looked)
    if (looked === damaged) throw new UnavailableError('The file is damaged.')
    return openPlaybooks(looked)
  })
  await runs.lookEverywhere(signal)
  expect(store.get(workspaceId, id)?.status).toBe('succeeded')
  expect(log.entries.map(({ fields }) => fields)).toEqual([{ workspace_id: damaged, reason: 'The file is damaged.' }])
  expect(() => runs.look(damaged)).toThrow('damaged')
})

it('keeps a record open while the plugin of playbooks is off, and fails one whose run was deleted', async () => {
  const id = leave()
  const off = begin(null)
  await off.runs.lookEverywhere(signal)
  expect(off.store.openPlaybooks(workspaceId)).toHaveLength(1)
  expect(off.marks.has(workspaceId)).toBe(true)
  found = null
  const { runs, store } = begin()
  await runs.lookEverywhere(signal)
  expect(store.get(workspaceId, id)).toMatchObject({
    status: 'failed',
    error: { message: "The playbook's run prun_1 was deleted." },
  })
})

it('closes what a worker began that is gone by now, when another process ends its run', async () => {
  const { runs, store } = begin()
  found = runOf('running')
  runs.look(workspaceId)
  const id = leave()
  found = runOf('succeeded', { text: 'Hello' })
  runs.look(workspaceId, true)
  expect(store.get(workspaceId, id)).toMatchObject({ status: 'succeeded', output: { text: 'Hello' } })
  expect(events).toEqual(['run.succeeded'])
})

it('closes the record of the run that has ended here, also one that another process began, and no other', async () => {
  const { runs, store } = begin()
  found = runOf('running')
  runs.look(workspaceId)
  const id = leave()
  found = runOf('succeeded')
  runs.close(workspaceId, 'prun_2')
  expect(store.get(workspaceId, id)).toMatchObject({ status: 'running' })
  runs.close(workspaceId, 'prun_1')
  expect(store.get(workspaceId, id)).toMatchObject({ status: 'succeeded' })
  expect(events).toEqual(['run.succeeded'])
})

it('finds the run again that a process began for a task, and did not live to note', async () => {
  const keys: string[] = []
  const starting = (started: Promise<AppPlaybookRun>): AppPlaybooks => ({
    ...playbooks,
    start({ key }) {
      keys.push(key)
      return started
    },
  })
  const prepared = { app: { definition: { name: 'report', version: '1.0.0' } }, inputs: {} } as never
  const start = { runner: 'playbook' as const, principal, call_key: 'task 1' }
  void begin(starting(new Promise(() => {}))).runs.start(prepared, start)
  const next = await begin(starting(Promise.resolve(runOf('running')))).runs.start(prepared, start)
  expect(next).toMatchObject({ status: 'running', playbook_run_id: 'prun_1' })
  expect(keys).toEqual([`agent-apps:${next.run_id}`, `agent-apps:${next.run_id}`])
})
