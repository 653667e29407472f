import type { WorkspaceDatabase } from '@svc/plugin'

/** `withdrawn`: nobody waits for it any more. */
export type ApprovalStatus = 'pending' | 'approved' | 'denied' | 'expired' | 'withdrawn'

/** What is JSON is text here; times are milliseconds since the epoch. */
export interface ApprovalRow {
  approval_id: string
  run_id: string
  task: string
  key: string
  title: string
  body: string | null
  data: string
  form: string | null
  assignees: string
  needed: number
  exclude_starter: 0 | 1
  decisions: string
  /** What was filled in. */
  answer: string
  status: ApprovalStatus
  created_at: number
  expires_at: number
}

const insert = `INSERT INTO playbooks_approvals (approval_id, run_id, task, key, title, body, data, form, assignees, needed, exclude_starter,
    decisions, answer, status, created_at, expires_at)
  VALUES (@approval_id, @run_id, @task, @key, @title, @body, @data, @form, @assignees, @needed, @exclude_starter,
    @decisions, @answer, @status, @created_at, @expires_at)`
const selectOne = 'SELECT * FROM playbooks_approvals WHERE approval_id = ?'
const selectByKey = 'SELECT * FROM playbooks_approvals WHERE key = ?'
const selectOfRun = 'SELECT * FROM playbooks_approvals WHERE run_id = ? ORDER BY approval_id'
const update = `UPDATE playbooks_approvals SET status = @status, decisions = @decisions, answer = @answer
  WHERE approval_id = @approval_id AND status = 'pending'`
const putAside = `UPDATE playbooks_approvals SET key = key || ' ' || approval_id WHERE approval_id = ?`

/** What tasks of playbooks ask people. */
export const approvalStore = {
  insert(db: WorkspaceDatabase, row: ApprovalRow): void {
    db.run(insert, { ...row })
  },
  get(db: WorkspaceDatabase, id: string): ApprovalRow | undefined {
    return db.get<ApprovalRow>(selectOne, id)
  },
  byKey(db: WorkspaceDatabase, key: string): ApprovalRow | undefined {
    return db.get<ApprovalRow>(selectByKey, key)
  },
  ofRun(db: WorkspaceDatabase, runId: string): ApprovalRow[] {
    return db.all<ApprovalRow>(selectOfRun, runId)
  },
  /** Its task asks anew: it is no longer found by the key of the task. */
  putAside(db: WorkspaceDatabase, id: string): void {
    db.run(putAside, id)
  },
  /** False: it is decided already. */
  change(db: WorkspaceDatabase, { approval_id, status, decisions, answer }: ApprovalRow): boolean {
    return db.run(update, { approval_id, status, decisions, answer }).changes === 1
  },
}
