import type { JsonObject, JsonValue, Principal, ToolManifest } from '@svc/plugin'
import { isPending } from '@svc/plugin/contracts/tools'
import type { Approvals, ToolCatalog } from '@svc/plugin/contracts/tools'
import { fault } from '../interpreter/fault.ts'
import type { FaultKind } from '../interpreter/fault.ts'
import type { Frame, Waiting } from '../interpreter/frame.ts'

export interface ToolServices {
  tools: Pick<ToolCatalog, 'get' | 'call'> | undefined
  approvals: Pick<Approvals, 'get' | 'withdraw'> | undefined
}

/** A call that a task makes. */
export interface TaskToolCall {
  name: string
  arguments: JsonObject
  principal: Principal
  /** A folder of the operator's names it. */
  isNamed: boolean
  runId: string
  frame: Pick<Frame, 'reference'>
  /** The same for this call whenever it is made again. */
  key: string
  signal: AbortSignal
  /** The process died while it was in flight. */
  isRepeated: boolean
  /** What the author says about a call that may have been in flight; by default its effect decides. */
  onCrash: 'retry' | 'fault' | undefined
}

export type ToolAnswer = { result: JsonValue } | { waiting: Waiting & { approval_id: string }; until: number }

/** Calls a tool under its grant; one under `ask` waits for a person. @throws Fault, and what the catalogue throws */
export async function callTool({ tools }: ToolServices, call: TaskToolCall): Promise<ToolAnswer> {
  if (!tools) throw fault('configuration', 'The plugin "tools" is not running: no tool can be called.')
  const { isRepeated, onCrash, runId, frame, key, ...asked } = call
  if (isRepeated && !mayRepeat(tools.get(call.name, call.principal.workspace_id), onCrash))
    throw fault(
      'runtime',
      `outcome_unknown: the server ended while ${call.name} ran, which may not run twice. Look what it did before you resume.`,
    )
  const origin = { kind: 'playbook' as const, run_id: runId, task: frame.reference, idempotency_key: key }
  const outcome = await tools.call({ ...asked, origin })
  if (!isPending(outcome)) return { result: outcome.result }
  const { approval_id, expires_at } = outcome
  return { waiting: { kind: 'approval', approval_id }, until: Date.parse(expires_at) }
}

function mayRepeat(tool: ToolManifest | null, onCrash: TaskToolCall['onCrash']): boolean {
  if (onCrash !== undefined) return onCrash === 'retry'
  return tool?.effect !== 'destructive' || tool.idempotent === true
}

const failures: Readonly<Record<string, FaultKind>> = {
  forbidden: 'authorization',
  not_found: 'configuration',
}

/** What came of a call that waited; undefined while it waits still. @throws Fault when it was denied, has expired, or failed */
export function decidedCall(
  { approvals }: ToolServices,
  workspaceId: string,
  approvalId: string,
): { result: JsonValue } | undefined {
  const approval = approvals?.get(workspaceId, approvalId)
  if (!approval) throw fault('configuration', `The approval ${approvalId} is gone.`)
  const { status, result, error, finished_at, reason, tool_name } = approval
  const because = reason === null ? '' : ` The reason: ${reason}`
  if (status === 'denied')
    throw fault('authorization', `approval_denied: a person has denied the call of ${tool_name}.${because}`)
  if (status === 'expired')
    throw fault('timeout', `Nobody has decided about the call of ${tool_name} in time.${because}`)
  if (status === 'pending' || finished_at === null) return undefined
  // What has changed while the person was asked: the grant, a right, the tool itself.
  if (error !== null) throw fault(failures[error.code] ?? 'runtime', `${error.code}: ${error.message}`)
  return { result }
}
