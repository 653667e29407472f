import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { TaskList } from '../../../plugins/playbooks/definitions/workflow.ts'
import type { Expressions } from '../../../plugins/playbooks/expressions/expressions.ts'
import { plainValue } from '../../../plugins/playbooks/expressions/plain-path.ts'
import { journalStore } from '../../../plugins/playbooks/journal/journal-store.ts'
import { Advance } from '../../../plugins/playbooks/runs/advance.ts'
import { systemClock } from '../../../test/rooms/open-rooms.ts'
import { advanceOptions, openPlaybookRoom } from '../../../test/rooms/plugins/playbooks.ts'
import type { PlaybookRoom } from '../../../test/rooms/plugins/playbooks.ts'
import { plainJq } from '../../../test/support/playbooks.ts'
import { median } from '../../support/load.ts'
import { atMost, timesFaster } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'

const path = 'playbook, SQLite FULL'
const rounds = 7
const steps = 100
const atOnce = 16
const result = { text: 'x'.repeat(2000) }
const call = { call: 'tool', with: { name: 'none' } }

/** What a step costs on disk: an effect that takes no time and gives 2 kB, its result, events, position and the next row in one commit. */
export async function playbookSteps(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const room = await openPlaybookRoom(join(folder, 'home'))
  stack.defer(() => room.planes.close())
  const runner = new Runner(room)
  const raw = rawCommits(join(folder, 'raw.sqlite'))
  stack.defer(() => raw.close())

  const calls = list(steps, () => call)
  const sets = list(50, index => ({ set: { n: index, was: '${ .n }' } }))
  const taken = { step: [] as number[], many: [] as number[], sets: [] as number[], raw: [] as number[] }
  for (let round = 0; round <= rounds; round += 1) {
    const step = (await runner.timed([calls])) / steps
    const many = (await runner.timed(Array.from({ length: atOnce }, () => calls))) / steps / atOnce
    const set = await runner.timed([sets])
    const commit = raw.commit(steps)
    // The first one warms up.
    if (round === 0) continue
    taken.step.push(step)
    taken.many.push(many)
    taken.sets.push(set)
    taken.raw.push(commit)
  }
  const large = {
    for: { in: '[range(8990)]', each: 'n' },
    do: [{ one: { set: { n: 1 } } }],
  } as TaskList[number][string]
  const ten = list(10, () => ({ set: { n: 1 } }))
  const small = await growth(runner, [...ten, ...calls])
  const grown = await growth(runner, [{ many: large }, ...calls])
  const of = (measure: string, ours: number, name: string, value: number) => {
    return { path, measure, ours, unit: 'ms', beside: { name, value } }
  }
  const commit = median(taken.raw)
  return [
    atMost(of('a step with an effect of 2 kB', median(taken.step), 'raw commit of one row', commit), 1.6),
    atMost(of('a run of 50 `set` steps, to `completed`', median(taken.sets), '50 raw commits', 50 * commit), 2.5),
    timesFaster(
      of(`a step, ${atOnce} runs at one time`, median(taken.many), 'one run at a time', median(taken.step)),
      3,
    ),
    atMost(of('a step after 9,000 finished tasks', grown, 'after 10', small), 1.2),
  ]
}

/** A step of the calls at the end, in milliseconds, by when their tasks began. */
async function growth(runner: Runner, tasks: TaskList): Promise<number> {
  const times = await runner.startTimes(tasks)
  return (Math.max(...times) - Math.min(...times)) / (times.length - 1)
}

function list(count: number, task: (index: number) => object): TaskList {
  return Array.from({ length: count }, (_, index) => ({ [`t${index}`]: task(index) })) as TaskList
}

class Runner {
  readonly #room: PlaybookRoom
  readonly #advance: Advance
  #count = 0

  constructor(room: PlaybookRoom) {
    this.#room = room
    const options = advanceOptions(room, systemClock, () => Promise.resolve({ output: result }))
    this.#advance = new Advance({ ...options, expressionsFor: () => plainFirst })
  }

  /** These runs at one time; milliseconds until all have completed. */
  async timed(runs: readonly TaskList[]): Promise<number> {
    const ids = runs.map(tasks => this.#insert(tasks))
    const started = performance.now()
    await Promise.all(ids.map(id => this.#run(id)))
    return performance.now() - started
  }

  /** When each call of the run began. */
  async startTimes(tasks: TaskList): Promise<number[]> {
    const id = this.#insert(tasks)
    await this.#run(id)
    const { planes, workspaceId } = this.#room
    const filter = { run_id: id, after: '', name: null, status: null, limit: 20_000 }
    const rows = planes.data.use(workspaceId, db => journalStore.tasks(db, filter))
    return rows.filter(({ call: name }) => name === 'tool').map(({ started_at }) => started_at)
  }

  async #run(run_id: string): Promise<void> {
    const { workspaceId: workspace_id, planes } = this.#room
    const { signal } = new AbortController()
    await this.#advance.run({ run_id, claims: 0, job_id: `job_${run_id}`, workspace_id, attempt: 1, signal })
    const run = planes.data.use(workspace_id, db => journalStore.get(db, run_id))
    if (run?.status !== 'completed') throw new Error(`The run is ${run?.status}: ${run?.error}`)
  }

  #insert(tasks: TaskList): string {
    const id = `prun_${String((this.#count += 1)).padStart(6, '0')}`
    const document = { dsl: '1.0.3', namespace: 'default', name: 'bench', version: '1.0.0' }
    const now = systemClock.now()
    const made = { playbook_id: 'pb_1', name: 'bench', version: '1.0.0', revision: 1, content_hash: id, total: 1 }
    const caller = JSON.stringify({ user_id: 'usr_1', username: 'ada' })
    const rest = { trigger: 'api', inputs: '{"n":0}', caller, parent_run_id: null, labels: '{}', priority: 0 }
    const run = { id, ...made, ...rest, created_at: now, deadline_at: now + 1e9, key_hash: null, body_hash: null }
    const { planes, workspaceId } = this.#room
    planes.data.use(workspaceId, db => journalStore.insert(db, run, JSON.stringify({ document, do: tasks })))
    return id
  }
}

/** As a server has it: what is only a path needs no jq. */
const plainFirst: Expressions = {
  evaluate(programs, input, variables, signal) {
    const plain = Object.entries(programs).map(
      ([name, program]) => [name, plainValue(program, input, variables)] as const,
    )
    if (plain.some(([, found]) => found === undefined)) return plainJq.evaluate(programs, input, variables, signal)
    return Promise.resolve(Object.fromEntries(plain.map(([name, found]) => [name, found?.value ?? null])))
  },
}

/** One row of as many bytes, one commit each, on the same disk. */
function rawCommits(file: string) {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec('CREATE TABLE steps (id INTEGER PRIMARY KEY, result TEXT NOT NULL) STRICT')
  const insert = db.prepare('INSERT INTO steps (result) VALUES (?)')
  return {
    commit(count: number): number {
      const started = performance.now()
      for (let done = 0; done < count; done += 1) insert.run(JSON.stringify(result))
      return (performance.now() - started) / count
    },
    close: () => void db.close(),
  }
}
