import type { WorkspaceDatabase } from '@svc/plugin'

export interface RateRow {
  queue: string
  tokens: number
  at: number
}

const createTable = `
  CREATE TABLE IF NOT EXISTS kernel_job_rates (queue TEXT PRIMARY KEY, tokens REAL NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID`
const selectRates = `SELECT queue, tokens, at FROM kernel_job_rates`
const putRate = `
  INSERT INTO kernel_job_rates (queue, tokens, at) VALUES (@queue, @tokens, @at)
  ON CONFLICT (queue) DO UPDATE SET tokens = excluded.tokens, at = excluded.at`

/** What is left of each queue's rate, in the home's own file: a limit spans workspaces, and a restart must not refill it. */
export const rateStore = {
  all(db: WorkspaceDatabase): RateRow[] {
    db.run(createTable)
    return db.all<RateRow>(selectRates)
  },
  put(db: WorkspaceDatabase, row: RateRow): void {
    db.run(putRate, { ...row })
  },
}
