import type { WorkspaceDatabase } from '@svc/plugin'

/** How far the schedule of a playbook is; times are milliseconds since the epoch. */
export interface ScheduleRow {
  playbook_id: string
  enabled: 0 | 1
  /** Who switched it on: a SavedCaller. */
  caller: string
  /** Of the definition for which `next_at` holds. */
  revision: number
  /** Null: it waits for events, or for the end of the run before. */
  next_at: number | null
  last_run_id: string | null
  /** How far the event log is read for it, and what it has of events that others have to join: a list. */
  place: number
  consumed: string
}

const save = `INSERT INTO playbooks_schedules (playbook_id, enabled, caller, revision, next_at, last_run_id, place, consumed)
  VALUES (@playbook_id, @enabled, @caller, @revision, @next_at, @last_run_id, @place, @consumed)
  ON CONFLICT (playbook_id) DO UPDATE SET enabled = @enabled, caller = @caller, revision = @revision, next_at = @next_at,
    last_run_id = @last_run_id, place = @place, consumed = @consumed`
const selectOne = 'SELECT * FROM playbooks_schedules WHERE playbook_id = ?'
const selectEnabled = 'SELECT * FROM playbooks_schedules WHERE enabled = 1 ORDER BY playbook_id'
const deleteOne = 'DELETE FROM playbooks_schedules WHERE playbook_id = ?'

/** The schedules of a workspace that somebody has switched on, or off again. */
export const scheduleStore = {
  save(db: WorkspaceDatabase, row: ScheduleRow): void {
    db.run(save, { ...row })
  },
  get(db: WorkspaceDatabase, playbookId: string): ScheduleRow | undefined {
    return db.get<ScheduleRow>(selectOne, playbookId)
  },
  enabled(db: WorkspaceDatabase): ScheduleRow[] {
    return db.all<ScheduleRow>(selectEnabled)
  },
  delete(db: WorkspaceDatabase, playbookId: string): void {
    db.run(deleteOne, playbookId)
  },
}
