import type { Principal, ServerSentEvent, WorkspaceDatabase } from '@svc/plugin'
import type { Turn, TurnRecord } from '@svc/plugin/contracts/conversations'
import type { ChatImage } from '@svc/plugin/contracts/models'
import type { Attachment, TurnOptions } from '../records.ts'

/** Something asked in a conversation. */
export interface Question {
  session_id: string
  principal: Principal
  text: string
  attachments?: Attachment[]
  images?: ChatImage[]
  /** Overrides the conversation's own for this turn. */
  model?: string
  options?: TurnOptions
  /** Runs in the transaction that stores the turn. */
  onStored?: (db: WorkspaceDatabase, turn: { turn_id: string }) => void
}

/** An answer that is made again: `message_id` is the answer, or its question; absent: the last question. */
export interface AnswerAgain {
  session_id: string
  principal: Principal
  message_id?: string
  model?: string
  options?: TurnOptions
  /** Runs in the transaction that stores the turn. */
  onStored?: (db: WorkspaceDatabase, turn: { turn_id: string }) => void
}

/** A question that is put in other words, on a branch of its own. */
export interface Edit extends Omit<Question, 'attachments' | 'images'> {
  message_id: string
  /** Absent: those of the old question. */
  attachments?: Attachment[]
  images?: ChatImage[]
}

/** What a reader wants of a conversation's log. */
export interface LogQuery {
  workspace_id: string
  session_id: string
  /** Only this turn's events, up to its `done`; null: all, without an end. */
  turn_id: string | null
  /** The id of the last event that was read; null: from the beginning. */
  after: string | null
  /** False: ends with what is stored. Default: true. */
  live?: boolean
}

/** The turns of the conversations of all workspaces, as the routes use them. */
export interface ConversationTurns {
  /** @throws NotFoundError; ConflictError when a turn is under way; RateLimitedError; ForbiddenError for a model that the key may not ask */
  begin(question: Question): Promise<Turn>
  /** Answers the question of a turn that did not come to its end once more. @throws ConflictError when there is none */
  retry(wish: AnswerAgain): Promise<Turn>
  /** @throws as `begin`; ConflictError for a message that answers nothing */
  regenerate(wish: AnswerAgain): Promise<Turn>
  /** @throws as `begin`; ConflictError for a message that is no question */
  edit(edit: Edit): Promise<Turn>
  /** @throws NotFoundError, ValidationError for an `after` that is not of this conversation */
  follow(query: LogQuery, signal: AbortSignal): AsyncIterable<ServerSentEvent>
  get(workspaceId: string, turnId: string): TurnRecord
  /** The turn that runs or waits in the conversation. */
  live(workspaceId: string, sessionId: string): TurnRecord | null
  /** Makes the branch through the message the one that is read and continued. @throws NotFoundError, ConflictError when a turn is under way */
  switchTo(workspaceId: string, sessionId: string, messageId: string): void
  /** Ends what runs or waits in the conversation; resolves when its `done` is stored. False: nothing did. */
  cancel(workspaceId: string, sessionId: string): Promise<boolean>
  /** Resolves when the turn waits for a person or is done. */
  settled(workspaceId: string, turnId: string, signal: AbortSignal): Promise<TurnRecord>
  /** The conversation is deleted: its turn ends, its readers are sent away. */
  forget(workspaceId: string, sessionId: string): Promise<void>
  /** Before requests come: ends what a crash broke off, and goes on waiting for people. */
  start(): Promise<void>
  /** Turns that run are marked as interrupted; readers get the end of their streams. */
  stop(): Promise<void>
}
