import type { WorkspaceDatabase } from '@svc/plugin'

/** Times are milliseconds since the epoch, the key is sealed, `models` is a JSON array of facts. */
export interface ProviderRow {
  id: string
  name: string
  kind: string
  base_url: string | null
  api_key: string | null
  models: string
  timeout_seconds: number
  /** 1: an owner of this installation chose the address. */
  trusted: number
  created_by: string
  created_at: number
  updated_at: number
}

const columns =
  'id, name, kind, base_url, api_key, models, timeout_seconds, trusted, created_by, created_at, updated_at'

const insertProvider = `INSERT INTO models_providers (${columns}) VALUES
  (@id, @name, @kind, @base_url, @api_key, @models, @timeout_seconds, @trusted, @created_by, @created_at, @updated_at)`
const updateProvider = `UPDATE models_providers SET name = @name, base_url = @base_url, api_key = @api_key, models = @models,
  timeout_seconds = @timeout_seconds, trusted = @trusted, updated_at = @updated_at WHERE id = @id`
const deleteProvider = `DELETE FROM models_providers WHERE id = ?`
const selectProvider = `SELECT ${columns} FROM models_providers WHERE id = ?`
const selectProviders = `SELECT ${columns} FROM models_providers ORDER BY id`
const selectSetting = `SELECT value FROM models_settings WHERE name = ?`
const upsertSetting = `INSERT INTO models_settings (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`
const deleteSetting = `DELETE FROM models_settings WHERE name = ?`

const defaultModel = 'default_model'

/** The providers and settings of one workspace. */
export const providerStore = {
  insert(db: WorkspaceDatabase, row: ProviderRow): void {
    db.run(insertProvider, { ...row })
  },
  update(db: WorkspaceDatabase, row: ProviderRow): void {
    const { kind: _kind, created_by: _by, created_at: _at, ...changed } = row
    db.run(updateProvider, changed)
  },
  /** Writes all of them as they shall be. */
  replace(db: WorkspaceDatabase, rows: readonly ProviderRow[]): void {
    const old = new Map(this.all(db).map(row => [row.id, row]))
    const kept = new Set(rows.map(({ id }) => id))
    for (const id of old.keys()) if (!kept.has(id)) db.run(deleteProvider, id)
    for (const row of rows) {
      const before = old.get(row.id)
      if (!before) this.insert(db, row)
      else if (before.updated_at !== row.updated_at) this.update(db, row)
    }
  },
  get(db: WorkspaceDatabase, id: string): ProviderRow | undefined {
    return db.get<ProviderRow>(selectProvider, id)
  },
  /** In the order they were made; a workspace has few. */
  all(db: WorkspaceDatabase): ProviderRow[] {
    return db.all<ProviderRow>(selectProviders)
  },
  defaultModel(db: WorkspaceDatabase): string | null {
    return db.get<{ value: string }>(selectSetting, defaultModel)?.value ?? null
  },
  setDefaultModel(db: WorkspaceDatabase, model: string | null): void {
    if (model === null) db.run(deleteSetting, defaultModel)
    else db.run(upsertSetting, defaultModel, model)
  },
}
