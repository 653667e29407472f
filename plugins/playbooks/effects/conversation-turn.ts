import type { Clock, HttpServer, JsonObject, Principal } from '@svc/plugin'
import { fault } from '../interpreter/fault.ts'
import type { Effect, EffectOutcome } from '../interpreter/ports.ts'
import { callRoute } from './route-call.ts'

/** People decide about the tools of the turn in the conversation: the run is not notified, so it looks again after this. */
const lookAgainMs = 5000

export function isInConversation({ arguments: given }: Effect): boolean {
  return (given as JsonObject)['session_id'] !== undefined
}

/** `call: agent` with `session_id`: a turn of that conversation, one for each key, which goes on by itself over a restart. @throws Fault */
export async function askInConversation(
  { http, clock }: { http: Pick<HttpServer, 'dispatch'>; clock: Clock },
  { arguments: given, frame, signal }: Effect,
  principal: Principal,
): Promise<EffectOutcome> {
  const { session_id, prompt, ...overrides } = given as JsonObject
  const answer = await callRoute(http, {
    path: `/api/conversations/${encodeURIComponent(String(session_id))}/messages`,
    body: { message: prompt ?? '', ...overrides },
    // What failed is asked anew when the task is tried again; after a crash it is the same attempt.
    headers: { 'idempotency-key': `${frame.key}:${frame.attempt}` },
    principal,
    signal,
  })
  const { status, content = '', usage = {}, finish_reason = null, approvals = [] } = answer
  if (status === 'waiting') {
    const [first] = approvals as { approval_id: string }[]
    const waiting = { kind: 'approval' as const, ...(first && { approval_id: first.approval_id }) }
    return { waiting, until: clock.now() + lookAgainMs }
  }
  if (finish_reason === 'failed' || finish_reason === 'interrupted')
    throw fault('runtime', `The turn of the conversation ${String(session_id)} has ${String(finish_reason)}.`)
  const { prompt_tokens = 0, completion_tokens = 0 } = usage as Record<string, number>
  const used = { agent_calls: 1, prompt_tokens, completion_tokens }
  return { output: { content, usage, finish_reason, steps: 1 }, usage: used }
}
