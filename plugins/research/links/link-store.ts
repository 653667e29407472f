import type { WorkspaceDatabase } from '@svc/plugin'

export interface LinkRow {
  link_id: string
  project_id: string
  type: string
  record_id: string
  version: number | null
  /** What the record said it came from when it was linked. */
  origins_json: string
  created_by: string
  created_at: number
}

const columns = 'link_id, project_id, type, record_id, version, origins_json, created_by, created_at'
const insertLink = `INSERT INTO research_links (${columns}) VALUES (@link_id, @project_id, @type, @record_id, @version, @origins_json,
  @created_by, @created_at)
  ON CONFLICT DO NOTHING`
const selectAll = `SELECT ${columns} FROM research_links WHERE project_id = ? ORDER BY link_id DESC LIMIT 5000`
const selectSame = `SELECT ${columns} FROM research_links WHERE project_id = @project_id AND type = @type AND record_id = @record_id
  AND coalesce(version, 0) = coalesce(@version, 0)`
const deleteLink = 'DELETE FROM research_links WHERE project_id = ? AND link_id = ?'

/** Records of other domains that the projects of one workspace are linked to. */
export const linkStore = {
  /** The link, or the one that is there already. */
  insert(db: WorkspaceDatabase, row: LinkRow): LinkRow {
    db.run(insertLink, { ...row })
    const { project_id, type, record_id, version } = row
    return db.get<LinkRow>(selectSame, { project_id, type, record_id, version })!
  },
  all(db: WorkspaceDatabase, projectId: string): LinkRow[] {
    return db.all<LinkRow>(selectAll, projectId)
  },
  delete(db: WorkspaceDatabase, projectId: string, linkId: string): boolean {
    return db.run(deleteLink, projectId, linkId).changes > 0
  },
}
