import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { JsonObject, Principal } from '@svc/plugin'
import type { Approval, Approvals } from '@svc/plugin/contracts/tools'
import { errorAnswer } from './call-answer.ts'

export const approvalToolName = 'svc_approval'

/** For clients alone that have no other way to learn what a person decided; a conversation waits by itself. */
export const approvalTool: Tool = {
  name: approvalToolName,
  title: 'Ask what came of an approval',
  description:
    'Tells whether a call that waits for a person was approved, and what it gave. Takes the approval_id that the call answered. ' +
    'While it is pending, tell the user that a person must decide, and do not ask again at once.',
  inputSchema: {
    type: 'object',
    properties: { approval_id: { type: 'string', description: 'apr_…' } },
    required: ['approval_id'],
    additionalProperties: false,
  },
  annotations: {
    title: 'Ask what came of an approval',
    readOnlyHint: true,
    destructiveHint: false,
    openWorldHint: false,
  },
}

/** What came of a call, for the key that made it and no other. */
export function approvalAnswer(approvals: Approvals, principal: Principal, given: JsonObject): CallToolResult {
  const id = given['approval_id']
  if (typeof id !== 'string')
    return errorAnswer('validation_error', 'approval_id must be the id that the call answered.')
  const approval = approvals.get(principal.workspace_id, id)
  const { user_id, key_id } = approval?.requested_by ?? {}
  const isTheirs = user_id === principal.user_id && key_id === (principal.key_id ?? null)
  if (!approval || !isTheirs)
    return errorAnswer('not_found', `There is no approval ${JSON.stringify(id.slice(0, 64))} of yours.`)
  return { content: [{ type: 'text', text: JSON.stringify(reportOf(approval)) }] }
}

function reportOf({
  approval_id,
  tool_name,
  status,
  reason,
  result,
  error,
  expires_at,
  decided_at,
  finished_at,
}: Approval): JsonObject {
  return { approval_id, tool_name, status, reason, result, error, expires_at, decided_at, finished_at }
}
