import type { EventLog, JsonObject, WorkspaceDatabase } from '@svc/plugin'
import type { ApprovalRow } from './approval-store.ts'

/** Emits the events of approvals. The plugin tools declares them: without it none is emitted. */
export function noteApproval(
  events: EventLog,
  db: WorkspaceDatabase,
  workspaceId: string,
  { type, row }: { type: 'approval.requested' | 'approval.decided'; row: ApprovalRow },
): void {
  if (!events.types().some(each => each.type === type)) return
  const { approval_id, run_id, task, title, status } = row
  const of: JsonObject = { approval_id, run_id, task }
  const expires_at = new Date(row.expires_at).toISOString()
  const data = type === 'approval.requested' ? { ...of, title, expires_at } : { ...of, status }
  events.append(db, workspaceId, [{ type, data }])
}
