import type { JsonObject, Principal, WorkspaceDatabase } from '@svc/plugin'
import type { TurnFinishReason } from '@svc/plugin/contracts/conversations'
import type { ChatToolCall, TokenUsage } from '@svc/plugin/contracts/models'
import type { Message, StoredTurn, TurnOptions } from '../records.ts'
import type { Leaf } from './branch-store.ts'
import type { Question } from './conversation-turns.ts'

/** What a message is before it has its place. */
export type NewMessage = Pick<Message, 'role' | 'content'> & Partial<Message>

export type NewTurn = Pick<StoredTurn, 'session_id' | 'model' | 'caller' | 'options'>

/** What a turn is begun with, once it is known what is asked. */
export interface TurnBeginning {
  session_id: string
  principal: Principal
  model: string
  options: TurnOptions
  /** In the turn's first transaction: sets the branch and says what is added to it. */
  question: (db: WorkspaceDatabase) => { leaf: Leaf; messages: NewMessage[] }
  /** In the same transaction, before everything: the conversation itself may be new. */
  prepare?: (db: WorkspaceDatabase) => void
  onStored?: Question['onStored'] | undefined
}

/** What a tool's call came to, as the model and as readers see it. */
export interface CallOutcome {
  call_id: string
  tool_name: string
  /** For the model. */
  content: string
  /** `result` or `error`. */
  shown: JsonObject
}

export interface StepAnswer {
  step: number
  model: string
  content: string
  /** All of them; those of `client` are not ours to run. */
  calls: ChatToolCall[]
  client: ReadonlySet<string>
  usage: TokenUsage
}

export interface TurnOutcome {
  finish_reason: TurnFinishReason
  /** Of the answer. */
  content: string
  model: string | null
  error?: StoredTurn['error']
  /** Why it ended, where the reason alone does not say. */
  detail?: string
  /** The step that ends it, when it was not stored before. */
  step?: { step: number; model: string; usage: TokenUsage }
}
