import type { WorkspaceDatabase } from '@svc/plugin'

export interface ReportRow {
  report_id: string
  project_id: string
  version: number
  created_by: string
  created_at: number
  updated_at: number
}

export interface ReportVersionRow {
  report_id: string
  version: number
  title: string
  body: string
  style: string | null
  locale: string | null
  authors: string
  /** `{citations, claims}`: what the body names. */
  names_json: string
  size: number
  created_by: string
  created_at: number
}

export type WholeReportRow = ReportRow & Omit<ReportVersionRow, 'created_by' | 'created_at'>

const reportColumns = 'report_id, project_id, version, created_by, created_at, updated_at'
const versionColumns =
  'report_id, version, title, body, style, locale, authors, names_json, size, created_by, created_at'
const insertReport = `INSERT INTO research_reports (${reportColumns}) VALUES (@report_id, @project_id, @version, @created_by, @created_at, @updated_at)`
const insertVersion = `INSERT INTO research_report_versions (${versionColumns}) VALUES (@report_id, @version, @title, @body, @style, @locale,
  @authors, @names_json, @size, @created_by, @created_at)`
const updateReport =
  'UPDATE research_reports SET version = @version, updated_at = @updated_at WHERE report_id = @report_id'
const whole = `SELECT r.report_id, r.project_id, v.version, r.created_by, r.created_at, r.updated_at, v.title, v.body, v.style, v.locale,
  v.authors, v.names_json, v.size FROM research_reports r JOIN research_report_versions v ON v.report_id = r.report_id`
const selectReport = `${whole} AND v.version = coalesce(@version, r.version) WHERE r.project_id = @project_id AND r.report_id = @report_id`
const selectById = `${whole} AND v.version = coalesce(@version, r.version) WHERE r.report_id = @report_id`
const selectPage = `${whole} AND v.version = r.version WHERE r.project_id = @project_id AND r.report_id < @before
  ORDER BY r.report_id DESC LIMIT @limit`
const selectVersions = `SELECT ${versionColumns} FROM research_report_versions WHERE report_id = ? ORDER BY version DESC LIMIT 1000`
const deleteOld = 'DELETE FROM research_report_versions WHERE report_id = ? AND version <= ?'
const deleteReport = 'DELETE FROM research_reports WHERE report_id = ?'

/** The reports of the projects of one workspace, and their versions. */
export const reportStore = {
  insert(db: WorkspaceDatabase, row: ReportRow, version: ReportVersionRow): void {
    db.run(insertReport, { ...row })
    db.run(insertVersion, { ...version })
  },
  write(db: WorkspaceDatabase, version: ReportVersionRow, keep: number): void {
    db.run(insertVersion, { ...version })
    db.run(updateReport, { report_id: version.report_id, version: version.version, updated_at: version.created_at })
    db.run(deleteOld, version.report_id, version.version - keep)
  },
  get(db: WorkspaceDatabase, projectId: string, reportId: string, version: number | null): WholeReportRow | undefined {
    return db.get<WholeReportRow>(selectReport, { project_id: projectId, report_id: reportId, version })
  },
  byId(db: WorkspaceDatabase, reportId: string, version: number | null): WholeReportRow | undefined {
    return db.get<WholeReportRow>(selectById, { report_id: reportId, version })
  },
  page(db: WorkspaceDatabase, page: { project_id: string; before: string; limit: number }): WholeReportRow[] {
    return db.all<WholeReportRow>(selectPage, page)
  },
  versions(db: WorkspaceDatabase, reportId: string): ReportVersionRow[] {
    return db.all<ReportVersionRow>(selectVersions, reportId)
  },
  delete(db: WorkspaceDatabase, reportId: string): void {
    db.run(deleteReport, reportId)
  },
}
