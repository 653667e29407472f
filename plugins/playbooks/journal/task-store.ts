import type { WorkspaceDatabase } from '@svc/plugin'
import type { TaskRow, WrittenTaskRow } from './task-row.ts'

export interface TaskFilter {
  run_id: string
  after: string
  name: string | null
  status: string | null
  limit: number
}

/** `superseded`: a person has resumed the run before it. */
export type ListedTaskRow = TaskRow & { superseded: 0 | 1 }

/** What went before at a task's place: its last execution, and how many there were with the same key. */
export interface LatestTask {
  completed_before: number
  status: string
  tries: number
}

/** Of the row of a task, in `playbooks_tasks AS t`. An input that is the output of another task is kept there alone. */
export const taskColumns = `t.id, t.run_id, t.parent_id, t.name, t.reference, t.iteration, t.kind, t.call, t.attempt, t.completed_before, t.key,
  t.status, t.skipped, t.raw_input, t.arguments, t.output, t.error, t.position, t.context, t.usage, t.waiting, t.crashes, t.started_at, t.ended_at,
  t.wake_at, t.deadline_at,
  coalesce(t.input, (SELECT f.output FROM playbooks_tasks AS f WHERE f.run_id = t.run_id AND f.id = t.input_from)) AS input`

// An index is named where a run may have many tasks: without figures of the table SQLite takes the key, and reads all of them.
const insertTask = `INSERT INTO playbooks_tasks (id, run_id, parent_id, name, reference, iteration, kind, call, attempt, completed_before, key,
    status, skipped, input_from, raw_input, input, arguments, output, error, position, context, usage, waiting, crashes, started_at, ended_at,
    wake_at, deadline_at)
  VALUES (@id, @run_id, @parent_id, @name, @reference, @iteration, @kind, @call, @attempt, @completed_before, @key, @status, @skipped,
    @input_from, @raw_input, @input, @arguments, @output, @error, @position, @context, @usage, @waiting, @crashes, @started_at, @ended_at,
    @wake_at, @deadline_at)`
const updateTask = `UPDATE playbooks_tasks SET attempt = @attempt, status = @status, skipped = @skipped, input_from = @input_from,
    raw_input = @raw_input, input = @input, arguments = @arguments, output = @output, error = @error, position = @position, context = @context,
    usage = @usage, waiting = @waiting, crashes = @crashes, ended_at = @ended_at, wake_at = @wake_at, deadline_at = @deadline_at
  WHERE run_id = @run_id AND id = @id`
const countCrash = `UPDATE playbooks_tasks INDEXED BY playbooks_tasks_live SET crashes = crashes + 1
  WHERE run_id = ? AND ended_at IS NULL AND status = 'running' AND kind IN ('call', 'emit', 'listen', 'run')`
const selectLive = `SELECT ${taskColumns} FROM playbooks_tasks AS t INDEXED BY playbooks_tasks_live WHERE t.run_id = ? AND t.ended_at IS NULL ORDER BY t.id`
const selectBranches = `SELECT ${taskColumns} FROM playbooks_tasks AS t INDEXED BY playbooks_tasks_by_parent
  WHERE t.run_id = ? AND t.parent_id = ? AND t.ended_at IS NOT NULL AND t.superseded = 0 ORDER BY t.id`
const selectWaiting = `SELECT ${taskColumns} FROM playbooks_tasks AS t INDEXED BY playbooks_tasks_live
  WHERE t.run_id = ? AND t.ended_at IS NULL AND t.status = 'waiting' ORDER BY t.id`
const selectCurrent = `SELECT reference FROM playbooks_tasks AS t INDEXED BY playbooks_tasks_live WHERE run_id = ? AND ended_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM playbooks_tasks AS c INDEXED BY playbooks_tasks_by_parent
    WHERE c.run_id = t.run_id AND c.parent_id = t.id AND c.ended_at IS NULL) ORDER BY id`
const selectTasks = `SELECT ${taskColumns}, t.superseded FROM playbooks_tasks AS t
  WHERE t.run_id = @run_id AND t.id > @after AND (@name IS NULL OR t.name = @name) AND (@status IS NULL OR t.status = @status)
  ORDER BY t.id LIMIT @limit`
const selectTask = `SELECT ${taskColumns}, t.superseded FROM playbooks_tasks AS t WHERE t.run_id = @run_id AND t.id = @id`
const selectLatest = `SELECT completed_before, status, (SELECT count(*) FROM playbooks_tasks AS same INDEXED BY playbooks_tasks_by_place
      WHERE same.run_id = @run_id
      AND same.reference = @reference AND same.iteration = @iteration AND same.completed_before = last.completed_before) AS tries
  FROM playbooks_tasks AS last INDEXED BY playbooks_tasks_by_place WHERE run_id = @run_id AND reference = @reference AND iteration = @iteration ORDER BY id DESC LIMIT 1`
const selectLast = 'SELECT max(id) AS id FROM playbooks_tasks WHERE run_id = ?'

/** Every execution of a task: those of a run that live are its position, the others its history. */
export const taskStore = {
  insert(db: WorkspaceDatabase, row: WrittenTaskRow): void {
    db.run(insertTask, { ...row })
  },
  update(db: WorkspaceDatabase, row: WrittenTaskRow): void {
    const { parent_id: _parent, name: _name, reference: _ref, iteration: _at, kind: _kind, ...rest } = row
    const { call: _call, completed_before: _before, key: _key, started_at: _started, ...changed } = rest
    db.run(updateTask, changed)
  },
  /** The process that had the run before died with these in flight. */
  countCrash(db: WorkspaceDatabase, runId: string): void {
    db.run(countCrash, runId)
  },
  /** Those that live, and of each fork among them the branches that have ended. */
  position(db: WorkspaceDatabase, runId: string): TaskRow[] {
    const live = db.all<TaskRow>(selectLive, runId)
    const forks = live.filter(({ kind }) => kind === 'fork')
    return [...live, ...forks.flatMap(({ id }) => taskStore.branches(db, runId, id))]
  },
  /** The branches of a fork that have ended, in the order in which they began. */
  branches(db: WorkspaceDatabase, runId: string, forkId: string): TaskRow[] {
    return db.all<TaskRow>(selectBranches, runId, forkId)
  },
  /** Those that wait for something. */
  waiting(db: WorkspaceDatabase, runId: string): TaskRow[] {
    return db.all<TaskRow>(selectWaiting, runId)
  },
  /** The references of the innermost ones that are under way. */
  current(db: WorkspaceDatabase, runId: string): string[] {
    return db.all<{ reference: string }>(selectCurrent, runId).map(({ reference }) => reference)
  },
  /** In the order in which they began. */
  list(db: WorkspaceDatabase, filter: TaskFilter): ListedTaskRow[] {
    return db.all<ListedTaskRow>(selectTasks, { ...filter })
  },
  get(db: WorkspaceDatabase, runId: string, id: string): ListedTaskRow | undefined {
    return db.get<ListedTaskRow>(selectTask, { run_id: runId, id })
  },
  latest(
    db: WorkspaceDatabase,
    place: { run_id: string; reference: string; iteration: string },
  ): LatestTask | undefined {
    return db.get<LatestTask>(selectLatest, place)
  },
  /** The id of the one that began last; null: none has begun. */
  last(db: WorkspaceDatabase, runId: string): string | null {
    return db.get<{ id: string | null }>(selectLast, runId)?.id ?? null
  },
}
