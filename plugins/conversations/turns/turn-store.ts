import type { IdempotentRequest, WorkspaceDatabase } from '@svc/plugin'
import type { TokenUsage } from '@svc/plugin/contracts/models'
import type { MessageHead, PendingCall, RecalledMemory, StoredTurn, TurnOptions } from '../records.ts'

interface TurnRow {
  turn_id: string
  session_id: string
  status: StoredTurn['status']
  finish_reason: StoredTurn['finish_reason']
  model: string
  question_id: string
  answer_id: string
  caller: string
  options: string
  steps: number
  pending: string | null
  prompt_tokens: number
  completion_tokens: number
  memories: string | null
  error: string | null
  first_seq: number
  created_at: string
  finished_at: string | null
}

/** The turn that a request with an `Idempotency-Key` began. */
interface RequestRow {
  body_hash: string
  session_id: string
  turn_id: string
}

/** How a turn stands after one of its steps. */
export type TurnProgress = Pick<StoredTurn, 'turn_id' | 'status' | 'steps' | 'pending' | 'usage'>

/** What is known of an answer by its turn. */
export interface AnswerFacts {
  /** What of the workspace's memory it was given. */
  memories: readonly RecalledMemory[]
  /** Why it failed. */
  error: StoredTurn['error']
}

export type TurnEnd = Pick<StoredTurn, 'turn_id' | 'finish_reason' | 'usage' | 'error' | 'finished_at'>

const columns =
  'turn_id, session_id, status, finish_reason, model, question_id, answer_id, caller, options, steps, pending, prompt_tokens, completion_tokens, memories, error, first_seq, created_at, finished_at'

const insertTurn = `INSERT INTO conversations_turns (${columns}) VALUES (@turn_id, @session_id, @status, @finish_reason, @model,
  @question_id, @answer_id, @caller, @options, @steps, @pending, @prompt_tokens, @completion_tokens, @memories, @error, @first_seq, @created_at,
  @finished_at)`
const selectTurn = `SELECT ${columns} FROM conversations_turns WHERE turn_id = ?`
const selectLive = `SELECT ${columns} FROM conversations_turns WHERE session_id = ? AND status <> 'done'`
const selectAllLive = `SELECT ${columns} FROM conversations_turns WHERE status <> 'done' ORDER BY turn_id`
const selectLast = `SELECT ${columns} FROM conversations_turns WHERE session_id = ? ORDER BY turn_id DESC LIMIT 1`
const selectStatus = 'SELECT status FROM conversations_turns WHERE turn_id = ?'
const hasLive = `SELECT 1 AS found FROM conversations_turns WHERE status <> 'done' LIMIT 1`
const updateProgress = `UPDATE conversations_turns SET status = @status, steps = @steps, pending = @pending,
  prompt_tokens = @prompt_tokens, completion_tokens = @completion_tokens WHERE turn_id = @turn_id AND status <> 'done'`
const updateEnd = `UPDATE conversations_turns SET status = 'done', finish_reason = @finish_reason, pending = NULL, error = @error,
  prompt_tokens = @prompt_tokens, completion_tokens = @completion_tokens, finished_at = @finished_at
  WHERE turn_id = @turn_id AND status <> 'done'`

const updateMemories = 'UPDATE conversations_turns SET memories = ? WHERE turn_id = ?'
const selectFacts = `SELECT turn_id, memories, error FROM conversations_turns
  WHERE turn_id IN (SELECT value FROM json_each(?)) AND (memories IS NOT NULL OR error IS NOT NULL)`
const noFacts: AnswerFacts = { memories: [], error: null }
const selectRequest = `SELECT r.body_hash, t.session_id, r.turn_id FROM conversations_requests AS r
  JOIN conversations_turns AS t ON t.turn_id = r.turn_id WHERE r.key_hash = ? AND r.expires_at > ?`
const deleteExpired = `DELETE FROM conversations_requests WHERE key_hash IN
  (SELECT key_hash FROM conversations_requests WHERE expires_at <= ? ORDER BY expires_at LIMIT 50)`
const insertRequest = `INSERT INTO conversations_requests (key_hash, body_hash, turn_id, expires_at) VALUES (?, ?, ?, ?)
  ON CONFLICT (key_hash) DO UPDATE SET body_hash = excluded.body_hash, turn_id = excluded.turn_id, expires_at = excluded.expires_at`

/** The SQL of a workspace's turns, and of the requests that began them. */
export const turnStore = {
  insert(db: WorkspaceDatabase, turn: StoredTurn): void {
    db.run(insertTurn, {
      turn_id: turn.turn_id,
      session_id: turn.session_id,
      status: turn.status,
      finish_reason: turn.finish_reason,
      model: turn.model,
      question_id: turn.question_id,
      answer_id: turn.answer_id,
      caller: JSON.stringify(turn.caller),
      options: JSON.stringify(turn.options),
      steps: turn.steps,
      pending: pendingOf(turn.pending),
      prompt_tokens: turn.usage.prompt_tokens,
      completion_tokens: turn.usage.completion_tokens,
      memories: null,
      error: turn.error === null ? null : JSON.stringify(turn.error),
      first_seq: turn.first_seq,
      created_at: turn.created_at,
      finished_at: turn.finished_at,
    })
  },
  get(db: WorkspaceDatabase, turnId: string): StoredTurn | null {
    return oneTurn(db, selectTurn, turnId)
  },
  /** The one that runs or waits in a conversation. */
  live(db: WorkspaceDatabase, sessionId: string): StoredTurn | null {
    return oneTurn(db, selectLive, sessionId)
  },
  allLive(db: WorkspaceDatabase): StoredTurn[] {
    return db.all<TurnRow>(selectAllLive).map(toTurn)
  },
  last(db: WorkspaceDatabase, sessionId: string): StoredTurn | null {
    return oneTurn(db, selectLast, sessionId)
  },
  isLive(db: WorkspaceDatabase, turnId: string): boolean {
    const row = db.get<{ status: string }>(selectStatus, turnId)
    return row !== undefined && row.status !== 'done'
  },
  hasLive(db: WorkspaceDatabase): boolean {
    return db.get<{ found: number }>(hasLive) !== undefined
  },
  /** False for a turn that is done or gone. */
  progress(db: WorkspaceDatabase, { turn_id, status, steps, pending, usage }: TurnProgress): boolean {
    return db.run(updateProgress, { turn_id, status, steps, pending: pendingOf(pending), ...tokens(usage) }).changes > 0
  },
  setMemories(db: WorkspaceDatabase, turnId: string, memories: readonly RecalledMemory[]): void {
    db.run(updateMemories, JSON.stringify(memories), turnId)
  },
  /** What is known of each of these messages; of what is no answer, nothing. */
  facts(db: WorkspaceDatabase, messages: readonly MessageHead[]): (message: MessageHead) => AnswerFacts {
    const turnOf = ({ finish_reason, turn_id }: MessageHead) => (finish_reason === null ? null : turn_id)
    const ids = messages.flatMap(message => turnOf(message) ?? [])
    const rows = db.all<Pick<TurnRow, 'turn_id' | 'memories' | 'error'>>(selectFacts, JSON.stringify(ids))
    const known = new Map(rows.map(row => [row.turn_id, { memories: memoriesOf(row) ?? [], error: errorOf(row) }]))
    return message => known.get(turnOf(message) ?? '') ?? noFacts
  },
  /** False for a turn that is done already, or gone. */
  end(db: WorkspaceDatabase, { turn_id, finish_reason, usage, error, finished_at }: TurnEnd): boolean {
    const stored = error === null ? null : JSON.stringify(error)
    return db.run(updateEnd, { turn_id, finish_reason, error: stored, finished_at, ...tokens(usage) }).changes > 0
  },
  ofRequest(db: WorkspaceDatabase, keyHash: string, now: number): RequestRow | null {
    return db.get<RequestRow>(selectRequest, keyHash, now) ?? null
  },
  /** In the transaction of the turn that it began. */
  keepRequest(db: WorkspaceDatabase, request: IdempotentRequest, turnId: string, now: number): void {
    db.run(deleteExpired, now)
    db.run(insertRequest, request.key_hash, request.body_hash, turnId, request.expires_at)
  },
}

function pendingOf(pending: readonly PendingCall[]): string | null {
  return pending.length === 0 ? null : JSON.stringify(pending)
}

function tokens({ prompt_tokens, completion_tokens }: TokenUsage) {
  return { prompt_tokens, completion_tokens }
}

function oneTurn(db: WorkspaceDatabase, sql: string, id: string): StoredTurn | null {
  const row = db.get<TurnRow>(sql, id)
  return row === undefined ? null : toTurn(row)
}

function toTurn(row: TurnRow): StoredTurn {
  const { prompt_tokens, completion_tokens, ...rest } = row
  return {
    ...rest,
    caller: JSON.parse(row.caller) as StoredTurn['caller'],
    options: JSON.parse(row.options) as TurnOptions,
    pending: row.pending === null ? [] : (JSON.parse(row.pending) as PendingCall[]),
    usage: { prompt_tokens, completion_tokens },
    memories: memoriesOf(row),
    error: errorOf(row),
  }
}

function memoriesOf({ memories }: Pick<TurnRow, 'memories'>): StoredTurn['memories'] {
  return memories === null ? null : (JSON.parse(memories) as RecalledMemory[])
}

function errorOf({ error }: Pick<TurnRow, 'error'>): StoredTurn['error'] {
  return error === null ? null : (JSON.parse(error) as StoredTurn['error'])
}
