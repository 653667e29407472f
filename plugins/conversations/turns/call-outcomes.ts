import type { JsonValue } from '@svc/plugin'
import type { Approval } from '@svc/plugin/contracts/tools'
import type { PendingCall } from '../records.ts'
import type { CallOutcome } from './turn-steps.ts'

/** What went wrong with a call. */
export interface Fault {
  code: string
  message: string
}

export function succeeded(callId: string, toolName: string, result: JsonValue): CallOutcome {
  return {
    call_id: callId,
    tool_name: toolName,
    content: resultForModel(result),
    shown: { result: resultForLog(result) },
  }
}

export function failedWith(callId: string, toolName: string, fault: Fault): CallOutcome {
  const error = { code: fault.code, message: fault.message.slice(0, 2000) }
  return { call_id: callId, tool_name: toolName, content: JSON.stringify({ error }), shown: { error } }
}

/** What came of a call that a person was asked about; null while that is open. */
export function settledOutcome(approval: Approval, callId: string): CallOutcome | null {
  const { tool_name, status, reason, result, error, finished_at } = approval
  if (status === 'pending') return null
  if (status === 'denied') {
    const why = reason === null ? '' : ` Their reason: ${reason}`
    const message = `A person decided that this call is not made.${why}`
    return failedWith(callId, tool_name, { code: 'denied', message })
  }
  if (status === 'expired') return expiredCall({ call_id: callId, tool_name })
  if (finished_at === null) return null
  return error === null ? succeeded(callId, tool_name, result) : failedWith(callId, tool_name, error)
}

export function expiredCall({ call_id, tool_name }: Pick<PendingCall, 'call_id' | 'tool_name'>): CallOutcome {
  const message = 'Nobody decided about this call in time, so it was not made.'
  return failedWith(call_id, tool_name, { code: 'expired', message })
}

const mostForModel = 32 * 1024
const mostInLog = 64 * 1024

/** A tool's output as a model is given it: text as it is, all else as JSON, cut where it is too long. */
export function resultForModel(result: JsonValue): string {
  const text = typeof result === 'string' && result !== '' ? result : JSON.stringify(result)
  return cut(text, mostForModel)
}

/** A tool's output as it stands in the log. */
export function resultForLog(result: JsonValue): JsonValue {
  const text = typeof result === 'string' ? result : JSON.stringify(result)
  return Buffer.byteLength(text) <= mostInLog ? result : cut(text, mostInLog)
}

function cut(text: string, most: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= most) return text
  // A character that is cut in two at the end is left out.
  const kept = new TextDecoder('utf-8').decode(bytes.subarray(0, most), { stream: true })
  return `${kept}\n[cut: the first ${Buffer.byteLength(kept)} of ${bytes.length} bytes]`
}
