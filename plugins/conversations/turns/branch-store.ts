import type { WorkspaceDatabase } from '@svc/plugin'
import type { TurnFinishReason } from '@svc/plugin/contracts/conversations'
import type { TokenUsage } from '@svc/plugin/contracts/models'
import type { Message } from '../records.ts'
import { toMessage } from '../sessions/message-store.ts'

type MessageRow = Parameters<typeof toMessage>[0]

/** The end of the active branch: what is said next comes behind it. */
export interface Leaf {
  message_id: string | null
  position: number
}

/** A tool's call that has no result yet. */
export interface OpenCall {
  message_id: string
  tool_call_id: string
  tool_name: string
}

interface AnswerEnd {
  message_id: string
  finish_reason: TurnFinishReason
  usage: TokenUsage
}

const columns =
  'message_id, session_id, parent_id, position, active, turn_id, role, content, attachments, images, tool_calls, tool_call_id, tool_name, model, finish_reason, usage, created_at'
const selectLeaf = `SELECT message_id, position FROM conversations_messages
  WHERE session_id = ? AND active = 1 ORDER BY position DESC LIMIT 1`
const selectBefore = `SELECT ${columns} FROM conversations_messages
  WHERE session_id = @session_id AND active = 1 AND position < @before ORDER BY position DESC LIMIT @limit`
const selectById = `SELECT ${columns} FROM conversations_messages WHERE message_id = ?`
const deactivateAfter = `UPDATE conversations_messages SET active = 0 WHERE session_id = ? AND active = 1 AND position > ?`
const deactivateAll = `UPDATE conversations_messages SET active = 0 WHERE session_id = ? AND active = 1`
const activatePath = `WITH RECURSIVE path (message_id, parent_id) AS (
    SELECT message_id, parent_id FROM conversations_messages WHERE message_id = @message_id
    UNION ALL
    SELECT above.message_id, above.parent_id FROM path JOIN conversations_messages AS above ON above.message_id = path.parent_id
  ) UPDATE conversations_messages SET active = 1 WHERE message_id IN (SELECT message_id FROM path)`
const fillResult = `UPDATE conversations_messages SET content = @content
  WHERE turn_id = @turn_id AND tool_call_id = @call_id AND role = 'tool' AND tool_name IS NOT NULL AND content = ''`
const selectOpen = `SELECT message_id, tool_call_id, tool_name FROM conversations_messages
  WHERE turn_id = ? AND role = 'tool' AND tool_name IS NOT NULL AND content = '' ORDER BY position`
const selectAnswers = `SELECT ${columns} FROM conversations_messages WHERE turn_id = ? AND role = 'assistant' ORDER BY position`
const selectLastOfTurn = `SELECT ${columns} FROM conversations_messages WHERE turn_id = ? ORDER BY position DESC LIMIT 1`
const endAnswer = `UPDATE conversations_messages SET finish_reason = @finish_reason, usage = @usage WHERE message_id = @message_id`

/** The SQL with which turns read and write the active branch; a tool's message is empty until its result comes. */
export const branchStore = {
  leaf(db: WorkspaceDatabase, sessionId: string): Leaf {
    return db.get<{ message_id: string; position: number }>(selectLeaf, sessionId) ?? { message_id: null, position: -1 }
  },
  /** The messages before a position, the newest first. */
  before(db: WorkspaceDatabase, sessionId: string, before: number, limit: number): Message[] {
    return db.all<MessageRow>(selectBefore, { session_id: sessionId, before, limit }).map(toMessage)
  },
  /** Of any conversation of the workspace. */
  find(db: WorkspaceDatabase, messageId: string): Message | null {
    const row = db.get<MessageRow>(selectById, messageId)
    return row === undefined ? null : toMessage(row)
  },
  /** Makes the branch end with the message, or begin anew. */
  cutAfter(db: WorkspaceDatabase, sessionId: string, message: Message | null): Leaf {
    if (message?.active === true) {
      db.run(deactivateAfter, sessionId, message.position)
      return message
    }
    db.run(deactivateAll, sessionId)
    if (message === null) return { message_id: null, position: -1 }
    db.run(activatePath, { message_id: message.message_id })
    return message
  },
  /** False when the call has its result already. */
  fill(db: WorkspaceDatabase, turnId: string, callId: string, content: string): boolean {
    return db.run(fillResult, { turn_id: turnId, call_id: callId, content }).changes > 0
  },
  open(db: WorkspaceDatabase, turnId: string): OpenCall[] {
    return db.all<OpenCall>(selectOpen, turnId)
  },
  /** What the model said in a turn, step by step. */
  answers(db: WorkspaceDatabase, turnId: string): Message[] {
    return db.all<MessageRow>(selectAnswers, turnId).map(toMessage)
  },
  lastOfTurn(db: WorkspaceDatabase, turnId: string): Message | null {
    const row = db.get<MessageRow>(selectLastOfTurn, turnId)
    return row === undefined ? null : toMessage(row)
  },
  endAnswer(db: WorkspaceDatabase, { message_id, finish_reason, usage }: AnswerEnd): boolean {
    return db.run(endAnswer, { message_id, finish_reason, usage: JSON.stringify(usage) }).changes > 0
  },
}
