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
const selectPage = `SELECT ${columns} FROM data_saved_queries WHERE query_id < @before ORDER BY query_id DESC LIMIT @count`
const batch = 200
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
  /** Newest first. `search` is in lower case; SQLite lowers no letters but those of English. */
  page(db: WorkspaceDatabase, query: { before: string; search: string | null; count: number }): SavedQueryRow[] {
    const { search, count } = query
    if (search === null) return db.all<SavedQueryRow>(selectPage, { before: query.before, count })
    const found: SavedQueryRow[] = []
    for (let before: string | undefined = query.before; before !== undefined && found.length < count;) {
      const rows: SavedQueryRow[] = db.all(selectPage, { before, count: batch })
      found.push(...rows.filter(row => `${row.name}\n${row.description}\n${row.sql}`.toLowerCase().includes(search)))
      before = rows.length < batch ? undefined : rows.at(-1)?.query_id
    }
    return found.slice(0, count)
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
