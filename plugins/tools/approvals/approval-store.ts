import type { WorkspaceDatabase } from '@svc/plugin'
import type { Approval } from '@svc/plugin/contracts/tools'

/**
 * One call that waits, or waited. `arguments`, `result`, `error`, `origin`, `app`, `caller` and `decided_by` are JSON. `binding` names the
 * tool and the arguments; calls with the same `repeat_key` are one while they wait.
 */
export interface ApprovalRow {
  approval_id: string
  tool_name: string
  arguments: string
  binding: string
  repeat_key: string
  status: Approval['status']
  result: string | null
  error: string | null
  origin: string
  app: string | null
  caller: string
  decided_by: string | null
  reason: string | null
  created_at: number
  expires_at: number
  decided_at: number | null
  finished_at: number | null
  is_told: 0 | 1
}

export interface ApprovalPage {
  rows: ApprovalRow[]
  isCut: boolean
}

export interface Decision {
  approval_id: string
  status: 'approved' | 'denied'
  decided_by: string
  reason: string | null
  now: number
}

export interface CallEnd {
  approval_id: string
  result: string | null
  error: string | null
  now: number
}

const columns =
  'approval_id, tool_name, arguments, binding, repeat_key, status, result, error, origin, app, caller, decided_by, reason, created_at, expires_at, decided_at, finished_at, is_told'

const insertApproval = `INSERT INTO tools_approvals (${columns}) VALUES (@approval_id, @tool_name, @arguments, @binding, @repeat_key,
  @status, @result, @error, @origin, @app, @caller, @decided_by, @reason, @created_at, @expires_at, @decided_at, @finished_at, @is_told)`
const selectOne = `SELECT ${columns} FROM tools_approvals WHERE approval_id = ?`
const selectPending = `SELECT ${columns} FROM tools_approvals WHERE repeat_key = ? AND status = 'pending'`
/** In a list; one by one they are shown whole. */
const mostListedResult = 64 * 1024
const pageBytes = 1024 * 1024
const isListed = `octet_length(result) <= ${mostListedResult}`
const listed = columns.replace('result', `CASE WHEN ${isListed} THEN result END AS result`)
const size = `octet_length(arguments) + CASE WHEN ${isListed} THEN octet_length(result) ELSE 0 END AS bytes`
const page = `FROM tools_approvals WHERE approval_id < ? ORDER BY approval_id DESC LIMIT ?`
const pageOfStatus = `FROM tools_approvals WHERE status = ? AND approval_id < ? ORDER BY approval_id DESC LIMIT ?`
const selectSizes = `SELECT ${size} ${page}`
const selectSizesOfStatus = `SELECT ${size} ${pageOfStatus}`
const selectPage = `SELECT ${listed} ${page}`
const selectPageOfStatus = `SELECT ${listed} ${pageOfStatus}`
const countPending = `SELECT count(*) AS count, min(expires_at) AS next FROM tools_approvals WHERE status = 'pending'`
const countAlike = `SELECT count(*) AS count FROM tools_approvals WHERE status = 'pending'
  AND json_extract(caller, '$.user_id') = json_extract(@caller, '$.user_id') AND json_extract(caller, '$.key_id') IS json_extract(@caller, '$.key_id')
  AND json_extract(app, '$.name') IS json_extract(@app, '$.name')`
const decideOne = `UPDATE tools_approvals SET status = @status, decided_by = @decided_by, reason = @reason, decided_at = @now
  WHERE approval_id = @approval_id AND status = 'pending' AND expires_at > @now`
const expireDue = `UPDATE tools_approvals SET status = 'expired', decided_at = expires_at WHERE status = 'pending' AND expires_at <= ?
  RETURNING ${columns}`
const withdrawOne = `UPDATE tools_approvals SET status = 'expired', reason = @reason, decided_at = @now
  WHERE approval_id = @approval_id AND status = 'pending'`
const selectOfTurn = `SELECT approval_id FROM tools_approvals WHERE status = 'pending' AND json_extract(origin, '$.turn_id') = ?`
const finishOne = `UPDATE tools_approvals SET result = @result, error = @error, finished_at = @now
  WHERE approval_id = @approval_id AND status = 'approved' AND finished_at IS NULL`
const selectUnfinished = `SELECT approval_id FROM tools_approvals WHERE status = 'approved' AND finished_at IS NULL`
const selectToNotify = `SELECT ${columns} FROM tools_approvals WHERE is_told = 0 AND status <> 'pending'
  AND (status <> 'approved' OR finished_at IS NOT NULL) ORDER BY approval_id`
const markNotified = `UPDATE tools_approvals SET is_told = 1 WHERE approval_id = ?`
const deleteOld = `DELETE FROM tools_approvals WHERE approval_id IN (
  SELECT approval_id FROM tools_approvals WHERE created_at < ? AND status <> 'pending' AND (status <> 'approved' OR finished_at IS NOT NULL)
  ORDER BY approval_id LIMIT ?)`

/** The approvals of one workspace. */
export const approvalStore = {
  insert(db: WorkspaceDatabase, row: ApprovalRow): void {
    db.run(insertApproval, { ...row })
  },
  get(db: WorkspaceDatabase, id: string): ApprovalRow | undefined {
    return db.get<ApprovalRow>(selectOne, id)
  },
  /** The one of this very call that still waits. */
  pending(db: WorkspaceDatabase, repeatKey: string): ApprovalRow | undefined {
    return db.get<ApprovalRow>(selectPending, repeatKey)
  },
  /**
   * Newest first. `isCut`: reading all of them would keep everybody waiting. The last one of a cut page then says that there is a next one, so
   * it has two at least.
   */
  page(db: WorkspaceDatabase, status: string | null, before: string, count: number): ApprovalPage {
    const [sizesOf, rowsOf, ...of] =
      status === null ? [selectSizes, selectPage, before] : [selectSizesOfStatus, selectPageOfStatus, status, before]
    const sizes = db.all<{ bytes: number }>(sizesOf, ...of, count)
    let bytes = 0
    const passing = sizes.findIndex(row => (bytes += row.bytes) > pageBytes)
    const fitting = passing === -1 ? sizes.length : Math.max(passing + 1, 2)
    return { rows: db.all<ApprovalRow>(rowsOf, ...of, fitting), isCut: fitting < sizes.length }
  },
  /** How many wait, and when the first of them expires. */
  waiting(db: WorkspaceDatabase): { count: number; next: number | null } {
    return db.get<{ count: number; next: number | null }>(countPending) ?? { count: 0, next: null }
  },
  /** How many wait that the same key, person or app asked for. */
  waitingLike(db: WorkspaceDatabase, { caller, app }: Pick<ApprovalRow, 'caller' | 'app'>): number {
    return db.get<{ count: number }>(countAlike, { caller, app })?.count ?? 0
  },
  /** False when it was not pending any more: another has decided, or its time is over. */
  decide(db: WorkspaceDatabase, decision: Decision): boolean {
    return db.run(decideOne, { ...decision }).changes === 1
  },
  expire(db: WorkspaceDatabase, now: number): ApprovalRow[] {
    return db.all<ApprovalRow>(expireDue, now)
  },
  /** False when it was not pending any more. */
  withdraw(db: WorkspaceDatabase, withdrawal: { approval_id: string; reason: string; now: number }): boolean {
    return db.run(withdrawOne, { ...withdrawal }).changes === 1
  },
  /** The approvals of a turn that still wait. */
  pendingOfTurn(db: WorkspaceDatabase, turnId: string): string[] {
    return db.all<{ approval_id: string }>(selectOfTurn, turnId).map(row => row.approval_id)
  },
  /** False when its end is known already. */
  finish(db: WorkspaceDatabase, end: CallEnd): boolean {
    return db.run(finishOne, { ...end }).changes === 1
  },
  unfinished(db: WorkspaceDatabase): string[] {
    return db.all<{ approval_id: string }>(selectUnfinished).map(row => row.approval_id)
  },
  toNotify(db: WorkspaceDatabase): ApprovalRow[] {
    return db.all<ApprovalRow>(selectToNotify)
  },
  markNotified(db: WorkspaceDatabase, id: string): void {
    db.run(markNotified, id)
  },
  prune(db: WorkspaceDatabase, before: number, atOnce: number): void {
    db.run(deleteOld, before, atOnce)
  },
}
