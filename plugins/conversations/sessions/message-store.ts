import type { WorkspaceDatabase } from '@svc/plugin'
import type { TurnFinishReason } from '@svc/plugin/contracts/conversations'
import type { TokenUsage } from '@svc/plugin/contracts/models'
import type { Message, MessageHead } from '../records.ts'

interface MessageRow {
  message_id: string
  session_id: string
  parent_id: string | null
  position: number
  active: number
  turn_id: string | null
  role: Message['role']
  content: string
  attachments: string | null
  tool_calls: string | null
  tool_call_id: string | null
  tool_name: string | null
  model: string | null
  finish_reason: Message['finish_reason']
  usage: string | null
  created_at: string
  attached_bytes: number
}

/** A message as it is read in lists. */
export interface ListedMessage extends MessageHead {
  /** How much more {@link messageStore.whole} reads of it. */
  attached_bytes: number
}

/** What was attached to a message: a list of contents in the order of its attachments, and the images that a client sent with it. */
interface ContentsRow {
  message_id: string
  attachments: string | null
  images: string | null
}

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

/** Of contents that are in memory at once, but for those of one message. */
const mostContents = 16 * 1024 * 1024

const stored =
  'message_id, session_id, parent_id, position, active, turn_id, role, content, attachments, tool_calls, tool_call_id, tool_name, model, finish_reason, usage, created_at'
const columns = `${stored}, coalesce((SELECT coalesce(octet_length(c.attachments), 0) + coalesce(octet_length(c.images), 0)
  FROM conversations_contents AS c WHERE c.message_id = conversations_messages.message_id), 0) AS attached_bytes`

const insertMessage = `INSERT INTO conversations_messages (${stored}) VALUES (@message_id, @session_id, @parent_id, @position, @active,
  @turn_id, @role, @content, @attachments, @tool_calls, @tool_call_id, @tool_name, @model, @finish_reason, @usage, @created_at)`
const insertContents = `INSERT INTO conversations_contents (message_id, attachments, images) VALUES (?, ?, ?)`
const selectContents = `SELECT message_id, attachments, images FROM conversations_contents
  WHERE message_id IN (SELECT value FROM json_each(?))`
const selectMessage = `SELECT ${columns} FROM conversations_messages WHERE session_id = ? AND message_id = ?`
const selectBranchPage = `SELECT ${columns} FROM conversations_messages
  WHERE session_id = @session_id AND active = 1 AND position > @after ORDER BY position LIMIT @limit`
const selectAllPage = `SELECT number, ${columns} FROM conversations_messages
  WHERE session_id = @session_id AND number > @after ORDER BY number LIMIT @limit`
const selectSiblings = `SELECT coalesce(parent_id, '') AS parent, message_id FROM conversations_messages
  WHERE session_id = @session_id AND (parent_id IN (SELECT value FROM json_each(@parents)) OR (@roots AND parent_id IS NULL))
  ORDER BY message_id`
const deactivate = 'UPDATE conversations_messages SET active = 0 WHERE session_id = ? AND active = 1'
const activateAbove = `WITH RECURSIVE above (message_id, parent_id) AS (
    SELECT message_id, parent_id FROM conversations_messages WHERE session_id = @session_id AND message_id = @message_id
    UNION ALL
    SELECT m.message_id, m.parent_id FROM above JOIN conversations_messages AS m ON m.message_id = above.parent_id
  ) UPDATE conversations_messages SET active = 1 WHERE message_id IN (SELECT message_id FROM above)`
const selectNewestBelow = `WITH RECURSIVE below (message_id) AS (
    SELECT @message_id
    UNION ALL
    SELECT (SELECT max(m.message_id) FROM conversations_messages AS m
      WHERE m.session_id = @session_id AND m.parent_id = below.message_id) AS next
    FROM below WHERE below.message_id IS NOT NULL
  ) SELECT message_id FROM below WHERE message_id IS NOT NULL`
const selectLeaf = `SELECT message_id, position FROM conversations_messages
  WHERE session_id = ? AND active = 1 ORDER BY position DESC LIMIT 1`
const selectBefore = `SELECT ${columns} FROM conversations_messages
  WHERE session_id = @session_id AND active = 1 AND position < @before ORDER BY position DESC LIMIT @limit`
const selectById = `SELECT ${columns} FROM conversations_messages WHERE message_id = ?`
const deactivateAfter = `UPDATE conversations_messages SET active = 0 WHERE session_id = ? AND active = 1 AND position > ?`
const deactivateAll = `UPDATE conversations_messages SET active = 0 WHERE session_id = ? AND active = 1`
const fillResult = `UPDATE conversations_messages SET content = @content
  WHERE turn_id = @turn_id AND tool_call_id = @call_id AND role = 'tool' AND tool_name IS NOT NULL AND content = ''`
const selectOpen = `SELECT message_id, tool_call_id, tool_name FROM conversations_messages
  WHERE turn_id = ? AND role = 'tool' AND tool_name IS NOT NULL AND content = '' ORDER BY position`
const selectAnswers = `SELECT ${columns} FROM conversations_messages WHERE turn_id = ? AND role = 'assistant' ORDER BY position`
const selectLastOfTurn = `SELECT ${columns} FROM conversations_messages WHERE turn_id = ? ORDER BY position DESC LIMIT 1`
const deleteMessages = `DELETE FROM conversations_messages WHERE message_id IN (SELECT value FROM json_each(?))`
const endAnswer = `UPDATE conversations_messages SET finish_reason = @finish_reason, usage = @usage WHERE message_id = @message_id`

/** The SQL of what is said in a workspace's conversations. A tool's message is empty until its result comes. */
export const messageStore = {
  insert(db: WorkspaceDatabase, { attachments, images, ...message }: Message): void {
    db.run(insertMessage, {
      ...message,
      active: message.active ? 1 : 0,
      attachments: jsonOf(attachments.map(({ content: _content, ...head }) => head)),
      tool_calls: jsonOf(message.tool_calls),
      usage: message.usage === null ? null : JSON.stringify(message.usage),
    })
    if (attachments.length === 0 && images.length === 0) return
    const contents = attachments.map(({ content }) => content)
    db.run(insertContents, message.message_id, jsonOf(contents), jsonOf(images))
  },
  /** The first of the messages with all that was attached, and as many behind it as that is short enough for at once. */
  whole(db: WorkspaceDatabase, messages: readonly ListedMessage[]): Message[] {
    let bytes = 0
    const tooMany = messages.findIndex(({ attached_bytes }, index) => {
      bytes += attached_bytes
      return index > 0 && bytes > mostContents
    })
    const taken = tooMany === -1 ? messages : messages.slice(0, tooMany)
    const ids = taken.flatMap(({ message_id, attached_bytes }) => (attached_bytes > 0 ? [message_id] : []))
    const rows = ids.length === 0 ? [] : db.all<ContentsRow>(selectContents, JSON.stringify(ids))
    const contents = new Map(rows.map(row => [row.message_id, row]))
    return taken.map(message => wholeOf(message, contents.get(message.message_id)))
  },
  get(db: WorkspaceDatabase, sessionId: string, messageId: string): ListedMessage | null {
    const row = db.get<MessageRow>(selectMessage, sessionId, messageId)
    return row ? toMessage(row) : null
  },
  /** The active branch, oldest first, behind the position `after` (-1: from the beginning). */
  branch(db: WorkspaceDatabase, sessionId: string, after: number, limit: number): ListedMessage[] {
    return db.all<MessageRow>(selectBranchPage, { session_id: sessionId, after, limit }).map(toMessage)
  },
  /** Messages of every branch in the order in which they were stored, after the number `after` (0: from the beginning). */
  all(
    db: WorkspaceDatabase,
    sessionId: string,
    after: number,
    limit: number,
  ): { number: number; message: ListedMessage }[] {
    const rows = db.all<MessageRow & { number: number }>(selectAllPage, { session_id: sessionId, after, limit })
    return rows.map(({ number, ...row }) => ({ number, message: toMessage(row) }))
  },
  /** For each parent (empty: none), what was said after it, oldest first. */
  children(db: WorkspaceDatabase, sessionId: string, parents: readonly (string | null)[]): Map<string, string[]> {
    const named = parents.filter(parent => parent !== null)
    const rows = db.all<{ parent: string; message_id: string }>(selectSiblings, {
      session_id: sessionId,
      parents: JSON.stringify(named),
      roots: named.length < parents.length ? 1 : 0,
    })
    const children = new Map<string, string[]>()
    for (const { parent, message_id } of rows) children.set(parent, [...(children.get(parent) ?? []), message_id])
    return children
  },
  /** Makes the branch through the message the active one, down to what was said last in it; returns that message. */
  activate(db: WorkspaceDatabase, sessionId: string, messageId: string): string {
    const path = db.all<{ message_id: string }>(selectNewestBelow, { session_id: sessionId, message_id: messageId })
    const leaf = path.at(-1)?.message_id ?? messageId
    db.run(deactivate, sessionId)
    db.run(activateAbove, { session_id: sessionId, message_id: leaf })
    return leaf
  },
  leaf(db: WorkspaceDatabase, sessionId: string): Leaf {
    return db.get<{ message_id: string; position: number }>(selectLeaf, sessionId) ?? { message_id: null, position: -1 }
  },
  /** The messages before a position, the newest first. */
  before(db: WorkspaceDatabase, sessionId: string, before: number, limit: number): ListedMessage[] {
    return db.all<MessageRow>(selectBefore, { session_id: sessionId, before, limit }).map(toMessage)
  },
  /** Finds a message in any conversation of the workspace. */
  find(db: WorkspaceDatabase, messageId: string): ListedMessage | null {
    const row = db.get<MessageRow>(selectById, messageId)
    return row === undefined ? null : toMessage(row)
  },
  /** Makes the branch end with the message, or begin anew. */
  cutAfter(db: WorkspaceDatabase, sessionId: string, message: MessageHead | null): Leaf {
    if (message?.active === true) {
      db.run(deactivateAfter, sessionId, message.position)
      return message
    }
    db.run(deactivateAll, sessionId)
    if (message === null) return { message_id: null, position: -1 }
    db.run(activateAbove, { session_id: sessionId, message_id: message.message_id })
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
  answers(db: WorkspaceDatabase, turnId: string): ListedMessage[] {
    return db.all<MessageRow>(selectAnswers, turnId).map(toMessage)
  },
  lastOfTurn(db: WorkspaceDatabase, turnId: string): ListedMessage | null {
    const row = db.get<MessageRow>(selectLastOfTurn, turnId)
    return row === undefined ? null : toMessage(row)
  },
  remove(db: WorkspaceDatabase, messageIds: readonly string[]): void {
    db.run(deleteMessages, JSON.stringify(messageIds))
  },
  endAnswer(db: WorkspaceDatabase, { message_id, finish_reason, usage }: AnswerEnd): boolean {
    return db.run(endAnswer, { message_id, finish_reason, usage: JSON.stringify(usage) }).changes > 0
  },
}

function jsonOf(list: readonly unknown[]): string | null {
  return list.length === 0 ? null : JSON.stringify(list)
}

function listOf<T>(text: string | null): T[] {
  return text === null ? [] : (JSON.parse(text) as T[])
}

function wholeOf({ attached_bytes: _, ...message }: ListedMessage, contents: ContentsRow | undefined): Message {
  const texts = listOf<string>(contents?.attachments ?? null)
  const attachments = message.attachments.map((head, index) => ({ ...head, content: texts[index] ?? '' }))
  return { ...message, attachments, images: listOf(contents?.images ?? null) }
}

function toMessage(row: MessageRow): ListedMessage {
  return {
    ...row,
    active: row.active === 1,
    attachments: listOf(row.attachments),
    tool_calls: listOf(row.tool_calls),
    usage: row.usage === null ? null : (JSON.parse(row.usage) as Message['usage']),
  }
}
