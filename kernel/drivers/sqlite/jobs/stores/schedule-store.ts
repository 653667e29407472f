import type { ScheduleRecord, WorkspaceDatabase } from '@svc/plugin'

type ScheduleRow = Omit<ScheduleRecord, 'workspace_id' | 'enabled'> & { enabled: number }

const columns = `name, cron, timezone, misfire, enabled, job, next_run_at, last_run_at, last_job_id, created_at, updated_at`
const selectOne = `SELECT ${columns} FROM kernel_job_schedules WHERE name = ?`
const selectPage = `SELECT ${columns} FROM kernel_job_schedules WHERE name > @after ORDER BY name LIMIT @count`
const selectDue = `
  SELECT ${columns} FROM kernel_job_schedules WHERE enabled = 1 AND next_run_at IS NOT NULL AND next_run_at <= @now
  ORDER BY next_run_at LIMIT @limit`
const selectNext = `
  SELECT next_run_at AS at FROM kernel_job_schedules WHERE enabled = 1 AND next_run_at IS NOT NULL ORDER BY next_run_at LIMIT 1`
const put = `
  INSERT INTO kernel_job_schedules (${columns})
  VALUES (@name, @cron, @timezone, @misfire, @enabled, @job, @next_run_at, @last_run_at, @last_job_id, @created_at, @updated_at)
  ON CONFLICT (name) DO UPDATE SET cron = excluded.cron, timezone = excluded.timezone, misfire = excluded.misfire,
    enabled = excluded.enabled, job = excluded.job, updated_at = excluded.updated_at,
    next_run_at = CASE WHEN cron = excluded.cron AND timezone = excluded.timezone AND enabled = excluded.enabled
      THEN next_run_at ELSE excluded.next_run_at END
  RETURNING ${columns}`
const insertStored = `
  INSERT INTO kernel_job_schedules (${columns})
  VALUES (@name, @cron, @timezone, @misfire, @enabled, @job, @next_run_at, @last_run_at, @last_job_id, @created_at, @updated_at)
  ON CONFLICT (name) DO NOTHING`
const remove = `DELETE FROM kernel_job_schedules WHERE name = ?`
const removeAll = `DELETE FROM kernel_job_schedules`
// Fires only what its reader saw: neither a time that another process fired, nor a schedule that was changed meanwhile.
const advance = `
  UPDATE kernel_job_schedules SET next_run_at = @next_run_at
  WHERE name = @name AND enabled = 1 AND next_run_at = @due_at AND updated_at = @updated_at`
const ran = `UPDATE kernel_job_schedules SET last_run_at = @at, last_job_id = @job_id WHERE name = @name`

function rowOf(schedule: ScheduleRecord): ScheduleRow {
  const { workspace_id: _workspace, ...row } = schedule
  return { ...row, enabled: schedule.enabled ? 1 : 0 }
}

function recordOf(workspaceId: string, row: ScheduleRow): ScheduleRecord {
  return { workspace_id: workspaceId, ...row, enabled: row.enabled === 1 }
}

export const scheduleStore = {
  get(db: WorkspaceDatabase, workspaceId: string, name: string): ScheduleRecord | null {
    const row = db.get<ScheduleRow>(selectOne, name)
    return row === undefined ? null : recordOf(workspaceId, row)
  },
  /** By name. */
  page(db: WorkspaceDatabase, workspaceId: string, page: { count: number; after: string | null }): ScheduleRecord[] {
    const rows = db.all<ScheduleRow>(selectPage, { count: page.count, after: page.after ?? '' })
    return rows.map(row => recordOf(workspaceId, row))
  },
  due(db: WorkspaceDatabase, workspaceId: string, now: number, limit: number): ScheduleRecord[] {
    return db.all<ScheduleRow>(selectDue, { now, limit }).map(row => recordOf(workspaceId, row))
  },
  next(db: WorkspaceDatabase): number | null {
    return db.get<{ at: number }>(selectNext)?.at ?? null
  },
  /** When it was made, when and what it last ran, and when it is next due unless its times change, stay as they are. */
  put(db: WorkspaceDatabase, schedule: ScheduleRecord): ScheduleRecord {
    return recordOf(schedule.workspace_id, db.get<ScheduleRow>(put, { ...rowOf(schedule) }) as ScheduleRow)
  },
  insertStored(db: WorkspaceDatabase, schedule: ScheduleRecord): boolean {
    return db.run(insertStored, { ...rowOf(schedule) }).changes === 1
  },
  delete(db: WorkspaceDatabase, name: string): boolean {
    return db.run(remove, name).changes === 1
  },
  clear(db: WorkspaceDatabase): void {
    db.run(removeAll)
  },
  /** False when the schedule is not as it was read. */
  advance(db: WorkspaceDatabase, due: ScheduleRecord, nextRunAt: number | null): boolean {
    if (due.next_run_at === null) return false
    const seen = { name: due.name, due_at: due.next_run_at, updated_at: due.updated_at }
    return db.run(advance, { ...seen, next_run_at: nextRunAt }).changes === 1
  },
  ran(db: WorkspaceDatabase, name: string, run: { at: number; job_id: string }): void {
    db.run(ran, { name, ...run })
  },
}
