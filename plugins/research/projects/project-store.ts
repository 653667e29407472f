import type { WorkspaceDatabase } from '@svc/plugin'

export interface ProjectRow {
  project_id: string
  title: string
  question: string | null
  description: string | null
  tags: string
  style: string
  locale: string
  created_by: string
  created_at: number
  updated_at: number
}

export interface CountedProjectRow extends ProjectRow {
  sources: number
  claims: number
  reports: number
  problems: number
}

const columns = 'project_id, title, question, description, tags, style, locale, created_by, created_at, updated_at'
const counted = `${columns},
  (SELECT count(*) FROM research_sources s WHERE s.project_id = p.project_id) AS sources,
  (SELECT count(*) FROM research_claims c WHERE c.project_id = p.project_id) AS claims,
  (SELECT count(*) FROM research_reports r WHERE r.project_id = p.project_id) AS reports,
  (SELECT count(*) FROM research_claims c WHERE c.project_id = p.project_id AND c.status IN ('broken', 'contradicted')) AS problems`
const insertProject = `INSERT INTO research_projects (${columns}) VALUES (@project_id, @title, @question, @description, @tags, @style,
  @locale, @created_by, @created_at, @updated_at)`
const updateProject = `UPDATE research_projects SET title = @title, question = @question, description = @description, tags = @tags,
  style = @style, locale = @locale, updated_at = @updated_at WHERE project_id = @project_id`
const selectProject = `SELECT ${counted} FROM research_projects p WHERE project_id = ?`
const selectPage = `SELECT ${counted} FROM research_projects p WHERE project_id < @before ORDER BY project_id DESC LIMIT @limit`
const deleteEvidence =
  'DELETE FROM research_evidence WHERE claim_id IN (SELECT claim_id FROM research_claims WHERE project_id = ?)'
const deleteProject = 'DELETE FROM research_projects WHERE project_id = ?'
const countProjects = 'SELECT count(*) AS count FROM research_projects'

/** The research projects of one workspace. */
export const projectStore = {
  insert(db: WorkspaceDatabase, row: ProjectRow): void {
    db.run(insertProject, { ...row })
  },
  update(db: WorkspaceDatabase, row: ProjectRow): void {
    const { created_by: _by, created_at: _at, ...changed } = row
    db.run(updateProject, changed)
  },
  get(db: WorkspaceDatabase, projectId: string): CountedProjectRow | undefined {
    return db.get<CountedProjectRow>(selectProject, projectId)
  },
  page(db: WorkspaceDatabase, page: { before: string; limit: number }): CountedProjectRow[] {
    return db.all<CountedProjectRow>(selectPage, page)
  },
  /** With everything that belongs to it but the files. */
  delete(db: WorkspaceDatabase, projectId: string): void {
    db.run(deleteEvidence, projectId)
    db.run(deleteProject, projectId)
  },
  count(db: WorkspaceDatabase): number {
    return db.get<{ count: number }>(countProjects)?.count ?? 0
  },
}
