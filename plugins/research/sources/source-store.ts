import type { WorkspaceDatabase } from '@svc/plugin'
import type { SourceKind, SourceState } from './source.ts'

export interface SourceRow {
  source_id: string
  project_id: string
  kind: SourceKind
  key: string
  csl_json: string
  tags: string
  state: SourceState
  content_sha256: string
  created_by: string
  created_at: number
  updated_at: number
}

export interface CountedSourceRow extends SourceRow {
  claims: number
}

const columns =
  'source_id, project_id, kind, key, csl_json, tags, state, content_sha256, created_by, created_at, updated_at'
const counted = `${columns}, (SELECT count(DISTINCT claim_id) FROM research_evidence e WHERE e.source_id = s.source_id) AS claims`
const insertSource = `INSERT INTO research_sources (${columns}) VALUES (@source_id, @project_id, @kind, @key, @csl_json, @tags, @state,
  @content_sha256, @created_by, @created_at, @updated_at)`
const updateSource = `UPDATE research_sources SET key = @key, csl_json = @csl_json, tags = @tags, state = @state,
  content_sha256 = @content_sha256, updated_at = @updated_at WHERE source_id = @source_id`
const updateState = 'UPDATE research_sources SET state = @state WHERE source_id = @source_id'
const selectSource = `SELECT ${counted} FROM research_sources s WHERE project_id = ? AND source_id = ?`
const selectPage = `SELECT ${counted} FROM research_sources s WHERE project_id = @project_id AND source_id < @before
  ORDER BY source_id DESC LIMIT @limit`
const selectAll = `SELECT ${columns} FROM research_sources WHERE project_id = ? ORDER BY source_id`
const selectByKey = `SELECT ${columns} FROM research_sources WHERE project_id = ? AND key = ?`
const selectByKeys = `SELECT ${columns} FROM research_sources WHERE project_id = ? AND key IN (SELECT value FROM json_each(?))`
const selectKeys = 'SELECT key FROM research_sources WHERE project_id = ? AND key >= ? AND key < ?'
const countSources = 'SELECT count(*) AS count FROM research_sources WHERE project_id = ?'
const selectByContent = `SELECT ${counted} FROM research_sources s WHERE project_id = ? AND content_sha256 = ? LIMIT 1`
const deleteSource = 'DELETE FROM research_sources WHERE source_id = ?'

/** The sources of the projects of one workspace. */
export const sourceStore = {
  insert(db: WorkspaceDatabase, row: SourceRow): void {
    db.run(insertSource, { ...row })
  },
  update(db: WorkspaceDatabase, row: SourceRow): void {
    const { source_id, key, csl_json, tags, state, content_sha256, updated_at } = row
    db.run(updateSource, { source_id, key, csl_json, tags, state, content_sha256, updated_at })
  },
  setState(db: WorkspaceDatabase, sourceId: string, state: SourceState): void {
    db.run(updateState, { source_id: sourceId, state })
  },
  get(db: WorkspaceDatabase, projectId: string, sourceId: string): CountedSourceRow | undefined {
    return db.get<CountedSourceRow>(selectSource, projectId, sourceId)
  },
  page(db: WorkspaceDatabase, page: { project_id: string; before: string; limit: number }): CountedSourceRow[] {
    return db.all<CountedSourceRow>(selectPage, page)
  },
  all(db: WorkspaceDatabase, projectId: string): SourceRow[] {
    return db.all<SourceRow>(selectAll, projectId)
  },
  byKey(db: WorkspaceDatabase, projectId: string, key: string): SourceRow | undefined {
    return db.get<SourceRow>(selectByKey, projectId, key)
  },
  byKeys(db: WorkspaceDatabase, projectId: string, keys: readonly string[]): SourceRow[] {
    return db.all<SourceRow>(selectByKeys, projectId, JSON.stringify(keys))
  },
  keysStartingWith(db: WorkspaceDatabase, projectId: string, start: string): string[] {
    return db.all<{ key: string }>(selectKeys, projectId, start, `${start}\u{10ffff}`).map(({ key }) => key)
  },
  count(db: WorkspaceDatabase, projectId: string): number {
    return db.get<{ count: number }>(countSources, projectId)?.count ?? 0
  },
  byContent(db: WorkspaceDatabase, projectId: string, sha256: string): CountedSourceRow | undefined {
    return db.get<CountedSourceRow>(selectByContent, projectId, sha256)
  },
  delete(db: WorkspaceDatabase, sourceId: string): void {
    db.run(deleteSource, sourceId)
  },
}
