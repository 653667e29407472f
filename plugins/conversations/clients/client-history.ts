import { hash } from 'node:crypto'
import { ValidationError } from '@svc/plugin'
import type { Clock, Ids } from '@svc/plugin'
import type { ClientTurn } from '@svc/plugin/contracts/conversations'
import type { ChatMessage, ChatToolCall } from '@svc/plugin/contracts/models'
import type { Session } from '../records.ts'
import { appPrefix } from '../sessions/choices.ts'
import type { NewMessage } from '../turns/turn-steps.ts'

/** A history as a client sends it: the part that was answered, and what is asked now. */
export interface ClientHistory {
  system: string
  /** Up to the last answer. */
  known: ChatMessage[]
  /** What follows it: the question, or results of the client's tools. */
  asked: ChatMessage[]
}

/** @throws ValidationError when nothing is asked */
export function readHistory(messages: readonly ChatMessage[]): ClientHistory {
  const said = messages.filter(({ role }) => role !== 'system')
  if (said.length === 0)
    throw new ValidationError('messages must hold a message of the user.', [
      { path: '/messages', message: 'must hold a message of the user' },
    ])
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content)
  const after = said.findLastIndex(({ role }) => role === 'assistant') + 1
  return { system: system.join('\n\n'), known: said.slice(0, after), asked: said.slice(after) }
}

export function toMessage({ role, content, images, tool_calls, tool_call_id }: ChatMessage): NewMessage {
  return {
    role,
    content,
    ...(images && { images }),
    ...(tool_calls && { tool_calls }),
    ...(tool_call_id !== undefined && { tool_call_id }),
  }
}

const scopeText = (owner: { user_id: string; key_id?: string | null }) => `${owner.user_id}\n${owner.key_id ?? ''}`

/**
 * What a client's history comes to, up to its last message: who says what, in order. System messages do not count: many clients put
 * the time into theirs. Nor does white space around a text.
 */
export function historyHash(
  owner: { user_id: string; key_id?: string | null },
  messages: readonly ChatMessage[],
): string {
  let state = hash('sha256', scopeText(owner), 'base64url')
  for (const message of messages) if (message.role !== 'system') state = next(state, message)
  return state
}

export function answerHash(state: string, content: string, calls: readonly ChatToolCall[]): string {
  return next(state, { role: 'assistant', content, tool_calls: [...calls] })
}

export function messageHash(state: string, messages: readonly ChatMessage[]): string {
  return messages.reduce((before, message) => (message.role === 'system' ? before : next(before, message)), state)
}

function next(state: string, { role, content, images, tool_calls, tool_call_id }: ChatMessage): string {
  const calls = tool_calls?.map(({ id, name }) => [id, name]) ?? []
  const seen = images?.map(({ url }) => url) ?? []
  return hash('sha256', JSON.stringify([state, role, content.trim(), calls, tool_call_id ?? null, seen]), 'base64url')
}

/** A conversation whose history a client keeps. */
export function newClientSession(
  { ids, clock, config }: { ids: Ids; clock: Clock; config: { step_limit: number } },
  { principal, model, source }: Pick<ClientTurn, 'principal' | 'model' | 'source'>,
): Session {
  const now = clock.timestamp()
  return {
    session_id: ids.create('ses'),
    title: null,
    title_by: 'nobody',
    model,
    system: null,
    tools: model === 'agent' || model.startsWith(appPrefix) ? 'all' : 'none',
    settings: { context: 'summarise', step_limit: config.step_limit, token_limit: null },
    memory: null,
    source,
    user_id: principal.user_id,
    key_id: principal.key_id ?? null,
    leaf_id: null,
    created_at: now,
    updated_at: now,
  }
}
