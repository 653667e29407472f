import type { Approval } from '@svc/plugin/contracts/tools'
import type { PendingCall } from '../records.ts'
import { failedWith, succeeded } from './tool-round.ts'
import type { CallOutcome } from './turn-steps.ts'

/** What came of a call that a person was asked about; null while that is open. */
export function settledOutcome(approval: Approval, callId: string): CallOutcome | null {
  const { tool_name, status, result, error, finished_at } = approval
  if (status === 'pending') return null
  if (status === 'denied')
    return failedWith(callId, tool_name, { code: 'denied', message: 'A person decided that this call is not made.' })
  if (status === 'expired') return expiredCall({ call_id: callId, tool_name })
  if (finished_at === null) return null
  return error === null ? succeeded(callId, tool_name, result) : failedWith(callId, tool_name, error)
}

export function expiredCall({ call_id, tool_name }: Pick<PendingCall, 'call_id' | 'tool_name'>): CallOutcome {
  const message = 'Nobody decided about this call in time, so it was not made.'
  return failedWith(call_id, tool_name, { code: 'expired', message })
}
