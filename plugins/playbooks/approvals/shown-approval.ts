import type { JsonObject, JsonValue } from '@svc/plugin'
import type { RunApproval } from '@svc/plugin/library/approvals/approval-schemas'
import type { ApprovalRow } from './approval-store.ts'

/** Who decided what. */
export type Decision = RunApproval['decisions'][number]

/** What a task asks people, as the API shows it. One whose time is over is expired, also when its run has not noticed yet. */
export function shownApproval(row: ApprovalRow, now: number): RunApproval {
  const { approval_id, run_id, playbook, task, title, body, status, needed } = row
  return {
    approval_id,
    kind: 'playbook',
    run_id,
    playbook,
    task,
    title,
    body,
    data: JSON.parse(row.data) as JsonValue,
    form: row.form === null ? null : (JSON.parse(row.form) as JsonObject),
    assignees: JSON.parse(row.assignees) as string[],
    approvals_needed: needed,
    decisions: JSON.parse(row.decisions) as Decision[],
    status: status === 'pending' && row.expires_at <= now ? 'expired' : status,
    created_at: new Date(row.created_at).toISOString(),
    expires_at: new Date(row.expires_at).toISOString(),
  }
}
