import type { JsonObject, JsonSchema } from '../json-schema.ts'
import type { Principal } from '../principal.ts'
import { defineService } from '../service.ts'
import type { ChatMessage, ChatRequest, ChatTool, ChatToolCall, FinishedAs, Sampling, TokenUsage } from './models.ts'

/**
 * Why a turn ended. `tool_calls`: a tool of the client's is called, which answers with the next turn; `interrupted`: the server died;
 * `failed`: an `error` event says why.
 */
export type TurnFinishReason =
  | 'stop'
  | 'length'
  | 'content_filter'
  | 'tool_calls'
  | 'cancelled'
  | 'interrupted'
  | 'step_limit'
  | 'token_limit'
  | 'failed'

/** Stands between the texts of a turn's steps where they are read as one text. */
export const stepSeparator = '\n\n'

/**
 * One entry of a conversation's log. Types and data: `message {message_id, role, content}` (what was asked), `content {delta}`,
 * `memory {memories: [{id, source, score, chunk_text}]}` (what the answer is given of the workspace's memory), `reasoning {delta}`, `tool_call {call_id, tool_name, arguments}`, `tool_result {call_id, tool_name, result | error}`,
 * `approval {approval_id, call_id, tool_name, expires_at}`, `approved {approval_id, call_id, tool_name}` (the call runs), `waiting {approval_ids}` (nothing runs until a person has decided),
 * `run {run_id, app, status}` (an agent app answered), `context {strategy, dropped_messages, summary}`,
 * `step {step, model, usage}` (one answer of the model is complete), `title {title}`, `error` (a problem), `done {message_id, finish_reason, usage}`.
 */
export interface TranscriptEvent {
  /** Names the conversation too: `<session_id>.<number>`. */
  id: string
  type: string
  turn_id: string | null
  at: string
  data: JsonObject
}

/** A turn that a client asks for which keeps the history itself, as clients of /v1 do. */
export interface ClientTurn extends Sampling {
  principal: Principal
  /** `agent`: the complete agent; `app:<name>`: that agent app; else a model of the catalogue, without the workspace's tools. */
  model: string
  /** The whole history as the client sends it, the new question (or the results of its tools) last. */
  messages: ChatMessage[]
  /** The answer that `messages` continue, when the client names it; else found by what the history says, or begun anew. */
  after_message_id?: string
  /** Tools that the client runs: a call to one ends the turn with `tool_calls`. */
  client_tools?: ChatTool[]
  tool_choice?: ChatRequest['tool_choice']
  parallel_tool_calls?: boolean
  response_schema?: JsonSchema
  json_object?: boolean
  /** Where it came from, shown with the conversation: `v1`. */
  source: string
}

/** A turn that has begun. It belongs to its conversation, not to who reads it. */
export interface Turn {
  session_id: string
  turn_id: string
  /** The id of the answer. */
  message_id: string
  model: string
}

export interface TurnRecord extends Turn {
  status: 'running' | 'waiting' | 'done'
  finish_reason: TurnFinishReason | null
  /** The last answer's text so far, with the calls to the client's own tools. */
  content: string
  tool_calls: ChatToolCall[]
  /** Summed over the steps. */
  usage: TokenUsage
  error: { status: number; code: string; detail: string } | null
  created_at: string
  finished_at: string | null
}

/** A finished exchange that was passed through to a provider and shall be kept. */
export interface PassedExchange {
  principal: Principal
  model: string
  messages: ChatMessage[]
  answer: { content: string; tool_calls: ChatToolCall[]; finish_reason: FinishedAs }
  usage: TokenUsage
  source: string
}

/** The turns of all conversations: begun, followed and stopped from anywhere. */
export interface Turns {
  /** @throws NotFoundError, ConflictError (a turn is under way), ValidationError; what goes wrong later stands in the log */
  start(turn: ClientTurn): Promise<Turn>
  /**
   * What is stored after `after` (an event's id; null: from the turn's beginning), then each event as it is committed. Ends after the turn's
   * `done`, or with the signal; with `live: false` after what is stored. Yields nothing before it is durable.
   */
  follow(
    turn: { workspace_id: string; session_id: string; turn_id: string; after: string | null; live?: boolean },
    signal: AbortSignal,
  ): AsyncIterable<TranscriptEvent>
  /** @throws NotFoundError */
  get(workspaceId: string, turnId: string): TurnRecord
  /** Ends the turn; what was said is kept. Nothing happens to one that is done. */
  cancel(workspaceId: string, turnId: string): Promise<void>
  /** Keeps an exchange as a conversation of its own, or as the next of the one whose history it repeats. */
  keep(exchange: PassedExchange): void
}

export const turns = defineService<Turns>('conversations.turns')
