import type { WorkspaceDatabase } from '@svc/plugin'
import type { Bucket } from '../../../jobs/queue-rules.ts'

const createLive = `CREATE TABLE IF NOT EXISTS kernel_live_workspaces (workspace_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID`
const hasTable = `SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'kernel_live_workspaces'`
const insertWorkspace = `INSERT INTO kernel_live_workspaces (workspace_id) VALUES (?) ON CONFLICT DO NOTHING`
const deleteWorkspace = `DELETE FROM kernel_live_workspaces WHERE workspace_id = ?`
const selectWorkspaces = `SELECT workspace_id FROM kernel_live_workspaces`

/** Which workspaces have queued or running jobs, in the home's own file: the start asks it instead of opening every workspace. */
export const liveWorkspaceStore = {
  exists(db: WorkspaceDatabase): boolean {
    return db.get(hasTable) !== undefined
  },
  create(db: WorkspaceDatabase, workspaceIds: readonly string[]): void {
    db.transaction(() => {
      db.run(createLive)
      for (const workspaceId of workspaceIds) db.run(insertWorkspace, workspaceId)
    })
  },
  add(db: WorkspaceDatabase, workspaceId: string): void {
    db.run(insertWorkspace, workspaceId)
  },
  remove(db: WorkspaceDatabase, workspaceIds: readonly string[]): void {
    db.transaction(() => {
      for (const workspaceId of workspaceIds) db.run(deleteWorkspace, workspaceId)
    })
  },
  all(db: WorkspaceDatabase): string[] {
    return db.all<{ workspace_id: string }>(selectWorkspaces).map(row => row.workspace_id)
  },
}

const createRates = `
  CREATE TABLE IF NOT EXISTS kernel_job_rates (queue TEXT PRIMARY KEY, tokens REAL NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID`
const selectRates = `SELECT queue, tokens, at FROM kernel_job_rates`
const putRate = `
  INSERT INTO kernel_job_rates (queue, tokens, at) VALUES (@queue, @tokens, @at)
  ON CONFLICT (queue) DO UPDATE SET tokens = excluded.tokens, at = excluded.at`

/** What is left of each queue's rate, in the home's own file: a limit spans workspaces, and a restart must not refill it. */
export const rateStore = {
  all(db: WorkspaceDatabase): Bucket[] {
    db.run(createRates)
    return db.all<Bucket>(selectRates)
  },
  put(db: WorkspaceDatabase, row: Bucket): void {
    db.run(putRate, { ...row })
  },
}
