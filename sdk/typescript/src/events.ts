import type { Problem } from './types.ts'

interface TurnEvent<Type extends string> {
  readonly type: Type
  readonly id?: string
  readonly turn_id: string
  readonly at: string
}

/** A piece of the answer's text. */
export interface ContentEvent extends TurnEvent<'content'> {
  readonly delta: string
}
export interface ReasoningEvent extends TurnEvent<'reasoning'> {
  readonly delta: string
}
export interface ToolCallEvent extends TurnEvent<'tool_call'> {
  readonly call_id: string
  readonly tool_name: string
  readonly arguments: unknown
}
export interface ToolResultEvent extends TurnEvent<'tool_result'> {
  readonly call_id: string
  readonly tool_name: string
  readonly result?: unknown
  readonly error?: Pick<Problem, 'code' | 'detail'>
}
/** A person is asked before the tool runs. */
export interface ApprovalEvent extends TurnEvent<'approval'> {
  readonly approval_id: string
  readonly call_id: string
  readonly tool_name: string
  readonly expires_at: string
}
/** The end of a turn. */
export interface DoneEvent extends TurnEvent<'done'> {
  readonly message_id: string
  readonly finish_reason: string
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number; readonly total_tokens: number }
}
/** Further events, whose fields the manual describes; newer servers may send others. */
export interface OtherTurnEvent extends TurnEvent<
  'message' | 'memory' | 'waiting' | 'run' | 'context' | 'step' | 'title'
> {
  readonly [field: string]: unknown
}

/** What happens in a conversation. */
export type ConversationEvent =
  ContentEvent | ReasoningEvent | ToolCallEvent | ToolResultEvent | ApprovalEvent | DoneEvent | OtherTurnEvent

interface RunEvent<Type extends string> {
  readonly type: Type
  readonly id?: string
}

/** What happens in a run of an agent app. */
export type AgentAppEvent =
  | (RunEvent<'progress'> & { readonly fraction: number; readonly note?: string })
  | (RunEvent<'log'> & { readonly at: string; readonly level: string; readonly message: string })
  | (RunEvent<'agent' | 'tool_call' | 'done'> & { readonly [field: string]: unknown })

/** What happens in a workspace; `data` fits the schema of the type in `events.types()`. */
export interface WorkspaceEvent {
  readonly type: string
  readonly id: string
  readonly at: string
  readonly data: { readonly [field: string]: unknown }
}
