import type { JsonObject, JsonValue } from '@svc/plugin'
import type { ApprovalRow } from './approval-store.ts'

/** Who decided what. */
export interface Decision {
  user_id: string
  username: string
  decision: 'approved' | 'denied'
  at: string
  reason: string | null
}

/** What a task asks people, as the API shows it. */
export function shownApproval(row: ApprovalRow) {
  const { approval_id, run_id, task, title, body, status, needed } = row
  return {
    approval_id,
    kind: 'playbook' as const,
    run_id,
    task,
    title,
    body,
    data: JSON.parse(row.data) as JsonValue,
    form: row.form === null ? null : (JSON.parse(row.form) as JsonObject),
    assignees: JSON.parse(row.assignees) as string[],
    approvals_needed: needed,
    decisions: JSON.parse(row.decisions) as Decision[],
    status,
    created_at: new Date(row.created_at).toISOString(),
    expires_at: new Date(row.expires_at).toISOString(),
  }
}

export type ShownApproval = ReturnType<typeof shownApproval>
