import type { Message } from '@svc/sdk'

export type ToolState = 'running' | 'done' | 'failed' | 'approval' | 'denied'

export interface ToolPart {
  kind: 'tool'
  callId: string
  name: string
  arguments: unknown
  state: ToolState
  /** What came back, as text or JSON; undefined: nothing yet. */
  result?: unknown
  error?: string
  approval?: { id: string; expiresAt: string }
  /** From the call to its result, a wait for an approval included; of stored messages only. */
  tookMs?: number
}

export type Part = { kind: 'text'; text: string } | ToolPart

export interface Source {
  id: string
  source: string | null
  quote: string
}

/** A question and its answer, or one of the two. */
export interface Turn {
  key: string
  question: Message | null
  /** The last message of the answer, which Regenerate and Copy are about. */
  answer: Message | null
  parts: Part[]
  sources: Source[]
}

/** The messages of the branch that is shown as turns, oldest first. */
export function turnsOf(messages: readonly Message[]): Turn[] {
  const turns: Turn[] = []
  const calls = new Map<string, ToolPart>()
  const calledAt = new Map<string, number>()
  for (const message of messages) {
    const at = Date.parse(message.created_at)
    if (message.role === 'tool') {
      const call = calls.get(message.tool_call_id ?? '')
      if (call) Object.assign(call, resultOf(message.content), { tookMs: at - (calledAt.get(call.callId) ?? at) })
      continue
    }
    for (const call of message.tool_calls ?? []) calledAt.set(call.call_id, at)
    let turn = turns.at(-1)
    if (message.role !== 'assistant' || turn === undefined) {
      turn = { key: message.id, question: null, answer: null, parts: [], sources: [] }
      turns.push(turn)
    }
    if (message.role === 'assistant') addAnswer(turn, message, calls)
    else turn.question = message
  }
  return turns
}

function addAnswer(turn: Turn, message: Message, calls: Map<string, ToolPart>): void {
  turn.answer = message
  if (message.content !== '') turn.parts.push({ kind: 'text', text: message.content })
  for (const { call_id: callId, tool_name: name, arguments: given } of message.tool_calls ?? []) {
    const part: ToolPart = { kind: 'tool', callId, name, arguments: given, state: 'running' }
    calls.set(callId, part)
    turn.parts.push(part)
  }
  for (const memory of message.memories ?? []) turn.sources.push(sourceOf(memory))
}

export function sourceOf({
  id,
  source,
  chunk_text,
}: {
  id: string
  source: string | null
  chunk_text: string
}): Source {
  return { id, source, quote: chunk_text }
}

/** The transcript keeps a failure as JSON with an `error`. */
function resultOf(content: string): Pick<ToolPart, 'state' | 'result' | 'error'> {
  const value = parsed(content)
  if (typeof value !== 'object' || value === null || !('error' in value)) return { state: 'done', result: value }
  const { error } = value as { error: unknown }
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  const words = typeof message === 'string' ? message : JSON.stringify(message)
  return { state: /\bdenied\b/i.test(words) ? 'denied' : 'failed', error: words }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
