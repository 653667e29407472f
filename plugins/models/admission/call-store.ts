import type { WorkspaceDatabase } from '@svc/plugin'
import type { CallRow } from './call-record.ts'

const columns =
  'id, at, key_id, user_id, model, provider, kind, prompt_tokens, completion_tokens, cached_tokens, cache_write_tokens, cost_usd, duration_ms, outcome'

const insertCall = `INSERT INTO models_calls (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const addKeyDay = `INSERT INTO models_key_days (key_id, day, tokens) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET tokens = tokens + excluded.tokens`
const selectKeyDays = `SELECT day, tokens FROM models_key_days WHERE key_id = ? AND day BETWEEN ? AND ?`
const selectPage = `SELECT ${columns} FROM models_calls WHERE id < ? ORDER BY id DESC LIMIT ?`
// The oldest alone are looked at, so that finding nothing costs nothing.
const pruneCalls = `DELETE FROM models_calls WHERE id IN
  (SELECT id FROM (SELECT id, at FROM models_calls ORDER BY id LIMIT @most) WHERE at < @before)`
const pruneKeyDays = `DELETE FROM models_key_days WHERE (key_id, day) IN
  (SELECT key_id, day FROM models_key_days WHERE day < @before LIMIT @most)`

/** Tokens of a key on one UTC day. */
export interface KeyDay {
  key_id: string
  day: string
  tokens: number
}

/** The record of a workspace's calls, and the sums of its keys. */
export const callStore = {
  add(db: WorkspaceDatabase, calls: readonly CallRow[], keyDays: readonly KeyDay[]): void {
    for (const call of calls) {
      const { id, at, key_id, user_id, model, provider, kind, prompt_tokens, completion_tokens } = call
      const { cached_tokens, cache_write_tokens, cost_usd, duration_ms, outcome } = call
      const tokens = [prompt_tokens, completion_tokens, cached_tokens, cache_write_tokens] as const
      db.run(insertCall, id, at, key_id, user_id, model, provider, kind, ...tokens, cost_usd, duration_ms, outcome)
    }
    for (const { key_id, day, tokens } of keyDays) db.run(addKeyDay, key_id, day, tokens)
  },
  keyDays(db: WorkspaceDatabase, keyId: string, from: string, to: string): { day: string; tokens: number }[] {
    return db.all<{ day: string; tokens: number }>(selectKeyDays, keyId, from, to)
  },
  page(db: WorkspaceDatabase, before: string, count: number): CallRow[] {
    return db.all<CallRow>(selectPage, before, count)
  },
  /** At most `most` of each. */
  prune(db: WorkspaceDatabase, before: number, most: number): void {
    db.run(pruneCalls, { before, most })
    db.run(pruneKeyDays, { before: new Date(before).toISOString().slice(0, 10), most })
  },
}
