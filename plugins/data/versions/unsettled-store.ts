import type { WorkspaceDatabase } from '@svc/plugin'

export interface UnsettledRow {
  file: string
  /** The process at work. */
  holder: string
  since: number
}

const insertUnsettled = `INSERT INTO data_unsettled (file, holder, since) VALUES (@file, @holder, @since) ON CONFLICT (file) DO NOTHING`
const deleteUnsettled = `DELETE FROM data_unsettled WHERE file = ?`
const leaveUnsettled = `UPDATE data_unsettled SET holder = 'server, left' WHERE file = ?`
const selectUnsettled = `SELECT file, holder, since FROM data_unsettled`

/** Files that are being published or removed. */
export const unsettledStore = {
  add(db: WorkspaceDatabase, row: UnsettledRow): void {
    db.run(insertUnsettled, { ...row })
  },
  settle(db: WorkspaceDatabase, file: string): void {
    db.run(deleteUnsettled, file)
  },
  /** No process is at work on it any more: the next sweep takes it. */
  leave(db: WorkspaceDatabase, file: string): void {
    db.run(leaveUnsettled, file)
  },
  list(db: WorkspaceDatabase): UnsettledRow[] {
    return db.all<UnsettledRow>(selectUnsettled)
  },
}
