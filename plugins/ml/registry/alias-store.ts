import type { WorkspaceDatabase } from '@svc/plugin'

export interface AliasRow {
  alias: string
  version: number
}

/** `version` null: the alias was taken away; `previous_version` null: there was none. */
export interface AliasChangeRow {
  change_id: number
  alias: string
  version: number | null
  previous_version: number | null
  user_id: string
  username: string
  /** Milliseconds since the epoch. */
  changed_at: number
}

const upsert = `INSERT INTO ml_aliases (model_id, alias, version) VALUES (?, ?, ?)
  ON CONFLICT (model_id, alias) DO UPDATE SET version = excluded.version`
const remove = `DELETE FROM ml_aliases WHERE model_id = ? AND alias = ?`
const selectAll = `SELECT alias, version FROM ml_aliases WHERE model_id = ? ORDER BY alias`
const insertChange = `INSERT INTO ml_alias_changes (model_id, alias, version, previous_version, user_id, username, changed_at)
  VALUES (@model_id, @alias, @version, @previous_version, @user_id, @username, @changed_at)`
const selectChanges = `SELECT change_id, alias, version, previous_version, user_id, username, changed_at FROM ml_alias_changes
  WHERE model_id = @model_id AND change_id < @before AND (@alias IS NULL OR alias = @alias) ORDER BY change_id DESC LIMIT @limit`

/** The aliases of registered models, and who moved them. */
export const aliasStore = {
  set(db: WorkspaceDatabase, modelId: string, { alias, version }: AliasRow): void {
    db.run(upsert, modelId, alias, version)
  },
  delete(db: WorkspaceDatabase, modelId: string, alias: string): void {
    db.run(remove, modelId, alias)
  },
  all(db: WorkspaceDatabase, modelId: string): AliasRow[] {
    return db.all<AliasRow>(selectAll, modelId)
  },
  addChange(db: WorkspaceDatabase, change: Omit<AliasChangeRow, 'change_id'> & { model_id: string }): void {
    db.run(insertChange, { ...change })
  },
  /** The newest first. */
  changes(
    db: WorkspaceDatabase,
    query: { model_id: string; alias: string | null; before: number; limit: number },
  ): AliasChangeRow[] {
    return db.all<AliasChangeRow>(selectChanges, query)
  },
}
