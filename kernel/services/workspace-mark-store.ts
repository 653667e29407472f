import type { WorkspaceDatabase } from '@svc/plugin'

const createTable = `CREATE TABLE IF NOT EXISTS kernel_workspace_marks (
  owner TEXT NOT NULL, workspace_id TEXT NOT NULL, PRIMARY KEY (owner, workspace_id)) STRICT, WITHOUT ROWID`
const insertMark = `INSERT INTO kernel_workspace_marks (owner, workspace_id) VALUES (?, ?) ON CONFLICT DO NOTHING`
const selectMark = `SELECT 1 FROM kernel_workspace_marks WHERE owner = ? AND workspace_id = ?`
const deleteMark = `DELETE FROM kernel_workspace_marks WHERE owner = ? AND workspace_id = ?`
const selectMarks = `SELECT workspace_id FROM kernel_workspace_marks WHERE owner = ?`

/** Which workspaces each owner has noted, in the home's own file. */
export const workspaceMarkStore = {
  create(db: WorkspaceDatabase): void {
    db.run(createTable)
  },
  add(db: WorkspaceDatabase, owner: string, workspaceIds: readonly string[]): void {
    db.transaction(() => {
      for (const workspaceId of workspaceIds) db.run(insertMark, owner, workspaceId)
    })
  },
  has(db: WorkspaceDatabase, owner: string, workspaceId: string): boolean {
    return db.get(selectMark, owner, workspaceId) !== undefined
  },
  remove(db: WorkspaceDatabase, owner: string, workspaceId: string): void {
    db.run(deleteMark, owner, workspaceId)
  },
  all(db: WorkspaceDatabase, owner: string): string[] {
    return db.all<{ workspace_id: string }>(selectMarks, owner).map(row => row.workspace_id)
  },
}
