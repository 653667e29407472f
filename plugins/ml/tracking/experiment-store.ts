import type { WorkspaceDatabase } from '@svc/plugin'

/** Times are milliseconds since the epoch. */
export interface ExperimentRow {
  experiment_id: string
  name: string
  description: string
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface TagRow {
  key: string
  value: string
}

export interface ExperimentPage {
  isDeleted: boolean
  /** Where the page before ended; null from the newest. */
  after: { created_at: number; experiment_id: string } | null
  limit: number
}

const columns = 'experiment_id, name, description, created_at, updated_at, deleted_at'
const selectExperiment = `SELECT ${columns} FROM ml_experiments WHERE experiment_id = ?`
const selectByName = `SELECT ${columns} FROM ml_experiments WHERE name = ?`
const insertExperiment = `INSERT INTO ml_experiments (${columns})
  VALUES (@experiment_id, @name, @description, @created_at, @updated_at, @deleted_at)`
const updateExperiment = `UPDATE ml_experiments SET name = @name, description = @description, updated_at = @updated_at,
  deleted_at = @deleted_at WHERE experiment_id = @experiment_id`
const selectPage = `SELECT ${columns} FROM ml_experiments WHERE (deleted_at IS NOT NULL) = @deleted
  AND (created_at, experiment_id) < (@created_at, @experiment_id) ORDER BY created_at DESC, experiment_id DESC LIMIT @limit`
const countRuns = `SELECT count(*) AS count FROM ml_runs WHERE experiment_id = ? AND deleted_at IS NULL`
const selectTags = `SELECT key, value FROM ml_experiment_tags WHERE experiment_id = ? ORDER BY key`
const upsertTag = `INSERT INTO ml_experiment_tags (experiment_id, key, value) VALUES (?, ?, ?)
  ON CONFLICT (experiment_id, key) DO UPDATE SET value = excluded.value`
const deleteTag = `DELETE FROM ml_experiment_tags WHERE experiment_id = ? AND key = ?`
const clearTags = `DELETE FROM ml_experiment_tags WHERE experiment_id = ?`
const selectExpired = `SELECT experiment_id FROM ml_experiments e WHERE deleted_at < @before
  AND NOT EXISTS (SELECT 1 FROM ml_runs r WHERE r.experiment_id = e.experiment_id) LIMIT @limit`
const selectDeleted = `SELECT 1 FROM ml_experiments WHERE deleted_at IS NOT NULL LIMIT 1`
const deleteExperiment = `DELETE FROM ml_experiments WHERE experiment_id = ?`

/** The experiments of one workspace. */
export const experimentStore = {
  get(db: WorkspaceDatabase, experimentId: string): ExperimentRow | undefined {
    return db.get<ExperimentRow>(selectExperiment, experimentId)
  },
  byName(db: WorkspaceDatabase, name: string): ExperimentRow | undefined {
    return db.get<ExperimentRow>(selectByName, name)
  },
  insert(db: WorkspaceDatabase, row: ExperimentRow): void {
    db.run(insertExperiment, { ...row })
  },
  update(db: WorkspaceDatabase, row: ExperimentRow): void {
    const { created_at: _created, ...changed } = row
    db.run(updateExperiment, changed)
  },
  page(db: WorkspaceDatabase, { isDeleted, after, limit }: ExperimentPage): ExperimentRow[] {
    const { created_at, experiment_id } = after ?? { created_at: Number.MAX_SAFE_INTEGER, experiment_id: '~' }
    return db.all<ExperimentRow>(selectPage, { deleted: isDeleted ? 1 : 0, created_at, experiment_id, limit })
  },
  countRuns(db: WorkspaceDatabase, experimentId: string): number {
    return db.get<{ count: number }>(countRuns, experimentId)?.count ?? 0
  },
  tags(db: WorkspaceDatabase, experimentId: string): TagRow[] {
    return db.all<TagRow>(selectTags, experimentId)
  },
  setTag(db: WorkspaceDatabase, experimentId: string, key: string, value: string): void {
    db.run(upsertTag, experimentId, key, value)
  },
  deleteTag(db: WorkspaceDatabase, experimentId: string, key: string): boolean {
    return db.run(deleteTag, experimentId, key).changes > 0
  },
  clearTags(db: WorkspaceDatabase, experimentId: string): void {
    db.run(clearTags, experimentId)
  },
  hasDeleted(db: WorkspaceDatabase): boolean {
    return db.get(selectDeleted) !== undefined
  },
  /** Deleted before a time, and empty by now. */
  expired(db: WorkspaceDatabase, before: number, limit: number): string[] {
    return db.all<{ experiment_id: string }>(selectExpired, { before, limit }).map(({ experiment_id }) => experiment_id)
  },
  remove(db: WorkspaceDatabase, experimentId: string): void {
    db.run(deleteExperiment, experimentId)
  },
}
