import type { WorkspaceDatabase } from '@svc/plugin'

/** `record_id` is null while the record is being added, and for good when that was cut off. `added_at`: milliseconds since the epoch. */
export interface SampleRow {
  sample: string
  record_id: string | null
  added_at: number
}

const selectAll = 'SELECT sample, record_id, added_at FROM workspace_samples'
const upsert = `INSERT INTO workspace_samples (sample, record_id, added_at) VALUES (@sample, @record_id, @added_at)
  ON CONFLICT (sample) DO UPDATE SET record_id = @record_id, added_at = @added_at`
const deleteOne = 'DELETE FROM workspace_samples WHERE sample = ?'

/** Which records of a workspace are sample data. */
export const sampleStore = {
  all: (db: WorkspaceDatabase): SampleRow[] => db.all<SampleRow>(selectAll),
  put(db: WorkspaceDatabase, row: SampleRow): void {
    db.run(upsert, { ...row })
  },
  delete(db: WorkspaceDatabase, sample: string): void {
    db.run(deleteOne, sample)
  },
}
