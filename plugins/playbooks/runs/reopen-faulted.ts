import { ConflictError } from '@svc/plugin'
import type { WorkspaceDatabase } from '@svc/plugin'
import type { RunRow } from '../journal/run-row.ts'
import { resumeStore } from '../journal/resume-store.ts'
import { taskStore } from '../journal/task-store.ts'
import type { TaskRow } from '../journal/task-row.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Makes a run that faulted go on: the innermost task that faulted begins again, with the key it had, and those around it live again. Of a
 * fork, each branch that was cancelled goes on in the same way, and branches that have completed stay. False: the run has not faulted.
 * @throws ConflictError when no task has faulted: the time of the run was over, or what it gave did not fit
 */
export function reopenFaulted(db: WorkspaceDatabase, run: RunRow, now: number): boolean {
  const { id: run_id } = run
  if (!resumeStore.reopen(db, { run_id, now, deadline_at: now + dayMs })) return false
  const task = faultedTask(db, run_id)
  if (task === undefined)
    throw new ConflictError('conflict', 'No task of this run has faulted, but the run as a whole. Start another one.')
  reopenTask(db, task)
  return true
}

/** The outermost; undefined: the run has faulted as a whole, if at all. */
export function faultedTask(db: WorkspaceDatabase, run_id: string): TaskRow | undefined {
  return resumeStore.stopped(db, { run_id, parent_id: null, status: 'faulted' })[0]
}

function reopenTask(db: WorkspaceDatabase, task: TaskRow): void {
  const { run_id, id, kind, status } = task
  const inside =
    kind === 'fork' ? taskStore.branches(db, run_id, id) : resumeStore.stopped(db, { run_id, parent_id: id, status })
  resumeStore.reopenTask(db, { run_id, id, how: inside.length > 0 ? 'around' : howAgain(task) })
  for (const each of inside) if (each.status !== 'completed') reopenTask(db, each)
}

/** What an agent has paid for is not asked for again. */
function howAgain({ call, position }: TaskRow): 'again' | 'on' {
  return call === 'agent' && position !== 'null' ? 'on' : 'again'
}
