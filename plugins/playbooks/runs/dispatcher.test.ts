import { UnavailableError } from '@svc/plugin'
import type { JsonObject, Principal } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PlaybookRuns } from '../../../test/rooms/plugins/playbooks.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import type { TaskList } from '../definitions/workflow.ts'
import { Dispatcher } from './dispatcher.ts'

const person: Principal = {
  user_id: 'usr_ada',
  username: 'ada',
  role: 'admin',
  workspace_id: `ws_${'1'.repeat(26)}`,
  via: 'session',
  scopes: ['*'],
}

let runs: PlaybookRuns

beforeEach(async () => {
  runs = await PlaybookRuns.start()
})
afterEach(() => runs.stop())

function start(tasks: TaskList, { inputs = {}, key }: { inputs?: JsonObject; key?: [string, string] } = {}) {
  const document = { dsl: '1.0.3', namespace: 'default', name: 'test', version: '1.0.0' }
  const definition = { document, do: tasks }
  const playbook = { id: 'pb_1', name: 'test', version: '1.0.0', revision: 1, definition }
  const request = key ? { key_hash: key[0], body_hash: key[1] } : null
  return runs.starter.start({ playbook, inputs, trigger: 'api', principal: person, request })
}

const reaches = (id: string, status: string) =>
  vi.waitFor(() => expect(runs.runOf(person.workspace_id, id)).toMatchObject({ status }), { timeout: 5000 })

const rowsOf = (id: string) => runs.runOf(person.workspace_id, id)

it('starts a run, which a job of the queue advances to its end', async () => {
  const { run, replayed } = start([{ a: { set: { hello: '${ .name }' } } }], { inputs: { name: 'Ada' } })
  expect(replayed).toBe(false)
  expect(run).toMatchObject({ status: 'pending', trigger: 'api' })
  await reaches(run.id, 'completed')
  expect(rowsOf(run.id)).toMatchObject({ output: '{"hello":"Ada"}', wake_at: null })
})

it('answers a start that is repeated with the same run, however late, and refuses the key for another', async () => {
  const tasks: TaskList = [{ a: { set: {} } }]
  const first = start(tasks, { key: ['key', 'body'] })
  await reaches(first.run.id, 'completed')
  runs.clock.advance(1000 * 60 * 60 * 24 * 20)
  expect(start(tasks, { key: ['key', 'body'] })).toMatchObject({
    replayed: true,
    run: { id: first.run.id, status: 'completed' },
  })
  expect(() => start(tasks, { key: ['key', 'other'] })).toThrow('This Idempotency-Key was used to start another run.')
})

it('wakes runs that wait when their time has come, each once', async () => {
  const waiting = Array.from({ length: 20 }, (_, index) =>
    start([{ pause: { wait: { minutes: 1 + (index % 2) } } }, { a: { set: { done: true } } }]),
  )
  for (const { run } of waiting) await reaches(run.id, 'waiting')
  await vi.waitFor(() => expect(runs.active).toBe(0))
  runs.clock.advance(60_000)
  await vi.waitFor(() => expect(waiting.filter(({ run }) => rowsOf(run.id)?.status === 'completed')).toHaveLength(10))
  runs.clock.advance(60_000)
  for (const { run } of waiting) await reaches(run.id, 'completed')
})

it('wakes a run on time though the clock was an hour ahead when it began to wait', async () => {
  runs.clock.step(3_600_000)
  const ahead = start([{ pause: { wait: 'PT10M' } }])
  await reaches(ahead.run.id, 'waiting')
  await vi.waitFor(() => expect(runs.active).toBe(0))
  runs.clock.step(-3_600_000)
  // A look every ten seconds finds that the clock was set back.
  runs.clock.advance(10_000)
  await vi.waitFor(() =>
    expect(runs.runOf(person.workspace_id, ahead.run.id)?.wake_at).toBe(runs.clock.now() + 600_000),
  )
  runs.clock.advance(600_000)
  await reaches(ahead.run.id, 'completed')
})

it('wakes runs within ten seconds when the clock is set forward past their time', async () => {
  const pausing = start([{ pause: { wait: 'PT10H' } }])
  await reaches(pausing.run.id, 'waiting')
  await vi.waitFor(() => expect(runs.active).toBe(0))
  runs.clock.step(36_000_000)
  runs.clock.advance(10_000)
  await reaches(pausing.run.id, 'completed')
})

it('takes up after a stop what was due while nobody was there', async () => {
  const pausing = start([{ pause: { wait: 'PT1H' } }])
  await reaches(pausing.run.id, 'waiting')
  await runs.restart(() => runs.clock.advance(3_600_000))
  await reaches(pausing.run.id, 'completed')
})

const jobOf = (id: string) =>
  vi.waitFor(async () => {
    const { items } = await runs.jobs.list(person.workspace_id, { limit: 1 })
    expect(items).toMatchObject([{ payload: { run_id: id } }])
    return items[0]?.job_id ?? ''
  })

it('goes on with a run whose job was cancelled before it began', async () => {
  await runs.stop()
  runs = await PlaybookRuns.start({ workers: 0 })
  const { run } = start([{ a: { set: { done: true } } }])
  await runs.jobs.cancel(person.workspace_id, await jobOf(run.id))
  await vi.waitFor(() => {
    runs.clock.advance(250)
    expect(rowsOf(run.id)?.wake_at).not.toBe(run.wake_at)
  })
  await runs.restart(() => runs.clock.advance(300_000))
  await reaches(run.id, 'completed')
})

it('goes on with a run whose job was cancelled while a step went on that does not end', async () => {
  runs.perform = () => new Promise(() => undefined)
  const { run } = start([{ a: { call: 'http' } }])
  const job = await jobOf(run.id)
  await reaches(run.id, 'running')
  await runs.jobs.cancel(person.workspace_id, job)
  runs.perform = ({ frame }) => Promise.resolve({ output: frame.name })
  await vi.waitFor(
    () => {
      runs.clock.advance(20_000)
      expect(rowsOf(run.id)).toMatchObject({ status: 'completed' })
    },
    { timeout: 5000 },
  )
})

it('cancels a run that waits, and says so of one that has ended', async () => {
  const { run } = start([{ pause: { wait: 'P300D' } }])
  await reaches(run.id, 'waiting')
  runs.starter.cancel(person.workspace_id, run.id, 'no longer wanted')
  // While the job before has not ended quite, the run is looked at again after a while.
  await vi.waitFor(
    () => {
      runs.clock.advance(250)
      expect(rowsOf(run.id)).toMatchObject({ status: 'cancelled' })
    },
    { timeout: 5000 },
  )
  expect(() => runs.starter.cancel(person.workspace_id, run.id, 'again')).toThrow('The run is cancelled;')
  expect(() => runs.starter.cancel(person.workspace_id, 'prun_no', 'no')).toThrow('There is no such run')
})

it('sets no timer that is longer than one can be', async () => {
  const asked: number[] = []
  const sleep = runs.clock.sleep.bind(runs.clock)
  runs.clock.sleep = (ms, signal) => {
    asked.push(ms)
    return sleep(ms, signal)
  }
  const branches: TaskList = [
    { a: { wait: 'P200D' } },
    { b: { timeout: { after: 'P100D' }, do: [{ c: { wait: 'P300D' } }] } },
  ]
  const { run } = start([{ both: { fork: { branches } } }])
  await reaches(run.id, 'waiting')
  await vi.waitFor(() => expect(asked).toContain(2 ** 31 - 1))
  expect(Math.max(...asked)).toBe(2 ** 31 - 1)
})

it('refuses inputs that are too large, and keeps nothing of them', () => {
  expect(() => start([{ a: { set: {} } }], { inputs: { text: 'x'.repeat(1024 * 1024) } })).toThrow(
    'at most 1048576 bytes',
  )
})

it.each([
  ['forgets a workspace that another server has by now', [], 0],
  ['looks again at one of its own that cannot be read', ['ws_1'], 1],
] as const)('%s', async (_what, noted, warnings) => {
  const [clock, log] = [new ManualClock(), recordingLog()]
  const use = () => {
    throw new UnavailableError('Workspace ws_1 is at another server.')
  }
  const list = vi.fn(() => Promise.resolve(noted))
  const options = { data: { use }, marks: { list }, jobs: { enqueue: vi.fn() }, clock, log }
  const dispatcher = new Dispatcher({ ...options, signal: new AbortController().signal } as never)
  dispatcher.wake('ws_1')
  await vi.waitFor(() => expect(list).toHaveBeenCalledOnce())
  await new Promise(resolve => setImmediate(resolve))
  expect([log.entries.length, clock.sleepers]).toEqual([warnings, warnings])
})
