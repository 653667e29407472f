import Database from 'better-sqlite3'
import type { TaskList } from '../../../plugins/playbooks/definitions/workflow.ts'
import type { Expressions } from '../../../plugins/playbooks/expressions/expressions.ts'
import { plainValue } from '../../../plugins/playbooks/expressions/plain-path.ts'
import { journalStore } from '../../../plugins/playbooks/journal/journal-store.ts'
import { taskStore } from '../../../plugins/playbooks/journal/task-store.ts'
import { Advance } from '../../../plugins/playbooks/runs/advance.ts'
import { systemClock } from '../../../test/rooms/open-rooms.ts'
import { advanceOptions } from '../../../test/rooms/plugins/playbooks.ts'
import type { PlaybookRoom } from '../../../test/rooms/plugins/playbooks.ts'
import { plainJq } from '../../../test/support/playbooks.ts'

/** What an effect gives: 2 kB. */
const stepResult = { text: 'x'.repeat(2000) }

export function taskList(count: number, task: (index: number) => object): TaskList {
  return Array.from({ length: count }, (_, index) => ({ [`t${index}`]: task(index) })) as TaskList
}

/** Runs of playbooks on a disk, as a server advances them, whose effects take no time. */
export class BenchRuns {
  readonly #room: PlaybookRoom
  readonly #advance: Advance
  #count = 0

  constructor(room: PlaybookRoom) {
    this.#room = room
    const options = advanceOptions(room, systemClock, () => Promise.resolve({ output: stepResult }))
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
    const rows = planes.data.use(workspaceId, db => taskStore.list(db, filter))
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
export function rawCommits(file: string) {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec('CREATE TABLE steps (id INTEGER PRIMARY KEY, result TEXT NOT NULL) STRICT')
  const insert = db.prepare('INSERT INTO steps (result) VALUES (?)')
  return {
    commit(count: number): number {
      const started = performance.now()
      for (let done = 0; done < count; done += 1) insert.run(JSON.stringify(stepResult))
      return (performance.now() - started) / count
    },
    [Symbol.dispose]: () => void db.close(),
  }
}
