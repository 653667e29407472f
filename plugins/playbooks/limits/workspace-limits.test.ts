import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ManualClock } from '@svc/plugin/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openMarks } from '../../../test/rooms/open-rooms.ts'
import { openPlaybookRoom, savedCallers } from '../../../test/rooms/plugins/playbooks.ts'
import type { PlaybookRoom } from '../../../test/rooms/plugins/playbooks.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { testPrincipal } from '../../../test/support/test-principal.ts'
import { journalStore } from '../journal/journal-store.ts'
import { RunStarter } from '../runs/run-starter.ts'
import { marksOfKept, Retention } from './retention.ts'

const mebibyte = 1024 * 1024
const dayMs = 24 * 60 * 60 * 1000
let room: PlaybookRoom
let clock: ManualClock
let starter: RunStarter

beforeEach(async () => {
  room = await openPlaybookRoom()
  clock = new ManualClock()
  starter = new RunStarter({
    data: room.planes.data,
    marks: openMarks(room.planes, 'playbooks'),
    events: room.eventLog(clock),
    callers: savedCallers,
    wake: () => undefined,
    cancelHere: () => undefined,
    ids: room.ids,
    clock,
    maxInputBytes: mebibyte,
    maxLiveRuns: 100_000,
  })
})
afterEach(() => room.planes.close())

const use = <T>(work: Parameters<typeof room.planes.data.use<T>>[1]) => room.planes.data.use(room.workspaceId, work)
const principal = () => testPrincipal({ workspace_id: room.workspaceId })
const document = { dsl: '1.0.3', namespace: 'default', name: 'test', version: '1.0.0' }

function start(more: { parent_run_id?: string; inputs?: { text: string } } = {}): string {
  const definition = { document, do: [{ a: { set: { done: true } } }] }
  const playbook = { id: 'pb_1', name: 'test', version: '1.0.0', revision: 1, definition }
  return starter.start({ playbook, inputs: {}, trigger: 'api', principal: principal(), ...more }).run.id
}

/** The run as often again, under other ids. */
function copy(id: string, times: number): void {
  use(db => {
    const names = db.all<{ name: string }>(`SELECT name FROM pragma_table_info('playbooks_runs')`)
    const others = names.map(({ name }) => name).filter(name => name !== 'id')
    db.run(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
        INSERT INTO playbooks_runs (id, ${others.join(', ')})
        SELECT 'prun_' || i, ${others.join(', ')} FROM n, playbooks_runs WHERE id = ?`,
      times,
      id,
    )
  })
}

function end(id: string, at: number): void {
  use(db => db.run(`UPDATE playbooks_runs SET status = 'completed', ended_at = ? WHERE id = ?`, at, id))
}

it('a workspace has 100,000 runs that live, and one more when one has ended', () => {
  const first = start()
  copy(first, 99_998)
  start()
  const refused = expect.objectContaining({
    status: 429,
    retryAfterSeconds: 60,
    message: 'The workspace has 100000 runs that have not ended, which is as many as it may (playbooks.max_live_runs).',
  })
  expect(() => start()).toThrow(refused)
  end(first, clock.now())
  start()
  expect(() => start()).toThrow(refused)
})

it('inputs have 1 MiB and not a byte more', () => {
  const text = 'x'.repeat(mebibyte - '{"text":""}'.length)
  const id = start({ inputs: { text } })
  expect(use(db => journalStore.get(db, id))).toMatchObject({ bytes: mebibyte })
  expect(() => start({ inputs: { text: `${text}x` } })).toThrow(
    expect.objectContaining({
      status: 413,
      message: 'The inputs of a run have at most 1048576 bytes. Keep what is larger in a file.',
    }),
  )
})

it('a run that has ended is kept for 90 days, and longer below one that lives', async () => {
  const old = start()
  const kept = start()
  const parent = start()
  const child = start({ parent_run_id: parent })
  const now = clock.now()
  for (const [id, at] of [
    [old, 1],
    [kept, 0],
    [child, 1000],
  ] as const)
    end(id, now - 90 * dayMs - at)
  const { signal } = new AbortController()
  const marks = openMarks(room.planes, 'playbooks')
  const keep = { days: 90, runs: 100_000 }
  const retention = new Retention({ data: room.planes.data, marks, keep, clock, log: recordingLog(), signal })
  await retention.look()
  const left = () => [old, kept, parent, child].filter(id => use(db => journalStore.get(db, id)))
  expect(left()).toEqual([kept, parent, child])
  end(parent, now)
  await retention.look()
  expect(left()).toEqual([kept, parent])
})

it('runs of a workspace are deleted though the file of another one is damaged', async () => {
  const damaged = `ws_${'0'.repeat(26)}`
  await mkdir(join(room.planes.home.path, 'workspaces', damaged), { recursive: true, mode: 0o700 })
  await writeFile(join(room.planes.home.path, 'workspaces', damaged, 'data_plane.sqlite'), 'x'.repeat(4096))
  const old = start()
  end(old, 0)
  const marks = openMarks(room.planes, 'playbooks')
  marksOfKept(marks).add(damaged)
  const { signal } = new AbortController()
  const keep = { days: 90, runs: 100_000 }
  await new Retention({ data: room.planes.data, marks, keep, clock, log: recordingLog(), signal }).look()
  expect(use(db => journalStore.get(db, old))).toBeUndefined()
})

it('the configuration begins with the numbers that the documentation names', async () => {
  const text = await readFile(new URL('../config.schema.json', import.meta.url), 'utf8')
  const { properties } = JSON.parse(text) as { properties: Record<string, { default: number }> }
  expect(Object.fromEntries(Object.entries(properties).map(([name, { default: usual }]) => [name, usual]))).toEqual({
    max_live_runs: 100_000,
    max_task_executions: 10_000,
    max_steps: 32,
    max_steps_each: 16,
    keep_days: 90,
    keep_runs: 100_000,
  })
})
