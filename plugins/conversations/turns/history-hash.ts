import { hash } from 'node:crypto'
import type { ChatMessage, ChatToolCall } from '@svc/plugin/contracts/models'

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
