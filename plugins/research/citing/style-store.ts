import type { WorkspaceDatabase } from '@svc/plugin'

export interface StyleRow {
  style: string
  title: string
  kind: string
  locale: string | null
  xml: string
  created_by: string
  created_at: number
}

const columns = 'style, title, kind, locale, xml, created_by, created_at'
const insertStyle = `INSERT INTO research_styles (${columns}) VALUES (@style, @title, @kind, @locale, @xml, @created_by, @created_at)`
const selectStyle = `SELECT ${columns} FROM research_styles WHERE style = ?`
const selectAll = `SELECT ${columns} FROM research_styles ORDER BY style`
const deleteStyle = 'DELETE FROM research_styles WHERE style = ?'

/** The citation styles that were added to one workspace. */
export const styleStore = {
  insert(db: WorkspaceDatabase, row: StyleRow): void {
    db.run(insertStyle, { ...row })
  },
  get(db: WorkspaceDatabase, style: string): StyleRow | undefined {
    return db.get<StyleRow>(selectStyle, style)
  },
  all(db: WorkspaceDatabase): StyleRow[] {
    return db.all<StyleRow>(selectAll)
  },
  delete(db: WorkspaceDatabase, style: string): boolean {
    return db.run(deleteStyle, style).changes > 0
  },
}
