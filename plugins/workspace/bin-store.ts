import type { WorkspaceDatabase } from '@svc/plugin'

const keptMs = 24 * 60 * 60 * 1000
const mostBytes = 50 * 1024 * 1024

const insertRecord = `INSERT INTO workspace_bin (record_id, record, deleted_at) VALUES (@record_id, @record, @deleted_at)
  ON CONFLICT (record_id) DO UPDATE SET record = excluded.record, deleted_at = excluded.deleted_at`
const deleteOld = 'DELETE FROM workspace_bin WHERE deleted_at < ?'
const deleteMost = `DELETE FROM workspace_bin WHERE record_id IN (
    SELECT record_id FROM (
      SELECT record_id, sum(octet_length(record)) OVER (ORDER BY deleted_at DESC, record_id DESC) AS bytes FROM workspace_bin
    ) WHERE bytes > ?
  )`
const takeRecord = 'DELETE FROM workspace_bin WHERE record_id = ? RETURNING record'

/** Notes and tasks that were deleted, which can be brought back for a day: the newest 50 MiB of a workspace. */
export const binStore = {
  put(db: WorkspaceDatabase, recordId: string, record: object, now: number): void {
    sweep(db, now)
    db.run(insertRecord, { record_id: recordId, record: JSON.stringify(record), deleted_at: now })
    db.run(deleteMost, mostBytes)
  },
  /** The record as it was put in, which is taken out. */
  take<T>(db: WorkspaceDatabase, recordId: string, now: number): T | undefined {
    sweep(db, now)
    const found = db.get<{ record: string }>(takeRecord, recordId)
    return found && (JSON.parse(found.record) as T)
  },
}

function sweep(db: WorkspaceDatabase, now: number): void {
  db.run(deleteOld, now - keptMs)
}
