import type { AnyApproval, PlaybookApproval } from '@svc/sdk'
import type { PlaybookRun } from '../types.ts'

/** What a run asks people: by its tasks, and by the tools that they call. */
export function askedBy(run: Pick<PlaybookRun, 'id' | 'name' | 'waiting_for'>): PlaybookApproval[] {
  return run.waiting_for.flatMap(({ task, approval }) =>
    approval?.status === 'pending' ? [questionOf(approval, { run_id: run.id, playbook: run.name, task })] : [],
  )
}

function questionOf(
  approval: AnyApproval,
  at: Pick<PlaybookApproval, 'run_id' | 'playbook' | 'task'>,
): PlaybookApproval {
  if (approval.kind === 'playbook') return approval
  const { approval_id, tool_name, arguments: data, status, created_at, expires_at } = approval
  const nobody = { assignees: [], approvals_needed: 1, decisions: [] }
  const asked = { title: `Call the tool ${tool_name}?`, body: null, data, form: null, status, created_at, expires_at }
  return { kind: 'playbook', approval_id, ...at, ...asked, ...nobody }
}
