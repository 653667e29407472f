import { ValidationError } from '@svc/plugin'
import type { ChatMessage } from '@svc/plugin/contracts/models'
import type { NewMessage } from './turn-steps.ts'

/** A client's history, as far as it is known here and beyond. */
export interface ToldHistory {
  system: string
  /** Up to the last answer. */
  known: ChatMessage[]
  /** What follows it: the question, or results of the client's tools. */
  asked: ChatMessage[]
}

/** @throws ValidationError when nothing is asked */
export function readHistory(messages: readonly ChatMessage[]): ToldHistory {
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
