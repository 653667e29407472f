import type { JsonObject, WorkspaceDatabase } from '@svc/plugin'
import type { RunStatus } from '@svc/plugin/contracts/ml/learning'

/** Times are milliseconds since the epoch. */
export interface RunRow {
  run_id: string
  experiment_id: string
  name: string
  status: RunStatus
  failure: string | null
  user_id: string
  dataset_id: string | null
  dataset_version: number | null
  dataset_name: string | null
  dataset_sha256: string | null
  job_id: string | null
  session_id: string | null
  parent_run_id: string | null
  created_at: number
  /** The start, or before it when the run was made: what "newest first" goes by. */
  newest_at: number
  started_at: number | null
  finished_at: number | null
  deleted_at: number | null
}

const names = [
  'run_id',
  'experiment_id',
  'name',
  'status',
  'failure',
  'user_id',
  'dataset_id',
  'dataset_version',
  'dataset_name',
  'dataset_sha256',
  'job_id',
  'session_id',
  'parent_run_id',
  'created_at',
  'newest_at',
  'started_at',
  'finished_at',
  'deleted_at',
] as const satisfies readonly (keyof RunRow)[]

/** The `deleted_at` of a run whose parts are being removed for good: it cannot be restored any more. */
export const beingRemoved = 0

/** What an event says of a run. */
export function eventOf({ run_id, experiment_id, status }: RunRow) {
  return { run_id, experiment_id, status }
}

/** The columns of a run in a statement that calls its table `r`. */
export const runColumns = names.map(name => `r.${name}`).join(', ')

const insertRun = `INSERT INTO ml_runs (${names.join(', ')}) VALUES (${names.map(name => `@${name}`).join(', ')})`
const updateRun = `UPDATE ml_runs SET ${names
  .slice(2)
  .map(name => `${name} = @${name}`)
  .join(', ')}, experiment_id = @experiment_id WHERE run_id = @run_id`
const selectRun = `SELECT ${runColumns} FROM ml_runs r WHERE r.run_id = ?`
const selectMany = `SELECT ${runColumns} FROM ml_runs r WHERE r.run_id IN (SELECT value FROM json_each(?))`
const selectOfJob = `SELECT ${runColumns} FROM ml_runs r WHERE r.job_id = ?`
const selectOfDataset = `SELECT ${runColumns} FROM ml_runs r WHERE r.dataset_id = ? AND r.deleted_at IS NULL
  ORDER BY r.newest_at DESC LIMIT ?`
const selectActiveOf = `SELECT r.run_id FROM ml_runs r WHERE r.experiment_id = ? AND r.deleted_at IS NULL`
const selectDeletedAt = `SELECT r.run_id FROM ml_runs r WHERE r.experiment_id = ? AND r.deleted_at = ?`
const selectExpired = `SELECT r.run_id FROM ml_runs r WHERE r.deleted_at < ? LIMIT ?`
const selectDeleted = `SELECT 1 FROM ml_runs WHERE deleted_at IS NOT NULL LIMIT 1`
const deleteRun = `DELETE FROM ml_runs WHERE run_id = ?`
const upsertResult = `INSERT INTO ml_run_results (run_id, result) VALUES (?, ?)
  ON CONFLICT (run_id) DO UPDATE SET result = excluded.result`
const selectResult = `SELECT result FROM ml_run_results WHERE run_id = ?`
const selectHasResult = `SELECT 1 FROM ml_run_results WHERE run_id = ?`
const setDeleted = `UPDATE ml_runs SET deleted_at = ? WHERE run_id = ?`

/** The runs of one workspace, without what was logged to them. */
export const runStore = {
  insert(db: WorkspaceDatabase, row: RunRow): void {
    db.run(insertRun, { ...row })
  },
  update(db: WorkspaceDatabase, row: RunRow): void {
    db.run(updateRun, { ...row })
  },
  get(db: WorkspaceDatabase, runId: string): RunRow | undefined {
    return db.get<RunRow>(selectRun, runId)
  },
  /** In no order; those that are not there are left out. */
  many(db: WorkspaceDatabase, runIds: readonly string[]): RunRow[] {
    return db.all<RunRow>(selectMany, JSON.stringify(runIds))
  },
  ofJob(db: WorkspaceDatabase, jobId: string): RunRow[] {
    return db.all<RunRow>(selectOfJob, jobId)
  },
  ofDataset(db: WorkspaceDatabase, datasetId: string, limit: number): RunRow[] {
    return db.all<RunRow>(selectOfDataset, datasetId, limit)
  },
  activeOf(db: WorkspaceDatabase, experimentId: string): string[] {
    return db.all<{ run_id: string }>(selectActiveOf, experimentId).map(({ run_id }) => run_id)
  },
  /** Those that were deleted with their experiment. */
  deletedAt(db: WorkspaceDatabase, experimentId: string, at: number): string[] {
    return db.all<{ run_id: string }>(selectDeletedAt, experimentId, at).map(({ run_id }) => run_id)
  },
  setDeleted(db: WorkspaceDatabase, runId: string, at: number | null): void {
    db.run(setDeleted, at, runId)
  },
  hasDeleted(db: WorkspaceDatabase): boolean {
    return db.get(selectDeleted) !== undefined
  },
  /** Deleted before a time. */
  expired(db: WorkspaceDatabase, before: number, limit: number): string[] {
    return db.all<{ run_id: string }>(selectExpired, before, limit).map(({ run_id }) => run_id)
  },
  remove(db: WorkspaceDatabase, runId: string): void {
    db.run(deleteRun, runId)
  },
  setResult(db: WorkspaceDatabase, runId: string, result: object): void {
    db.run(upsertResult, runId, JSON.stringify(result))
  },
  hasResult(db: WorkspaceDatabase, runId: string): boolean {
    return db.get(selectHasResult, runId) !== undefined
  },
  result(db: WorkspaceDatabase, runId: string): JsonObject | null {
    const row = db.get<{ result: string }>(selectResult, runId)
    return row ? (JSON.parse(row.result) as JsonObject) : null
  },
}
