import type { WorkspaceDatabase } from '@svc/plugin'

export interface SavedQueryRow {
  query_id: string
  name: string
  description: string
  sql: string
  /** JSON: the parameters that are used when a run gives none. */
  params: string
  created_at: number
  updated_at: number
  created_by: string
}

const columns = 'query_id, name, description, sql, params, created_at, updated_at, created_by'
const selectQuery = `SELECT ${columns} FROM data_saved_queries WHERE query_id = ?`
const selectByName = `SELECT ${columns} FROM data_saved_queries WHERE name = ?`
const selectPage = `SELECT ${columns} FROM data_saved_queries WHERE query_id < @before
  AND (@search IS NULL OR instr(lower(name || char(10) || description || char(10) || sql), @search) > 0)
  ORDER BY query_id DESC LIMIT @count`
const insertQuery = `INSERT INTO data_saved_queries (${columns}) VALUES (@query_id, @name, @description, @sql, @params, @created_at,
  @updated_at, @created_by)`
const updateQuery = `UPDATE data_saved_queries SET name = @name, description = @description, sql = @sql, params = @params,
  updated_at = @updated_at WHERE query_id = @query_id`
const deleteQuery = `DELETE FROM data_saved_queries WHERE query_id = ?`

/** Queries that people keep by name. */
export const savedQueryStore = {
  get(db: WorkspaceDatabase, queryId: string): SavedQueryRow | undefined {
    return db.get<SavedQueryRow>(selectQuery, queryId)
  },
  byName(db: WorkspaceDatabase, name: string): SavedQueryRow | undefined {
    return db.get<SavedQueryRow>(selectByName, name)
  },
  /** Newest first. */
  page(db: WorkspaceDatabase, query: { before: string; search: string | null; count: number }): SavedQueryRow[] {
    return db.all<SavedQueryRow>(selectPage, query)
  },
  insert(db: WorkspaceDatabase, row: SavedQueryRow): void {
    db.run(insertQuery, { ...row })
  },
  update(db: WorkspaceDatabase, { created_at: _at, created_by: _by, ...row }: SavedQueryRow): void {
    db.run(updateQuery, row)
  },
  delete(db: WorkspaceDatabase, queryId: string): boolean {
    return db.run(deleteQuery, queryId).changes > 0
  },
}
