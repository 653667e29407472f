import type { WorkspaceDatabase } from '@svc/plugin'

const selectProfile = `SELECT profile FROM data_profiles WHERE file = ?`
const upsertProfile = `INSERT INTO data_profiles (file, profile) VALUES (?, ?) ON CONFLICT (file) DO NOTHING`
const deleteProfile = `DELETE FROM data_profiles WHERE file = ?`
const selectDiff = `SELECT diff FROM data_diffs WHERE from_file = ? AND to_file = ? AND key_columns = ?`
const upsertDiff = `INSERT INTO data_diffs (from_file, to_file, key_columns, diff) VALUES (?, ?, ?, ?)
  ON CONFLICT (from_file, to_file, key_columns) DO NOTHING`
const deleteDiffs = `DELETE FROM data_diffs WHERE from_file = @file OR to_file = @file`

/** What was found out about files, which never change: so it is found out once. Answers are JSON. */
export const answerStore = {
  profile(db: WorkspaceDatabase, file: string): string | undefined {
    return db.get<{ profile: string }>(selectProfile, file)?.profile
  },
  keepProfile(db: WorkspaceDatabase, file: string, profile: string): void {
    db.run(upsertProfile, file, profile)
  },
  diff(db: WorkspaceDatabase, from: string, to: string, key: string): string | undefined {
    return db.get<{ diff: string }>(selectDiff, from, to, key)?.diff
  },
  keepDiff(db: WorkspaceDatabase, from: string, to: string, key: string, diff: string): void {
    db.run(upsertDiff, from, to, key, diff)
  },
  forget(db: WorkspaceDatabase, file: string): void {
    db.run(deleteProfile, file)
    db.run(deleteDiffs, { file })
  },
}
