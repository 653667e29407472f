import type { WorkspaceDatabase } from '@svc/plugin'
import type { FrameStatus } from '../interpreter/frame.ts'
import { taskColumns } from './task-store.ts'
import type { RunRow } from './run-row.ts'
import type { TaskRow } from './task-row.ts'

/** What a run is when it goes on from one of its tasks. */
export type ResumedRun = Pick<RunRow, 'context' | 'content_hash' | 'version' | 'revision' | 'total'> & {
  run_id: string
  now: number
  deadline_at: number
  /** Tasks that had completed and run again. */
  lost: number
}

/** A version that a run moves to. */
export type MovedRun = Pick<RunRow, 'content_hash' | 'version' | 'revision' | 'total'> & { run_id: string }

/** The `$context` that a task has left behind. */
export type ContextRow = Pick<TaskRow, 'id' | 'parent_id'> & { context: string }

const reopenRun = `UPDATE playbooks_runs SET status = 'waiting', error = NULL, ended_at = NULL, cancel_reason = NULL, nudges = nudges + 1,
    wake_at = @now, deadline_at = max(deadline_at, @deadline_at)
  WHERE id = @run_id AND status = 'faulted'`
const reopenTask = `UPDATE playbooks_tasks SET status = 'running', error = NULL, ended_at = NULL, wake_at = NULL, deadline_at = NULL, waiting = NULL,
    crashes = 0, attempt = attempt + @try, position = iif(@again = 1, '"again"', position)
  WHERE run_id = @run_id AND id = @id`
const supersedeBelow = `UPDATE playbooks_tasks INDEXED BY playbooks_tasks_by_parent SET superseded = 1 WHERE run_id = ? AND parent_id = ?`
const selectStopped = `SELECT ${taskColumns} FROM playbooks_tasks AS t
  WHERE t.run_id = @run_id AND t.parent_id IS @parent_id AND t.status = @status AND t.superseded = 0 ORDER BY t.id DESC LIMIT 1`
const selectLastAt = `SELECT ${taskColumns} FROM playbooks_tasks AS t INDEXED BY playbooks_tasks_by_place
  WHERE t.run_id = @run_id AND t.reference = @reference AND t.iteration = '[]' AND t.superseded = 0 ORDER BY t.id DESC LIMIT 1`
const selectFinished = `SELECT DISTINCT reference FROM playbooks_tasks
  WHERE run_id = @run_id AND superseded = 0 AND status = 'completed' AND id < @before ORDER BY id`
const selectCompletedFrom = `SELECT count(*) AS count FROM playbooks_tasks
  WHERE run_id = @run_id AND superseded = 0 AND status = 'completed' AND id >= @from`
const supersedeFrom = `UPDATE playbooks_tasks SET superseded = 1, status = iif(ended_at IS NULL, 'cancelled', status),
    ended_at = coalesce(ended_at, @now), wake_at = NULL, waiting = NULL
  WHERE run_id = @run_id AND id >= @from`
const reopenAround = `UPDATE playbooks_tasks SET status = 'running', error = NULL, ended_at = NULL, wake_at = NULL, deadline_at = NULL,
    waiting = NULL, context = NULL
  WHERE run_id = ? AND id = ?`
// A branch of a fork keeps the context that it sees; that is not what the run has.
const selectContexts = `SELECT id, parent_id, context FROM playbooks_tasks AS t
  WHERE run_id = @run_id AND superseded = 0 AND status = 'completed' AND context IS NOT NULL AND id < @before
    AND NOT EXISTS (SELECT 1 FROM playbooks_tasks AS p WHERE p.run_id = t.run_id AND p.id = t.parent_id AND p.kind = 'fork')
  ORDER BY id DESC`
const resumeRun = `UPDATE playbooks_runs SET status = 'waiting', output = NULL, error = NULL, ended_at = NULL, cancel_reason = NULL,
    hold_reason = NULL, nudges = nudges + 1, wake_at = @now, deadline_at = max(deadline_at, @deadline_at), finished = max(0, finished - @lost),
    context = @context, content_hash = @content_hash, version = @version, revision = @revision, total = @total
  WHERE id = @run_id AND status IN ('suspended', 'completed', 'faulted', 'cancelled')`
const moveRun = `UPDATE playbooks_runs SET content_hash = @content_hash, version = @version, revision = @revision, total = @total WHERE id = @run_id`

/** What brings runs that have ended, or are held, to go on. */
export const resumeStore = {
  /** One that faulted is to go on. False: it has not faulted. */
  reopen(db: WorkspaceDatabase, run: { run_id: string; now: number; deadline_at: number }): boolean {
    return db.run(reopenRun, run).changes === 1
  },
  /** A task that faulted lives again: because of one in it, to begin anew, or to go on behind what it has kept. */
  reopenTask(
    db: WorkspaceDatabase,
    { run_id, id, how }: { run_id: string; id: string; how: 'around' | 'again' | 'on' },
  ): void {
    db.run(reopenTask, { run_id, id, try: how === 'around' ? 0 : 1, again: how === 'again' ? 1 : 0 })
    if (how === 'again') db.run(supersedeBelow, run_id, id)
  },
  /** The last task below this one, or at the top, that ended so: one or none. */
  stopped(db: WorkspaceDatabase, place: Pick<TaskRow, 'run_id' | 'parent_id'> & { status: FrameStatus }): TaskRow[] {
    return db.all<TaskRow>(selectStopped, { ...place })
  },
  /** The last execution of a task that stands in no loop. */
  lastAt(db: WorkspaceDatabase, place: { run_id: string; reference: string }): TaskRow | undefined {
    return db.get<TaskRow>(selectLastAt, place)
  },
  /** The references of tasks that have completed and began before this one, in the order in which they began. */
  finishedBefore(db: WorkspaceDatabase, range: { run_id: string; before: string }): string[] {
    return db.all<{ reference: string }>(selectFinished, range).map(({ reference }) => reference)
  },
  /** This execution and all that began after it are history. How many of them had completed. */
  supersede(db: WorkspaceDatabase, { run_id, from, now }: { run_id: string; from: string; now: number }): number {
    const completed = db.get<{ count: number }>(selectCompletedFrom, { run_id, from })?.count ?? 0
    db.run(supersedeFrom, { run_id, from, now })
    return completed
  },
  /** A task lives again because one in it is to run. */
  reopenAround(db: WorkspaceDatabase, { run_id, id }: Pick<TaskRow, 'run_id' | 'id'>): void {
    db.run(reopenAround, run_id, id)
  },
  /** What tasks that began before this one have exported, the last first. */
  contextsBefore(db: WorkspaceDatabase, range: { run_id: string; before: string }): ContextRow[] {
    return db.all<ContextRow>(selectContexts, range)
  },
  /** False: it goes on already. */
  resume(db: WorkspaceDatabase, run: ResumedRun): boolean {
    return db.run(resumeRun, { ...run }).changes === 1
  },
  move(db: WorkspaceDatabase, run: MovedRun): void {
    db.run(moveRun, { ...run })
  },
}
