import { isDeepStrictEqual } from 'node:util'
import { ConflictError, ValidationError } from '@svc/plugin'
import type { Ids, JsonValue, WorkspaceDatabase } from '@svc/plugin'
import { contentHash, taskCount } from '../definitions/contents.ts'
import { plainTasks, taskAt } from '../definitions/task-places.ts'
import type { PlacedTask } from '../definitions/task-places.ts'
import type { WorkflowDefinition } from '../definitions/workflow.ts'
import type { Frame } from '../interpreter/frame.ts'
import { kindOf } from '../interpreter/kinds.ts'
import { again } from '../interpreter/step.ts'
import { journalStore } from '../journal/journal-store.ts'
import { liveRunStore } from '../limits/live-run-store.ts'
import { taskStore } from '../journal/task-store.ts'
import type { RunRow } from '../journal/run-row.ts'
import { idBehind, keyOf } from '../journal/keys.ts'
import { resumeStore } from '../journal/resume-store.ts'
import type { MovedRun } from '../journal/resume-store.ts'
import { frameOf, rowOf } from '../journal/task-row.ts'
import type { TaskRow, WrittenTaskRow } from '../journal/task-row.ts'
import { reopenFaulted } from './reopen-faulted.ts'
import type { StartedPlaybook } from './run-starter.ts'

/** How a person wants a run to go on. */
export interface ResumeRequest {
  /** A reference, or a name: this task and all behind it run again. */
  from_task?: string
  /** In place of the input that it had. */
  input?: JsonValue
  reason: string
}

interface Resumed {
  /** What was waited for, and is no longer. */
  withdrawn: Frame[]
}

const dayMs = 24 * 60 * 60 * 1000
/** Behind all ids. */
const afterAll = '~'

/**
 * A suspended run goes on; of one that faulted the task that faulted runs again; with `from_task` that task and all behind it. `moved`: the
 * version to which the run moves.
 * @throws ConflictError; ValidationError under `/from_task`
 */
export function resumeRun(
  db: WorkspaceDatabase,
  run: RunRow,
  { from_task, input }: Pick<ResumeRequest, 'from_task' | 'input'>,
  { moved, now, ids }: { moved: StartedPlaybook | null; now: number; ids: Pick<Ids, 'create'> },
): Resumed {
  if (input !== undefined && from_task === undefined) throw wrong('/input', 'is given to the task that from_task names')
  requireResting(run, from_task !== undefined)
  const old = definitionOf(db, run)
  const definition = moved?.definition ?? old
  const version = versionOf(run, moved)
  if (from_task === undefined) {
    if (moved) requireUnchanged(db, run, { old, definition, before: afterAll })
    goOn(db, run, now)
    if (moved) requireSameKinds(taskStore.position(db, run.id), definition)
    resumeStore.move(db, version)
    return { withdrawn: [] }
  }
  const { reference, task } = meant(definition, from_task)
  const before = resumeStore.lastAt(db, { run_id: run.id, reference })
  if (before === undefined)
    throw new ConflictError(
      'conflict',
      `The task ${reference} has not run yet: a run is resumed from a task that it has come to.`,
    )
  const around = tasksAround(db, before)
  if (moved) requireUnchanged(db, run, { old, definition, before: before.id, around })
  if (moved) requireSameKinds(around, definition)
  const withdrawn = taskStore.waiting(db, run.id).filter(({ id }) => id >= before.id)
  for (const task of around) resumeStore.reopenAround(db, task)
  const completed = around.filter(({ status }) => status === 'completed').length
  const lost = resumeStore.supersede(db, { run_id: run.id, from: before.id, now }) + completed
  const id = idBehind(taskStore.last(db, run.id) ?? '', ids.create('ptask'))
  taskStore.insert(db, anew(db, before, { id, task, input, now }))
  const context = contextBefore(db, run.id, before.id)
  resumeStore.resume(db, { ...version, context, now, deadline_at: now + dayMs, lost })
  return { withdrawn: withdrawn.map(frameOf) }
}

function requireResting({ status }: RunRow, isFromTask: boolean): void {
  const resting = isFromTask ? ['suspended', 'faulted', 'cancelled', 'completed'] : ['suspended', 'faulted']
  if (resting.includes(status)) return
  const isOver = status === 'completed' || status === 'cancelled'
  const what = isOver
    ? 'name the task from which it is to run again (from_task).'
    : 'only one that is suspended or has ended can be resumed.'
  throw new ConflictError('conflict', `The run is ${status}; ${what}`)
}

function goOn(db: WorkspaceDatabase, run: RunRow, now: number): void {
  if (run.status === 'faulted') reopenFaulted(db, run, now)
  else {
    journalStore.goOn(db, { run_id: run.id, now })
    // Others may have ended while it was suspended.
    liveRunStore.letNextBegin(db, { playbook_id: run.playbook_id, now })
  }
}

function definitionOf(db: WorkspaceDatabase, run: RunRow): WorkflowDefinition {
  const text = journalStore.definition(db, run.content_hash)
  if (text !== undefined) return JSON.parse(text) as WorkflowDefinition
  throw new Error(`The definition ${run.content_hash} of the run ${run.id} is missing.`)
}

function versionOf(run: RunRow, moved: StartedPlaybook | null): MovedRun {
  const { id: run_id, content_hash, version, revision, total } = run
  if (moved === null) return { run_id, content_hash, version, revision, total }
  const { definition } = moved
  const { version: to, revision: newest } = moved
  return {
    run_id,
    content_hash: contentHash(definition),
    version: to,
    revision: newest,
    total: taskCount(definition.do),
  }
}

/** By its reference, or by a name that only one task has. @throws ValidationError */
function meant(definition: WorkflowDefinition, named: string): PlacedTask {
  const tasks = plainTasks(definition.do)
  const found = tasks.filter(({ name, reference }) => reference === named || name === named)
  const [only] = found
  if (only && found.length === 1) return only
  if (only)
    throw wrong(
      '/from_task',
      `names several tasks: ${found.map(({ reference }) => reference).join(', ')}. Give one of these`,
    )
  if (named.startsWith('/') && taskAt(definition, named) !== undefined)
    throw wrong('/from_task', 'stands inside of for, fork or try. Name the task around it')
  throw wrong(
    '/from_task',
    `is "${named.slice(0, 100)}", and there is no such task. There are ${tasks.map(({ name }) => name).join(', ')}`,
  )
}

function wrong(path: string, message: string): ValidationError {
  return new ValidationError(`${path.slice(1)} ${message}.`, [{ path, message }])
}

/** The executions around this one, each a `do`. */
function tasksAround(db: WorkspaceDatabase, { run_id, parent_id }: TaskRow): TaskRow[] {
  const parent = parent_id === null ? undefined : taskStore.get(db, run_id, parent_id)
  return parent ? [parent, ...tasksAround(db, parent)] : []
}

/** @throws ConflictError naming the first task that the other version has not, or has otherwise */
function requireUnchanged(
  db: WorkspaceDatabase,
  { id: run_id }: RunRow,
  {
    old,
    definition,
    before,
    around = [],
  }: { old: WorkflowDefinition; definition: WorkflowDefinition; before: string; around?: TaskRow[] },
): void {
  const open = around.map(({ reference }) => reference)
  const finished = resumeStore.finishedBefore(db, { run_id, before }).filter(reference => !open.includes(reference))
  const other = finished.find(reference => !isDeepStrictEqual(taskAt(old, reference), taskAt(definition, reference)))
  if (other !== undefined)
    throw new ConflictError(
      'conflict',
      `The task ${other} has finished, and version ${definition.document.version} has it otherwise. Resume from it, or from one before it.`,
    )
}

/** @throws ConflictError naming the first task that is under way and has no such one in the other version */
function requireSameKinds(begun: readonly TaskRow[], definition: WorkflowDefinition): void {
  const lost = begun.find(({ reference, kind }) => {
    const task = taskAt(definition, reference)
    return task === undefined || kindOf(task) !== kind
  })
  if (lost === undefined) return
  throw new ConflictError(
    'conflict',
    `The task ${lost.reference} is under way, and version ${definition.document.version} has no such ${lost.kind} there.`,
  )
}

/** Another execution at the same place. Its key is another one only if the task had completed. */
function anew(
  db: WorkspaceDatabase,
  before: TaskRow,
  { id, task, input, now }: { id: string; task: PlacedTask['task']; input: JsonValue | undefined; now: number },
): WrittenTaskRow {
  const { run_id, reference, iteration } = before
  const latest = taskStore.latest(db, { run_id, reference, iteration })
  const isCompleted = latest?.status === 'completed'
  const completed_before = (latest?.completed_before ?? 0) + (isCompleted ? 1 : 0)
  const { iteration: places, raw_input: recorded, parent_id, name } = frameOf(before)
  const raw_input = input === undefined ? recorded : input
  return rowOf(run_id, {
    id,
    parent_id,
    name,
    reference,
    iteration: places,
    kind: kindOf(task),
    call: 'call' in task ? task.call : null,
    attempt: isCompleted ? 1 : (latest?.tries ?? 0) + 1,
    completed_before,
    key: keyOf(run_id, reference, places, completed_before),
    raw_input,
    started_at: now,
    status: 'running',
    skipped: false,
    input: raw_input,
    arguments: null,
    output: null,
    error: null,
    position: again,
    context: undefined,
    usage: {},
    ended_at: null,
    wake_at: null,
    deadline_at: null,
    waiting: null,
    crashes: 0,
    children: [],
  })
}

/** `$context` as the tasks before this one left it: what was exported last, by a task around others after those in it. */
function contextBefore(db: WorkspaceDatabase, runId: string, before: string): string {
  const exported = resumeStore.contextsBefore(db, { run_id: runId, before })
  const [last] = exported
  let context = last?.context ?? 'null'
  for (let at = last?.parent_id ?? null; at !== null; at = taskStore.get(db, runId, at)?.parent_id ?? null)
    context = exported.find(({ id }) => id === at)?.context ?? context
  return context
}
