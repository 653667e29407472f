import type { ToolEffect, WorkspaceDatabase } from '@svc/plugin'

/**
 * What came of a call: `ok`, `failed` (the tool), `timeout`, `cancelled` (who asked has left), `invalid` (the arguments), `refused`
 * (the scope or the grant), `asked` (a person decides).
 */
export type CallOutcome = 'ok' | 'failed' | 'timeout' | 'cancelled' | 'invalid' | 'refused' | 'asked'

/** One call; never its arguments or its result. `origin` is JSON. */
export interface CallRow {
  call_id: string
  at: number
  tool_name: string
  effect: ToolEffect
  user_id: string
  username: string
  key_id: string | null
  origin: string
  approval_id: string | null
  outcome: CallOutcome
  code: string | null
  duration_ms: number
  arguments_hash: string
}

export type StoredCallRow = CallRow & { seq: number }

export interface CallFilter {
  /** Null: of everybody. */
  user_id: string | null
  tool_name: string | null
  outcome: string | null
}

const columns =
  'call_id, at, tool_name, effect, user_id, username, key_id, origin, approval_id, outcome, code, duration_ms, arguments_hash'

const insertCall = `INSERT INTO tools_calls (${columns}) VALUES (@call_id, @at, @tool_name, @effect, @user_id, @username, @key_id,
  @origin, @approval_id, @outcome, @code, @duration_ms, @arguments_hash)`
const selectPage = `SELECT seq, ${columns} FROM tools_calls WHERE seq < @before AND (@user_id IS NULL OR user_id = @user_id)
  AND (@tool_name IS NULL OR tool_name = @tool_name) AND (@outcome IS NULL OR outcome = @outcome) ORDER BY seq DESC LIMIT @count`
const deleteOld = `DELETE FROM tools_calls WHERE seq IN (SELECT seq FROM tools_calls WHERE at < ? ORDER BY at LIMIT ?)`
const deleteBeyond = `DELETE FROM tools_calls WHERE seq IN (
  SELECT seq FROM tools_calls WHERE seq <= (SELECT max(seq) FROM tools_calls) - ? ORDER BY seq LIMIT ?)`

/** The calls of one workspace. */
export const callStore = {
  insert(db: WorkspaceDatabase, row: CallRow): void {
    db.run(insertCall, { ...row })
  },
  /** Newest first. */
  page(db: WorkspaceDatabase, before: number, filter: CallFilter, count: number): StoredCallRow[] {
    return db.all<StoredCallRow>(selectPage, { before, ...filter, count })
  },
  /** Deletes at most `atOnce` by age and as many beyond `keep`. */
  prune(db: WorkspaceDatabase, before: number, keep: number, atOnce: number): void {
    db.run(deleteOld, before, atOnce)
    db.run(deleteBeyond, keep, atOnce)
  },
}
