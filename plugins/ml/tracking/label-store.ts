import type { WorkspaceDatabase } from '@svc/plugin'

export interface LabelRow {
  run_id: string
  key: string
  value: string
}

const selectParam = `SELECT value FROM ml_params WHERE run_id = ? AND key = ?`
const insertParam = `INSERT INTO ml_params (run_id, key, value) VALUES (?, ?, ?)`
const upsertTag = `INSERT INTO ml_tags (run_id, key, value) VALUES (?, ?, ?)
  ON CONFLICT (run_id, key) DO UPDATE SET value = excluded.value`
const deleteTag = `DELETE FROM ml_tags WHERE run_id = ? AND key = ?`
const selectTags = `SELECT run_id, key, value FROM ml_tags WHERE run_id = ? ORDER BY key`
const ofRuns = (table: string) =>
  `SELECT run_id, key, value FROM ${table} WHERE run_id IN (SELECT value FROM json_each(@ids)) ORDER BY run_id, key`
const paramsOfRuns = ofRuns('ml_params')
const tagsOfRuns = ofRuns('ml_tags')

export const labelStatements = { paramsOfRuns, tagsOfRuns }

/** Params, which never change, and tags, which do. */
export const labelStore = {
  param(db: WorkspaceDatabase, runId: string, key: string): string | undefined {
    return db.get<{ value: string }>(selectParam, runId, key)?.value
  },
  addParam(db: WorkspaceDatabase, runId: string, key: string, value: string): void {
    db.run(insertParam, runId, key, value)
  },
  setTag(db: WorkspaceDatabase, runId: string, key: string, value: string): void {
    db.run(upsertTag, runId, key, value)
  },
  deleteTag(db: WorkspaceDatabase, runId: string, key: string): boolean {
    return db.run(deleteTag, runId, key).changes > 0
  },
  tags(db: WorkspaceDatabase, runId: string): LabelRow[] {
    return db.all<LabelRow>(selectTags, runId)
  },
  paramsOf(db: WorkspaceDatabase, runIds: readonly string[]): LabelRow[] {
    return db.all<LabelRow>(paramsOfRuns, { ids: JSON.stringify(runIds) })
  },
  tagsOf(db: WorkspaceDatabase, runIds: readonly string[]): LabelRow[] {
    return db.all<LabelRow>(tagsOfRuns, { ids: JSON.stringify(runIds) })
  },
}
