import type { JsonObject, Principal, WorkspaceDatabase } from '@svc/plugin'
import type { TurnFinishReason } from '@svc/plugin/contracts/conversations'
import type { ChatImage, ChatToolCall, TokenUsage } from '@svc/plugin/contracts/models'
import type { Attachment, Message, Session, StoredTurn, TurnOptions } from '../records.ts'
import type { Leaf } from '../sessions/message-store.ts'

/** Something asked in a conversation. */
export interface Question {
  session: Session
  principal: Principal
  text: string
  attachments?: Attachment[]
  images?: ChatImage[]
  /** Overrides the conversation's own for this turn. */
  model?: string | undefined
  options?: TurnOptions
  /** Runs in the transaction that stores the turn. */
  onStored?: ((db: WorkspaceDatabase, turn: { turn_id: string }) => void) | undefined
}

/** An answer that is made again: `message_id` is the answer, or its question; absent: the last question. */
export interface AnswerAgain {
  session: Session
  principal: Principal
  message_id?: string
  model?: string | undefined
  options?: TurnOptions
  /** Runs in the transaction that stores the turn. */
  onStored?: ((db: WorkspaceDatabase, turn: { turn_id: string }) => void) | undefined
}

/** A question that is put in other words, on a branch of its own. */
export interface Edit extends Omit<Question, 'attachments' | 'images'> {
  message_id: string
  /** Absent: those of the old question. */
  attachments?: Attachment[]
  images?: ChatImage[]
}

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
  /** The text of the answer. */
  content: string
  model: string | null
  error?: StoredTurn['error']
  /** Why it ended, where the reason alone does not say. */
  detail?: string
  /** The step that ends it, when it was not stored before. */
  step?: { step: number; model: string; usage: TokenUsage }
}

/** The calls that the client answers. */
export function clientCalls(turn: StoredTurn, calls: readonly ChatToolCall[]): ChatToolCall[] {
  const names = new Set(turn.options.client_tools?.map(tool => tool.name))
  return calls.filter(call => names.has(call.name))
}
