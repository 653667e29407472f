import type { ChatToolCall } from '@svc/plugin/contracts/models'
import { shownMemory } from '../recall/memory-recall.ts'
import type { MessageHead } from '../records.ts'
import type { FoundSession } from '../search/session-search.ts'
import { parsedArguments } from '../sessions/parsed-arguments.ts'
import type { ListedSession } from '../sessions/session-store.ts'
import type { BranchedMessage } from '../sessions/sessions.ts'

/** A conversation as the API shows it. */
export function shownSession(session: ListedSession, memoryByDefault: boolean) {
  const { session_id, title, title_by, model, system, tools, settings, source, status, running_turn_id, user_id } =
    session
  return {
    id: session_id,
    session_id,
    title,
    title_by,
    model,
    system,
    tools,
    settings,
    memory: session.memory ?? memoryByDefault,
    source,
    status,
    running_turn_id,
    created_by: user_id,
    created_at: session.created_at,
    updated_at: session.updated_at,
  }
}

export function shownFound({ session, found }: FoundSession, memoryByDefault: boolean) {
  const shown = shownSession(session, memoryByDefault)
  if (!found) return { ...shown, match: null }
  const { message_id, role, snippet, created_at } = found
  return { ...shown, match: { message_id, role, snippet, created_at } }
}

/** A message as the API shows it, without the contents of what was attached. */
export function shownMessage({ message, siblings, memories, error }: BranchedMessage) {
  const { message_id, parent_id, role, content, turn_id, model, finish_reason, usage, created_at } = message
  return {
    id: message_id,
    parent_id,
    role,
    content,
    ...shownParts(message),
    ...(memories.length > 0 ? { memories: memories.map(shownMemory) } : {}),
    turn_id,
    model,
    finish_reason,
    ...(error === null ? {} : { error }),
    usage,
    branches: siblings,
    created_at,
  }
}

function shownParts({ attachments, tool_calls, tool_call_id, tool_name }: MessageHead) {
  return {
    ...(attachments.length > 0 ? { attachments } : {}),
    ...(tool_calls.length > 0 ? { tool_calls: tool_calls.map(shownCall) } : {}),
    ...(tool_call_id === null ? {} : { tool_call_id }),
    ...(tool_name === null ? {} : { tool_name }),
  }
}

export function shownCall({ id, name, arguments: text }: ChatToolCall) {
  return { call_id: id, tool_name: name, arguments: parsedArguments(text) }
}
