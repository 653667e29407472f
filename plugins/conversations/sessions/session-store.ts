import type { WorkspaceDatabase } from '@svc/plugin'
import type { Session, SessionSettings, ToolSet } from '../records.ts'

interface SessionRow {
  session_id: string
  title: string | null
  title_by: Session['title_by']
  model: string | null
  system: string | null
  tools: string | null
  settings: string
  memory: number | null
  source: string
  user_id: string
  key_id: string | null
  leaf_id: string | null
  created_at: string
  updated_at: string
  status: ListedSession['status'] | null
  running_turn_id: string | null
}

/** A conversation with what happens in it: nothing, an answer, or a question to a person. */
export interface ListedSession extends Session {
  status: 'idle' | 'running' | 'waiting'
  /** The turn that runs or waits for a person. */
  running_turn_id: string | null
}

/** What may change after a conversation was begun. */
export type SessionChange = Pick<Session, 'title' | 'title_by' | 'model' | 'system' | 'tools' | 'settings' | 'memory'>

/** What was summed up of a conversation's beginning, so that it need not be read again. */
export interface Summary {
  /** The last message that it covers; it holds while that one is on the active branch. */
  message_id: string
  position: number
  text: string
}

/** A conversation as a step begins with it. */
export interface OpenedSession {
  session: ListedSession
  /** The summary of its beginning. */
  summary: Summary | null
  /** The tools that its model found, in the order in which they came. */
  loaded: readonly string[]
}

/** How a conversation stands after a turn. */
export interface SessionEnd {
  leaf_id: string | null
  at: string
  /** Hashes of the history as a client would send it: with the last text of the answer, and with everything that was streamed. */
  hashes: { whole: string; streamed: string } | null
}

/** Where a page of the list begins: behind this one. */
export interface BeforeSession {
  updated_at: string
  session_id: string
}

const columns =
  'session_id, title, title_by, model, system, tools, settings, memory, source, user_id, key_id, leaf_id, created_at, updated_at'

const insertSession = `INSERT INTO conversations_sessions (${columns}) VALUES (@session_id, @title, @title_by, @model, @system, @tools,
  @settings, @memory, @source, @user_id, @key_id, @leaf_id, @created_at, @updated_at)`
const ofLiveTurn = `FROM conversations_turns AS t WHERE t.session_id = conversations_sessions.session_id AND t.status <> 'done'`
const listed = `${columns}, (SELECT status ${ofLiveTurn}) AS status, (SELECT turn_id ${ofLiveTurn}) AS running_turn_id`
const selectSession = `SELECT ${listed} FROM conversations_sessions WHERE session_id = ?`
const selectPage = `SELECT ${listed} FROM conversations_sessions WHERE (updated_at, session_id) < (@updated_at, @session_id)
  ORDER BY updated_at DESC, session_id DESC LIMIT @limit`
const updateSession = `UPDATE conversations_sessions SET title = @title, title_by = @title_by, model = @model, system = @system,
  tools = @tools, settings = @settings, memory = @memory, updated_at = @updated_at WHERE session_id = @session_id`
const selectOpened = `SELECT ${listed}, summary, loaded_tools FROM conversations_sessions WHERE session_id = ?`
const updateLeaf = 'UPDATE conversations_sessions SET leaf_id = ?, updated_at = ? WHERE session_id = ?'
const updateEnd = `UPDATE conversations_sessions SET leaf_id = @leaf_id, updated_at = @at, history_hash = @whole, streamed_hash = @streamed
  WHERE session_id = @session_id`
const updateLoadedTools = 'UPDATE conversations_sessions SET loaded_tools = ? WHERE session_id = ?'
const updateSummary = 'UPDATE conversations_sessions SET summary = ? WHERE session_id = ?'
const updateTitle = `UPDATE conversations_sessions SET title = ?, title_by = 'model'
  WHERE session_id = ? AND title IS NULL AND title_by = 'nobody'`
// The hash holds who asked; several conversations may have gone alike so far.
const selectContinued = `SELECT session_id FROM conversations_sessions AS s WHERE (history_hash = @hash OR streamed_hash = @hash)
  AND NOT EXISTS (SELECT 1 FROM conversations_turns AS t WHERE t.session_id = s.session_id AND t.status <> 'done')
  ORDER BY updated_at DESC LIMIT 1`
const deleteSession = 'DELETE FROM conversations_sessions WHERE session_id = ?'

/** The SQL of a workspace's conversations; not of what is said in them. */
export const sessionStore = {
  insert(db: WorkspaceDatabase, session: Session): void {
    db.run(insertSession, {
      session_id: session.session_id,
      title: session.title,
      title_by: session.title_by,
      model: session.model,
      system: session.system,
      tools: JSON.stringify(session.tools),
      settings: JSON.stringify(session.settings),
      memory: flagOf(session.memory),
      source: session.source,
      user_id: session.user_id,
      key_id: session.key_id,
      leaf_id: session.leaf_id,
      created_at: session.created_at,
      updated_at: session.updated_at,
    })
  },
  get(db: WorkspaceDatabase, sessionId: string): ListedSession | null {
    const row = db.get<SessionRow>(selectSession, sessionId)
    return row ? toSession(row) : null
  },
  /** Lists conversations, the last used first. */
  page(db: WorkspaceDatabase, before: BeforeSession, limit: number): ListedSession[] {
    return db.all<SessionRow>(selectPage, { ...before, limit }).map(toSession)
  },
  update(db: WorkspaceDatabase, sessionId: string, change: SessionChange, at: string): void {
    const { title, title_by, model, system, tools, settings, memory } = change
    db.run(updateSession, {
      session_id: sessionId,
      title,
      title_by,
      model,
      system,
      tools: JSON.stringify(tools),
      settings: JSON.stringify(settings),
      memory: flagOf(memory),
      updated_at: at,
    })
  },
  /** With what a step needs beside it. */
  opened(db: WorkspaceDatabase, sessionId: string): OpenedSession | null {
    const row = db.get<SessionRow & { summary: string | null; loaded_tools: string | null }>(selectOpened, sessionId)
    if (!row) return null
    const { summary, loaded_tools, ...rest } = row
    return {
      session: toSession(rest),
      summary: summary === null ? null : (JSON.parse(summary) as Summary),
      loaded: loaded_tools === null ? [] : (JSON.parse(loaded_tools) as string[]),
    }
  },
  setLeaf(db: WorkspaceDatabase, sessionId: string, leafId: string | null, at: string): void {
    db.run(updateLeaf, leafId, at, sessionId)
  },
  /** A turn has ended, or another branch is read: the new leaf, and what a client would say of the history up to it. */
  setEnd(db: WorkspaceDatabase, sessionId: string, { leaf_id, at, hashes }: SessionEnd): void {
    const { whole, streamed } = hashes ?? { whole: null, streamed: null }
    db.run(updateEnd, { session_id: sessionId, leaf_id, at, whole, streamed: streamed === whole ? null : streamed })
  },
  setLoadedTools(db: WorkspaceDatabase, sessionId: string, names: readonly string[]): void {
    db.run(updateLoadedTools, JSON.stringify(names), sessionId)
  },
  setSummary(db: WorkspaceDatabase, sessionId: string, summary: Summary): void {
    db.run(updateSummary, JSON.stringify(summary), sessionId)
  },
  /** The title that a model found. False when it has a title by now. */
  setTitle(db: WorkspaceDatabase, sessionId: string, title: string): boolean {
    return db.run(updateTitle, title, sessionId).changes > 0
  },
  /** The id of the conversation without a turn under way whose history has this hash. */
  continued(db: WorkspaceDatabase, hash: string): string | null {
    return db.get<{ session_id: string }>(selectContinued, { hash })?.session_id ?? null
  },
  /** With all that was said in it. */
  delete(db: WorkspaceDatabase, sessionId: string): void {
    db.run(deleteSession, sessionId)
  },
}

function flagOf(flag: boolean | null): number | null {
  return flag === null ? null : Number(flag)
}

function toSession(row: SessionRow): ListedSession {
  return {
    ...row,
    tools: row.tools === null ? 'all' : (JSON.parse(row.tools) as ToolSet),
    settings: JSON.parse(row.settings) as SessionSettings,
    memory: row.memory === null ? null : row.memory === 1,
    status: row.status ?? 'idle',
  }
}
