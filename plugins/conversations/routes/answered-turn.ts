import { SvcError, UnavailableError } from '@svc/plugin'
import type { JsonObject, JsonValue, PluginEnv, RouteRequest } from '@svc/plugin'
import type { TranscriptEvent, Turn, TurnRecord } from '@svc/plugin/contracts/conversations'
import { whoDecides } from '@svc/plugin/contracts/tools'
import type { TurnEngine } from '../turns/turn-engine.ts'

const types = ['memory', 'tool_call', 'tool_result', 'approval', 'approved']

/** A call of the turn as it stands: with a result, an error, or neither yet. */
interface ShownCall extends JsonObject {
  call_id: string
  tool_name: string
  arguments: JsonValue
}

/** A call about which a person is asked. */
interface WaitingCall {
  approval_id: string
  call_id: string
  tool_name: string
  expires_at: string
}

/**
 * Waits for what can be answered in one piece: the whole answer, or that a person is asked first. Leaving ends the wait, not the turn.
 * @throws SvcError what the turn failed with; UnavailableError when the server stops
 */
export async function answeredTurn(
  turns: TurnEngine,
  turn: Turn,
  { principal: { workspace_id: workspaceId }, baseUrl, signal }: Pick<RouteRequest, 'principal' | 'baseUrl' | 'signal'>,
  phrase: PluginEnv['phrase'],
) {
  const { record, events } = await turns.settled({ workspace_id: workspaceId, turn_id: turn.turn_id, types }, signal)
  if (record.status === 'running') throw stopping(turn)
  const calls = new Map<string, ShownCall>()
  const approvals = new Map<string, WaitingCall>()
  const memories: JsonValue[] = []
  for (const event of events) {
    if (event.type === 'memory') memories.push(...(event.data['memories'] as JsonValue[]))
    else note(event, calls, approvals)
  }
  const answer = shownAnswer(record, calls, memories)
  if (record.status !== 'waiting') return answer
  const waiting = [...approvals.values()].map(each => ({
    ...each,
    url: `${baseUrl}/api/approvals/${each.approval_id}`,
    message: phrase(whoDecides(each)),
  }))
  return { ...answer, approvals: waiting }
}

function note(
  { type, data }: TranscriptEvent,
  calls: Map<string, ShownCall>,
  approvals: Map<string, WaitingCall>,
): void {
  const callId = String(data['call_id'] ?? '')
  if (type === 'tool_call') {
    calls.set(callId, { call_id: callId, tool_name: String(data['tool_name']), arguments: data['arguments'] ?? {} })
  } else if (type === 'tool_result') {
    const { result, error } = data
    const call = calls.get(callId)
    if (call) Object.assign(call, error === undefined ? { result: result ?? null } : { error })
    approvals.delete(callId)
  } else if (type === 'approved') {
    approvals.delete(callId)
  } else if (type === 'approval') {
    const { approval_id, tool_name, expires_at } = data
    approvals.set(callId, { approval_id, call_id: callId, tool_name, expires_at } as WaitingCall)
  }
}

function shownAnswer(record: TurnRecord, calls: Map<string, ShownCall>, memories: JsonValue[]) {
  const { session_id, turn_id, message_id, error } = record
  if (error) throw new SvcError(error.status, error.code, error.detail, { extra: { session_id, turn_id, message_id } })
  return {
    id: message_id,
    session_id,
    turn_id,
    role: 'assistant',
    content: record.content,
    tool_calls: [...calls.values()],
    memories,
    model: record.model,
    usage: record.usage,
    finish_reason: record.finish_reason,
    status: record.status === 'waiting' ? 'waiting' : 'done',
  }
}

function stopping({ session_id, turn_id }: Turn): UnavailableError {
  return new UnavailableError(
    'The server is stopping. The turn is kept; read it, or retry it, when the server is back.',
    {
      extra: { session_id, turn_id },
    },
  )
}
