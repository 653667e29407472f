import type { WorkspaceDatabase } from '@svc/plugin'

const selectMarks = `SELECT current, intended FROM kernel_memory_sync`
const upsertMarks = `INSERT INTO kernel_memory_sync (only, current, intended) VALUES (1, ?, ?)
  ON CONFLICT (only) DO UPDATE SET current = excluded.current, intended = excluded.intended`

/** Both are random; the index outside holds one of the two, unless one of the sides is another copy. */
export interface SyncMarks {
  current: string
  intended: string
}

/**
 * What the file and the index agree on. A file that was put back to an older copy has older marks, whatever its sequence numbers have
 * come to since. The intended one is written first: after a crash in between the index has the one or the other.
 */
export const syncMarkStore = {
  read(db: WorkspaceDatabase): SyncMarks | null {
    return db.get<SyncMarks>(selectMarks) ?? null
  },
  write(db: WorkspaceDatabase, marks: SyncMarks): void {
    db.run(upsertMarks, marks.current, marks.intended)
  },
}

export function agree(marks: SyncMarks | null, mark: string): boolean {
  return marks !== null && (marks.current === mark || marks.intended === mark)
}
