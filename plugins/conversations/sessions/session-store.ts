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
}

/** A conversation with what happens in it: nothing, an answer, or a question to a person. */
export interface ListedSession extends Session {
  status: 'idle' | 'running' | 'waiting'
}

/** What may change after a conversation was begun. */
export type SessionChange = Pick<Session, 'title' | 'title_by' | 'model' | 'system' | 'tools' | 'settings' | 'memory'>

/** Where a page of the list begins: behind this one. */
export interface BeforeSession {
  updated_at: string
  session_id: string
}

const columns =
  'session_id, title, title_by, model, system, tools, settings, memory, source, user_id, key_id, leaf_id, created_at, updated_at'

const insertSession = `INSERT INTO conversations_sessions (${columns}) VALUES (@session_id, @title, @title_by, @model, @system, @tools,
  @settings, @memory, @source, @user_id, @key_id, @leaf_id, @created_at, @updated_at)`
const listed = `${columns}, (SELECT status FROM conversations_turns AS t
    WHERE t.session_id = conversations_sessions.session_id AND t.status <> 'done') AS status`
const selectSession = `SELECT ${listed} FROM conversations_sessions WHERE session_id = ?`
const selectPage = `SELECT ${listed} FROM conversations_sessions WHERE (updated_at, session_id) < (@updated_at, @session_id)
  ORDER BY updated_at DESC, session_id DESC LIMIT @limit`
const updateSession = `UPDATE conversations_sessions SET title = @title, title_by = @title_by, model = @model, system = @system,
  tools = @tools, settings = @settings, memory = @memory, updated_at = @updated_at WHERE session_id = @session_id`
const updateLeaf = 'UPDATE conversations_sessions SET leaf_id = ?, updated_at = ? WHERE session_id = ?'
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
  /** Those last used first. */
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
  setLeaf(db: WorkspaceDatabase, sessionId: string, leafId: string | null, at: string): void {
    db.run(updateLeaf, leafId, at, sessionId)
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
