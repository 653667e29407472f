import type { Principal } from '@svc/plugin'
import type { TurnFinishReason } from '@svc/plugin/contracts/conversations'
import type { ChatToolCall, TokenUsage } from '@svc/plugin/contracts/models'
import type { OpenAiServices } from '../openai-services.ts'
import { begun } from '../wire/begun.ts'
import { isOwnModel, turnsFor } from '../wire/own-models.ts'
import { readTurn } from '../wire/turn-reader.ts'
import type { TurnPart } from '../wire/turn-reader.ts'
import type { MessageRequest } from './message-request.ts'

/** What an answer consists of, whether a model of the catalogue gives it or the agent in a turn. */
export type AnswerEvent =
  | { type: 'content' | 'reasoning'; delta: string }
  | { type: 'tool_call'; call: ChatToolCall }
  | { type: 'done'; finish_reason: TurnFinishReason; usage: TokenUsage }

/** An answer that has begun. */
export interface OpenedAnswer {
  /** The id of its message. */
  id: string
  /** The conversation it belongs to; null for a model of the catalogue, which is asked without one. */
  sessionId: string | null
  events: AsyncIterable<AnswerEvent>
}

/**
 * Asks a model of the catalogue, or the agent in a turn. What a model throws before its first word is thrown here, so that it
 * can still be the answer's status; an agent's answer may be long in coming, and is handed on at once.
 */
export async function openAnswer(
  services: OpenAiServices,
  { model, messages, options }: MessageRequest,
  caller: { principal: Principal; signal: AbortSignal },
): Promise<OpenedAnswer> {
  const { principal, signal } = caller
  if (isOwnModel(model)) {
    const turns = await turnsFor(services, principal, model)
    const { tools, ...rest } = options
    const client_tools = tools && { client_tools: tools }
    const turn = await turns.start({ ...rest, ...client_tools, principal, model, messages, source: 'v1' })
    const pieces = readTurn(
      turns,
      { ...turn, workspace_id: principal.workspace_id },
      { signal, phrase: services.phrase },
    )
    return { id: turn.message_id, sessionId: turn.session_id, events: answerOfTurn(pieces) }
  }
  const resolved = await services.models.resolve(principal, model)
  const events = services.models.stream({ ...options, model: resolved.id, messages, principal, signal })
  return { id: services.ids.create('msg'), sessionId: null, events: await begun(events, signal) }
}

/** Only what the agent says. What it does with its own tools is in the conversation's log. */
async function* answerOfTurn(pieces: AsyncIterable<TurnPart>): AsyncGenerator<AnswerEvent> {
  for await (const part of pieces) {
    if (part.type === 'content' || part.type === 'reasoning') yield part
    if (part.type !== 'done') continue
    for (const call of part.tool_calls) yield { type: 'tool_call', call }
    yield { type: 'done', finish_reason: part.turn_finish_reason, usage: part.usage }
  }
}
