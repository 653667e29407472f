import type { ScheduleRecord } from '@svc/plugin'
import type { PostgresSession } from '../../database.ts'
import { now, storable } from './job-columns.ts'

const columns = `workspace_id, name, cron, timezone, misfire, enabled, job, next_run_at, last_run_at, last_job_id, created_at, updated_at`
const values = `$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12`

const put = {
  name: 'svc.schedules.put',
  text: `
    INSERT INTO svc.job_schedules AS old (${columns}) VALUES (${values})
    ON CONFLICT (workspace_id, name) DO UPDATE SET
      next_run_at = CASE
        WHEN (old.cron, old.timezone, old.enabled) = (excluded.cron, excluded.timezone, excluded.enabled) THEN old.next_run_at
        ELSE excluded.next_run_at END,
      cron = excluded.cron, timezone = excluded.timezone, misfire = excluded.misfire, enabled = excluded.enabled,
      job = excluded.job, updated_at = excluded.updated_at
    RETURNING ${columns}, (xmax = 0) AS created`,
}
const insertStored = {
  name: 'svc.schedules.import',
  text: `INSERT INTO svc.job_schedules (${columns}) VALUES (${values}) ON CONFLICT DO NOTHING`,
}
const selectOne = {
  name: 'svc.schedules.get',
  text: `SELECT ${columns} FROM svc.job_schedules WHERE workspace_id = $1 AND name = $2`,
}
const selectPage = {
  name: 'svc.schedules.page',
  text: `SELECT ${columns} FROM svc.job_schedules WHERE workspace_id = $1 AND name > $2 ORDER BY name LIMIT $3`,
}
const remove = {
  name: 'svc.schedules.delete',
  text: `DELETE FROM svc.job_schedules WHERE workspace_id = $1 AND name = $2`,
}
const selectDue = {
  name: 'svc.schedules.due',
  text: `
    SELECT ${columns} FROM svc.job_schedules WHERE enabled AND next_run_at IS NOT NULL AND next_run_at <= ${now}
    ORDER BY next_run_at LIMIT $2`,
}
const selectWorkspaces = {
  name: 'svc.schedules.workspaces',
  text: `SELECT DISTINCT workspace_id FROM svc.job_schedules WHERE enabled AND next_run_at IS NOT NULL`,
}
const selectNext = {
  name: 'svc.schedules.next',
  text: `
    SELECT next_run_at AS at FROM svc.job_schedules WHERE enabled AND next_run_at IS NOT NULL ORDER BY next_run_at LIMIT 1`,
}
// Fires only what its reader saw: neither a time that another process fired, nor a schedule that was changed meanwhile.
const advance = {
  name: 'svc.schedules.advance',
  text: `
    UPDATE svc.job_schedules SET next_run_at = $2, last_job_id = coalesce($3, last_job_id),
      last_run_at = CASE WHEN $3::text IS NULL THEN last_run_at ELSE ${now} END
    WHERE workspace_id = $4 AND name = $5 AND enabled AND next_run_at = $6 AND updated_at = $7`,
}
const selectBatch = {
  name: 'svc.schedules.batch',
  text: `
    SELECT ${columns} FROM svc.job_schedules WHERE (workspace_id, name) > ($1, $2) ORDER BY workspace_id, name LIMIT $3`,
}

function valuesOf(schedule: ScheduleRecord): unknown[] {
  return [
    schedule.workspace_id,
    storable(schedule.name),
    schedule.cron,
    schedule.timezone,
    schedule.misfire,
    schedule.enabled,
    schedule.job,
    schedule.next_run_at,
    schedule.last_run_at,
    schedule.last_job_id,
    schedule.created_at,
    schedule.updated_at,
  ]
}

export const scheduleStore = {
  async put(db: PostgresSession, schedule: ScheduleRecord): Promise<{ created: boolean; schedule: ScheduleRecord }> {
    const { rows } = await db.query<ScheduleRecord & { created: boolean }>(put, valuesOf(schedule))
    const { created, ...stored } = rows[0] as ScheduleRecord & { created: boolean }
    return { created, schedule: stored }
  },
  /** False when there is one of that name already. */
  async insertStored(db: PostgresSession, schedule: ScheduleRecord): Promise<boolean> {
    return (await db.query(insertStored, valuesOf(schedule))).count === 1
  },
  async get(db: PostgresSession, workspaceId: string, name: string): Promise<ScheduleRecord | null> {
    return (await db.query<ScheduleRecord>(selectOne, [workspaceId, storable(name)])).rows[0] ?? null
  },
  /** By name. */
  async page(
    db: PostgresSession,
    workspaceId: string,
    page: { count: number; after: string | null },
  ): Promise<ScheduleRecord[]> {
    return (await db.query<ScheduleRecord>(selectPage, [workspaceId, storable(page.after ?? ''), page.count])).rows
  },
  async delete(db: PostgresSession, workspaceId: string, name: string): Promise<boolean> {
    return (await db.query(remove, [workspaceId, storable(name)])).count === 1
  },
  async due(db: PostgresSession, now: number | null, limit: number): Promise<ScheduleRecord[]> {
    return (await db.query<ScheduleRecord>(selectDue, [now, limit])).rows
  },
  async workspaces(db: PostgresSession): Promise<string[]> {
    return (await db.query<{ workspace_id: string }>(selectWorkspaces)).rows.map(({ workspace_id }) => workspace_id)
  },
  async next(db: PostgresSession): Promise<number | null> {
    return (await db.query<{ at: number }>(selectNext)).rows[0]?.at ?? null
  },
  /** False when the schedule is not as it was read. */
  async advance(
    db: PostgresSession,
    now: number | null,
    due: ScheduleRecord,
    next: { next_run_at: number | null; job_id: string | null },
  ): Promise<boolean> {
    const seen = [due.workspace_id, due.name, due.next_run_at, due.updated_at]
    return (await db.query(advance, [now, next.next_run_at, next.job_id, ...seen])).count === 1
  },
  /** In the order of the primary key. */
  async batch(
    db: PostgresSession,
    after: { workspace_id: string; name: string },
    count: number,
  ): Promise<ScheduleRecord[]> {
    return (await db.query<ScheduleRecord>(selectBatch, [after.workspace_id, after.name, count])).rows
  },
}
