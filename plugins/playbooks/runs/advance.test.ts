import type { JsonValue } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { advanceOptions, openPlaybookRoom } from '../../../test/rooms/plugins/playbooks.ts'
import type { PlaybookRoom } from '../../../test/rooms/plugins/playbooks.ts'
import type { Task, TaskList } from '../definitions/workflow.ts'
import type { Effect, EffectOutcome } from '../interpreter/ports.ts'
import { journalStore } from '../journal/journal-store.ts'
import { runEventStore } from '../journal/run-event-store.ts'
import { taskStore } from '../journal/task-store.ts'
import { Advance } from './advance.ts'

let room: PlaybookRoom
let clock: ManualClock
let perform: (effect: Effect) => Promise<EffectOutcome>

beforeAll(async () => {
  room = await openPlaybookRoom()
})
afterAll(() => room.planes.close())
beforeEach(() => {
  clock = new ManualClock()
  perform = ({ frame }) => Promise.resolve({ output: frame.name })
})

/** As a process would have it. */
function advance(): Advance {
  return new Advance(advanceOptions(room, clock, effect => perform(effect)))
}

function start(tasks: TaskList, inputs: JsonValue = {}, parent: string | null = null): string {
  const id = room.ids.create('prun')
  const document = { dsl: '1.0.3', namespace: 'default', name: 'test', version: '1.0.0' }
  const caller = JSON.stringify({ user_id: 'usr_1', username: 'ada' })
  const now = clock.now()
  const made = {
    playbook_id: 'pb_1',
    name: 'test',
    version: '1.0.0',
    revision: 1,
    content_hash: id,
    trigger: 'api',
    caller,
  }
  const rest = { parent_run_id: parent, labels: '{}', priority: 0, total: 1, key_hash: null, body_hash: null }
  const times = { created_at: now, deadline_at: now + 1e10 }
  const run = { id, ...made, ...rest, ...times, inputs: JSON.stringify(inputs) }
  room.planes.data.use(room.workspaceId, db => journalStore.insert(db, run, JSON.stringify({ document, do: tasks })))
  return id
}

const job = (run_id: string, attempt = 1, signal = new AbortController().signal) => {
  return { run_id, claims: 0, job_id: 'job_1', workspace_id: room.workspaceId, attempt, signal }
}

const runOf = (id: string) => {
  const run = room.planes.data.use(room.workspaceId, db => journalStore.get(db, id))
  if (run) return run
  throw new Error('There is no such run.')
}
const tasksOf = (id: string) =>
  room.planes.data.use(room.workspaceId, db =>
    db.all<{ name: string; status: string; crashes: number; key: string }>(
      'SELECT name, status, crashes, key FROM playbooks_tasks WHERE run_id = ? ORDER BY id',
      id,
    ),
  )
const eventsOf = (id: string) =>
  room.planes.data
    .use(room.workspaceId, db => runEventStore.list(db, { run_id: id, after: 0, commits: 100 }))
    .map(({ seq, type }) => `${seq} ${type}`)

it('runs to the end, and keeps what each task did', async () => {
  const id = start([{ a: { set: { n: 1 } } }, { b: { call: 'http' } }])
  await advance().run(job(id))
  const run = runOf(id)
  expect(run).toMatchObject({
    status: 'completed',
    output: '"b"',
    tasks: 2,
    finished: 2,
    claim_token: null,
    wake_at: null,
  })
  expect(tasksOf(id)).toMatchObject([
    { name: 'a', status: 'completed' },
    { name: 'b', status: 'completed' },
  ])
  expect(eventsOf(id)).toEqual([
    '1 workflow.started',
    '2 task.created',
    '3 task.started',
    '4 task.completed',
    '5 task.created',
    '6 task.started',
    '7 task.completed',
    '8 workflow.completed',
  ])
})

it('keeps an input that is the output of the task before it once, and gives it whole', async () => {
  perform = ({ frame }) => Promise.resolve({ output: { of: frame.name } })
  const inner = [{ b: { call: 'http' } }, { c: { call: 'http' } }] as TaskList
  const id = start([{ a: { call: 'http' } }, { around: { do: inner } }, { d: { call: 'http', if: '${ false }' } }])
  await advance().run(job(id))
  const { kept, given } = room.planes.data.use(room.workspaceId, db => ({
    kept: db.all<{ name: string; input: string | null; from: string | null }>(
      `SELECT t.name, t.input, f.name AS "from" FROM playbooks_tasks AS t LEFT JOIN playbooks_tasks AS f ON f.run_id = t.run_id AND f.id = t.input_from
       WHERE t.run_id = ? ORDER BY t.id`,
      id,
    ),
    given: taskStore.list(db, { run_id: id, after: '', name: null, status: null, limit: 10 }),
  }))
  // What a task around others gives is that of the last in it: the one around may run again.
  expect(kept.map(({ name, input, from }) => [name, input ?? from])).toEqual([
    ['a', '{}'],
    ['around', 'a'],
    ['b', 'a'],
    ['c', 'b'],
    ['d', 'c'],
  ])
  expect(given.map(({ input }) => input)).toEqual(['{}', '{"of":"a"}', '{"of":"a"}', '{"of":"b"}', '{"of":"c"}'])
})

it('has a task in the journal before its effect, together with the result of the one before', async () => {
  const seen: unknown[] = []
  let id = ''
  perform = ({ frame }) => {
    seen.push(tasksOf(id).map(({ name, status }) => `${name} ${status}`))
    return Promise.resolve({ output: frame.name })
  }
  id = start([{ a: { call: 'http' } }, { b: { call: 'http' } }])
  await advance().run(job(id))
  expect(seen).toEqual([['a running'], ['a completed', 'b running']])
})

it('lets a worker that was frozen past its lease write nothing, and sends what was in flight again with its key', async () => {
  const thaw = Promise.withResolvers<void>()
  const keys: string[] = []
  perform = async ({ frame, isResumed }) => {
    keys.push(frame.key)
    if (!isResumed) await thaw.promise
    return { output: isResumed ? 'second' : 'first' }
  }
  const id = start([{ pay: { call: 'http' } }])
  const frozen = advance().run(job(id, 1))
  await expect.poll(() => keys.length).toBe(1)
  await advance().run(job(id, 2))
  thaw.resolve()
  await expect(frozen).rejects.toThrow('claim_lost')
  expect(runOf(id)).toMatchObject({ status: 'completed', output: '"second"' })
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

it('refuses a claim of an attempt that comes late', async () => {
  const id = start([{ ask: { wait: 'PT1H' } }])
  await advance().run(job(id, 2))
  await advance().run(job(id, 1))
  expect(runOf(id)).toMatchObject({ status: 'waiting', claim_attempt: 2 })
})

it('is claimed by the later job, in whatever order their ids are', async () => {
  const id = start([{ ask: { wait: 'PT1H' } }, { a: { set: { done: true } } }])
  await advance().run({ ...job(id), job_id: 'job_9' })
  clock.advance(3_600_000)
  await advance().run({ ...job(id), job_id: 'job_8' })
  expect(runOf(id)).toMatchObject({ status: 'waiting', claim_job: 'job_9' })
  await advance().run({ ...job(id), job_id: 'job_7', claims: 1 })
  expect(runOf(id)).toMatchObject({ status: 'completed', claim_job: 'job_7' })
})

it('faults a task with which the process died three times', async () => {
  perform = () => new Promise(() => undefined)
  const id = start([{ bad: { call: 'http' } }])
  for (const attempt of [1, 2, 3]) {
    void advance().run(job(id, attempt))
    await expect.poll(() => runOf(id).claim_attempt).toBe(attempt)
    await expect.poll(() => tasksOf(id).length).toBe(1)
  }
  await advance().run(job(id, 4))
  expect(runOf(id)).toMatchObject({ status: 'faulted', error: expect.stringContaining('crash_loop') })
})

it('waits as a row with the time at which it is to be taken up', async () => {
  const id = start([{ pause: { wait: 'PT1H' } }, { b: { set: { done: true } } }])
  await advance().run(job(id))
  expect(runOf(id)).toMatchObject({ status: 'waiting', claim_token: null, wake_at: clock.now() + 3_600_000 })
  const due = () =>
    room.planes.data.use(room.workspaceId, db => journalStore.due(db, clock.now(), 10)).map(run => run.id)
  expect(due()).not.toContain(id)
  clock.advance(3_600_000)
  expect(due()).toContain(id)
  await advance().run(job(id, 2))
  expect(runOf(id)).toMatchObject({ status: 'completed', output: '{"done":true}' })
})

it('does not wait for what has happened while it went to wait', async () => {
  let isDecided = false
  let id = ''
  perform = async ({ isResumed }) => {
    if (isDecided) return { output: 'approved' }
    expect(isResumed).toBe(false)
    // Between the question and the transaction that makes the run wait.
    isDecided = true
    room.planes.data.use(room.workspaceId, db => journalStore.nudge(db, { run_id: id, now: clock.now() }))
    return { waiting: { kind: 'approval' }, until: null }
  }
  id = start([{ ask: { call: 'approval' } }])
  await advance().run(job(id))
  expect(runOf(id)).toMatchObject({ status: 'completed', output: '"approved"' })
})

it('faults a run whose own time is over while it waits for a person', async () => {
  perform = () => Promise.resolve({ waiting: { kind: 'approval' }, until: null })
  const id = start([{ ask: { call: 'approval' } }])
  await advance().run(job(id))
  const { deadline_at, wake_at } = runOf(id)
  expect(wake_at).toBe(deadline_at)
  clock.advance(1e10)
  await advance().run(job(id, 2))
  expect(runOf(id)).toMatchObject({ status: 'faulted', error: expect.stringContaining('timeout') })
  expect(tasksOf(id)).toMatchObject([{ status: 'cancelled' }])
})

it('cancels a run at once, also one whose process is another', async () => {
  const begun = Promise.withResolvers<void>()
  perform = ({ signal }) => {
    begun.resolve()
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  const id = start([{ long: { call: 'http' } }])
  const one = advance()
  const running = one.run(job(id))
  await begun.promise
  room.planes.data.use(room.workspaceId, db =>
    journalStore.cancel(db, { run_id: id, reason: 'wrong', now: clock.now() }),
  )
  one.cancel(id, 'wrong')
  await running
  expect(runOf(id)).toMatchObject({ status: 'cancelled' })
  expect(tasksOf(id)).toMatchObject([{ status: 'cancelled' }])

  const waiting = start([{ pause: { wait: 'PT1H' } }])
  await advance().run(job(waiting))
  room.planes.data.use(room.workspaceId, db =>
    journalStore.cancel(db, { run_id: waiting, reason: 'wrong', now: clock.now() }),
  )
  await advance().run(job(waiting, 2))
  expect(runOf(waiting)).toMatchObject({ status: 'cancelled' })
})

it('keeps the result of a step that ends while the process stops, and begins no other', async () => {
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const names: string[] = []
  perform = async ({ frame }) => {
    names.push(frame.name)
    begun.resolve()
    await gate.promise
    return { output: frame.name }
  }
  const id = start([{ a: { call: 'http' } }, { b: { call: 'http' } }])
  const stop = new AbortController()
  const running = advance().run(job(id, 1, stop.signal))
  await begun.promise
  stop.abort(new Error('The server stops.'))
  gate.resolve()
  await expect(running).rejects.toThrow('The process stops.')
  expect(names).toEqual(['a'])
  expect(runOf(id)).toMatchObject({ status: 'running', claim_token: null, wake_at: clock.now() })
  await advance().run(job(id, 1))
  expect(names).toEqual(['a', 'b'])
  expect(tasksOf(id)).toMatchObject([{ crashes: 0 }, { crashes: 0 }])
  expect(runOf(id)).toMatchObject({ status: 'completed' })
})

it('wakes the run that waits for it, in the transaction of its end', async () => {
  const parent = start([{ pause: { wait: 'PT1H' } }])
  await advance().run(job(parent))
  await advance().run(job(start([{ a: { set: {} } }], {}, parent)))
  expect(runOf(parent)).toMatchObject({ nudges: 1, wake_at: clock.now() })
})

it('faults a run whose journal has more than 64 MiB, where it stands', async () => {
  // A little under 1 MiB, twice: as the output of one task and the input of the next.
  perform = () => Promise.resolve({ output: 'x'.repeat(1_000_000) })
  const tasks = Array.from({ length: 100 }, (_, n) => ({ [`t${n}`]: { call: 'http' } }))
  const id = start(tasks)
  await advance().run(job(id))
  const { status, error, bytes, finished } = runOf(id)
  const { detail, instance } = JSON.parse(error ?? '{}') as { detail: string; instance: string }
  expect([status, detail]).toEqual([
    'faulted',
    'The journal of the run has more than 67108864 bytes, which is as many as a run may write.',
  ])
  expect(instance).toMatch(/^\/do\/\d+\/t\d+$/)
  expect(finished).toBeGreaterThan(10)
  // The task that went over it, and the end, are written, too.
  expect(bytes).toBeGreaterThan(64 * 1024 * 1024)
  expect(bytes).toBeLessThan(72 * 1024 * 1024)
})

const branch = (name: string, task: Task): Record<string, Task> => ({ [name]: task })

it.each<[string, (tasks: TaskList) => TaskList]>([
  ['a catch', tasks => [{ careful: { try: tasks, catch: {} } }]],
  [
    'a race that goes on',
    tasks => [
      { race: { fork: { compete: true, branches: [branch('all', { do: tasks }), branch('slow', { wait: 'PT1H' })] } } },
    ],
  ],
])('faults a run whose journal has more than 64 MiB in spite of %s', async (_, within) => {
  const performed: string[] = []
  perform = ({ frame }) => {
    performed.push(frame.name)
    return Promise.resolve({ output: 'x'.repeat(1_000_000) })
  }
  const tasks = Array.from({ length: 100 }, (__, n) => ({ [`t${n}`]: { call: 'http' } }))
  const id = start([...within(tasks), { after: { call: 'http' } }])
  await advance().run(job(id))
  expect(runOf(id)).toMatchObject({ status: 'faulted', error: expect.stringContaining('as many as a run may write') })
  expect(performed).not.toContain('after')
})

it('begins in no process that comes behind another one', async () => {
  const performed: string[] = []
  perform = ({ frame }) => {
    performed.push(frame.name)
    return Promise.resolve({ output: null })
  }
  const id = start([{ a: { call: 'http' } }])
  const both = await Promise.allSettled([advance().run(job(id)), advance().run(job(id))])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(performed).toEqual(['a'])
  expect(runOf(id)).toMatchObject({ status: 'completed', claims: 1 })
})

it('keeps the time that it waits for when its first job is handed over late', async () => {
  const id = start([{ pause: { wait: 'PT1M' } }])
  const asRead = { id, priority: 0, nudges: 0, claims: 0, claim_token: null }
  await advance().run(job(id))
  const { wake_at } = runOf(id)
  room.planes.data.use(room.workspaceId, db => journalStore.handOver(db, asRead, clock.now() + 120_000))
  expect(runOf(id)).toMatchObject({ status: 'waiting', wake_at })
  expect(wake_at).toBe(clock.now() + 60_000)
})
