import type { WorkspaceDatabase } from '@svc/plugin'

// Of a run, the difference is that of its task that began last.
const moveRuns = `UPDATE playbooks_runs SET wake_at = wake_at - by FROM (SELECT run_id, max(started_at) - @now AS by
    FROM playbooks_tasks WHERE ended_at IS NULL AND started_at > @now GROUP BY run_id) AS moved
  WHERE playbooks_runs.id = moved.run_id AND playbooks_runs.wake_at IS NOT NULL`
const moveTasks = `UPDATE playbooks_tasks SET wake_at = wake_at - (started_at - @now), deadline_at = deadline_at - (started_at - @now), started_at = @now
  WHERE ended_at IS NULL AND started_at > @now`

export const clockStore = {
  /** Waits that began later than now, by their rows, last as long from now on: the clock was set back. */
  beginWaitsAnew(db: WorkspaceDatabase, now: number): void {
    db.run(moveRuns, { now })
    db.run(moveTasks, { now })
  },
}
