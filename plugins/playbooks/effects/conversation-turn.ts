import { SvcError } from '@svc/plugin'
import type { Clock, HttpServer, JsonObject, Principal } from '@svc/plugin'
import type { TurnRecord, Turns } from '@svc/plugin/contracts/conversations'
import { fault } from '../interpreter/fault.ts'
import type { Effect, EffectOutcome } from '../interpreter/ports.ts'
import { callRoute } from './route-call.ts'

export interface ConversationServices {
  http: Pick<HttpServer, 'dispatch'>
  conversations: Pick<Turns, 'follow' | 'get'> | undefined
  clock: Clock
}

/** Kept while the task waits: the key of a request is forgotten after a day, and people may take longer. */
interface Position {
  session_id: string
  turn_id: string
}

/** People decide about the tools of the turn in the conversation: the run is not notified, so it looks again after this. */
const lookAgainMs = 5000

export function isInConversation({ arguments: given }: Effect): boolean {
  return (given as JsonObject)['session_id'] !== undefined
}

/** `call: agent` with `session_id`: a turn of that conversation, one for each key, which goes on by itself over a restart. @throws Fault */
export async function askInConversation(
  { http, conversations, clock }: ConversationServices,
  effect: Effect,
  principal: Principal,
): Promise<EffectOutcome> {
  const { frame, signal } = effect
  if (conversations === undefined) throw fault('configuration', 'The plugin "conversations" is not running.')
  const position = (frame.position as Position | null) ?? (await begin(http, effect, principal))
  const where = { ...position, workspace_id: principal.workspace_id }
  const { turn, approval_id } = await settled(conversations, where, signal)
  const { status, content, usage, finish_reason, error } = turn
  if (status !== 'done') {
    const waiting = { kind: 'approval' as const, ...(approval_id !== undefined && { approval_id }) }
    return { waiting, until: clock.now() + lookAgainMs, position: { ...position } }
  }
  // What failed is asked anew when a person resumes the run.
  if (error !== null || finish_reason === 'failed' || finish_reason === 'interrupted') frame.position = null
  if (error !== null) throw new SvcError(error.status, error.code, error.detail)
  if (finish_reason === 'failed' || finish_reason === 'interrupted')
    throw fault('runtime', `The turn of the conversation ${position.session_id} has ${finish_reason}.`)
  const { prompt_tokens, completion_tokens } = usage
  const used = { agent_calls: 1, prompt_tokens, completion_tokens }
  return { output: { content, usage: { ...usage }, finish_reason, steps: 1 }, usage: used }
}

/** Answers when the turn has ended or a person is asked. */
async function begin(
  http: Pick<HttpServer, 'dispatch'>,
  { arguments: given, frame, signal }: Effect,
  principal: Principal,
): Promise<Position> {
  const { session_id, prompt, ...overrides } = given as JsonObject
  const answer = await callRoute(http, {
    path: `/api/conversations/${encodeURIComponent(String(session_id))}/messages`,
    body: { message: prompt ?? '', ...overrides },
    // What failed is asked anew when the task is tried again; after a crash it is the same attempt.
    headers: { 'idempotency-key': `${frame.key}:${frame.attempt}` },
    principal,
    signal,
  })
  return { session_id: String(answer['session_id']), turn_id: String(answer['turn_id']) }
}

/** The turn once it has ended or waits for a person, with what they are asked; running: the server stops. */
async function settled(
  turns: Pick<Turns, 'follow' | 'get'>,
  where: Position & { workspace_id: string },
  signal: AbortSignal,
): Promise<{ turn: TurnRecord; approval_id: string | undefined }> {
  let asked: string[] = []
  const { workspace_id, turn_id } = where
  const isRunning = (): boolean => turns.get(workspace_id, turn_id).status === 'running'
  for await (const { type, data } of turns.follow({ ...where, after: null, live: isRunning() }, signal))
    if (type === 'waiting') {
      asked = data['approval_ids'] as string[]
      if (!isRunning()) break
    }
  signal.throwIfAborted()
  return { turn: turns.get(workspace_id, turn_id), approval_id: asked[0] }
}
