import type { WorkspaceDatabase } from '@svc/plugin'

/** `withdrawn`: nobody waits for it any more. */
export type ApprovalStatus = 'pending' | 'approved' | 'denied' | 'expired' | 'withdrawn'

/** What is JSON is text here; times are milliseconds since the epoch. */
export interface ApprovalRow {
  approval_id: string
  run_id: string
  /** The name of the run's playbook. */
  playbook: string
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
const select =
  'SELECT a.*, r.name AS playbook FROM playbooks_approvals AS a JOIN playbooks_runs AS r ON r.id = a.run_id'
const selectOne = `${select} WHERE a.approval_id = ?`
const selectByKey = `${select} WHERE a.key = ?`
const selectOfRun = `${select} WHERE a.run_id = ? ORDER BY a.approval_id`
const selectPage = `${select} WHERE a.approval_id < @before AND (@status IS NULL OR @status =
    iif(a.status = 'pending' AND a.expires_at <= @now, 'expired', a.status))
  ORDER BY a.approval_id DESC LIMIT @limit`
const update = `UPDATE playbooks_approvals SET status = @status, decisions = @decisions, answer = @answer
  WHERE approval_id = @approval_id AND status = 'pending'`
const putAside = `UPDATE playbooks_approvals SET key = key || ' ' || approval_id WHERE approval_id = ?`

/** What tasks of playbooks ask people. */
export const approvalStore = {
  insert(db: WorkspaceDatabase, { playbook: _, ...row }: ApprovalRow): void {
    db.run(insert, row)
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
  /** Newest first; one whose time is over is expired. */
  page(
    db: WorkspaceDatabase,
    range: { status: ApprovalStatus | null; before: string; limit: number; now: number },
  ): ApprovalRow[] {
    return db.all<ApprovalRow>(selectPage, range)
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
