import { ConflictError } from '@svc/plugin'
import type { WorkspaceDatabase } from '@svc/plugin'
import type { RunRow } from '../journal/run-row.ts'
import { resumeStore } from '../journal/resume-store.ts'
import type { TaskRow } from '../journal/task-row.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Makes a run that faulted go on: the innermost task that faulted begins again, with the key it had, and those around it live again. A fork
 * begins again as a whole, because its other branches were cancelled. False: the run has not faulted.
 * @throws ConflictError when no task has faulted: the time of the run was over, or what it gave did not fit
 */
export function reopenFaulted(db: WorkspaceDatabase, run: RunRow, now: number): boolean {
  const { id: run_id } = run
  if (!resumeStore.reopen(db, { run_id, now, deadline_at: now + dayMs })) return false
  let task = resumeStore.faulted(db, run_id, null)
  if (task === undefined)
    throw new ConflictError('conflict', 'No task of this run has faulted, but the run as a whole. Start another one.')
  while (task) {
    const inner: TaskRow | undefined = task.kind === 'fork' ? undefined : resumeStore.faulted(db, run_id, task.id)
    resumeStore.reopenTask(db, { run_id, id: task.id, how: inner ? 'around' : howAgain(task) })
    task = inner
  }
  return true
}

/** What an agent has paid for is not asked for again. */
function howAgain({ call, position }: TaskRow): 'again' | 'on' {
  return call === 'agent' && position !== 'null' ? 'on' : 'again'
}
