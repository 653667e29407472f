import { decodeCursor, NotFoundError, pageOf } from '@svc/plugin'
import type {
  Actor,
  AuditLog,
  ByteQuota,
  Clock,
  DataPlane,
  EventLog,
  Ids,
  Page,
  PageQuery,
  WorkspaceDatabase,
} from '@svc/plugin'
import type { MessageHead, Session, SessionSettings } from '../records.ts'
import type { Choices } from './choices.ts'
import { turnStore } from '../turns/turn-store.ts'
import type { AnswerFacts } from '../turns/turn-store.ts'
import { messageStore } from './message-store.ts'
import type { ListedMessage } from './message-store.ts'
import { sessionStore } from './session-store.ts'
import type { BeforeSession, ListedSession } from './session-store.ts'
import { checkText } from './text-checks.ts'

export interface MessagesQuery extends PageQuery {
  /** `desc`: from the last message back. */
  order?: 'asc' | 'desc' | undefined
}

/** What a caller may set when a conversation is begun or changed. */
export interface SessionInput {
  title?: string | null
  model?: string | null
  system?: string | null
  tools?: Session['tools']
  settings?: Partial<SessionSettings>
  memory?: boolean
}

/** A message with those that stand in its place on other branches, itself among them. */
export interface BranchedMessage extends AnswerFacts {
  message: MessageHead
  siblings: string[]
}

export interface SessionsOptions {
  data: DataPlane
  quota: Pick<ByteQuota, 'measure'>
  events: EventLog
  audit: AuditLog
  choices: Choices
  /** Ends what runs in the conversation; resolves when nothing is written to it any more. */
  settle: (workspaceId: string, sessionId: string) => Promise<void>
  stepLimit: number
  ids: Ids
  clock: Clock
}

const afterAll: BeforeSession = { updated_at: '~', session_id: '~' }
const cursorShape = ['string', 'string'] as const

/** The conversations of a workspace. */
export class Sessions {
  readonly #options: SessionsOptions

  constructor(options: SessionsOptions) {
    this.#options = options
  }

  /** @throws ValidationError, ForbiddenError */
  async create(actor: Actor, input: SessionInput, source: string): Promise<ListedSession> {
    const { ids, clock, data, quota, events, stepLimit } = this.#options
    await this.#check(actor, input)
    const title = titleOf(input.title)
    const now = clock.timestamp()
    const session: Session = {
      session_id: ids.create('ses'),
      title,
      title_by: title === null ? 'nobody' : 'person',
      model: input.model ?? null,
      system: input.system ?? null,
      tools: input.tools ?? 'all',
      settings: { context: 'summarise', step_limit: stepLimit, token_limit: null, ...input.settings },
      memory: input.memory ?? null,
      source,
      user_id: actor.user_id,
      key_id: actor.key_id ?? null,
      leaf_id: null,
      created_at: now,
      updated_at: now,
    }
    data.use(actor.workspace_id, db =>
      db.transaction(() => {
        quota.measure(db, () => sessionStore.insert(db, session))
        const created = { session_id: session.session_id, user_id: actor.user_id }
        events.append(db, actor.workspace_id, [{ type: 'conversation.created', data: created }])
      }),
    )
    return { ...session, status: 'idle', running_turn_id: null }
  }

  /** Lists conversations, the last used first. */
  list(workspaceId: string, { limit, cursor }: PageQuery): Page<ListedSession> {
    const before = cursor === undefined ? afterAll : beforeOf(cursor)
    const rows = this.#options.data.use(workspaceId, db => sessionStore.page(db, before, limit + 1))
    return pageOf(
      rows,
      limit,
      row => [row.updated_at, row.session_id],
      row => row,
    )
  }

  /** @throws NotFoundError */
  get(workspaceId: string, sessionId: string): ListedSession {
    return this.#options.data.use(workspaceId, db => requireSession(db, sessionId))
  }

  /** A running turn continues with its old settings. @throws NotFoundError, ValidationError, ForbiddenError */
  async update(actor: Actor, sessionId: string, input: SessionInput): Promise<ListedSession> {
    this.get(actor.workspace_id, sessionId)
    await this.#check(actor, input)
    const { clock, data, events, quota } = this.#options
    return data.use(actor.workspace_id, db =>
      db.transaction(() => {
        const old = requireSession(db, sessionId)
        quota.measure(db, () => sessionStore.update(db, sessionId, changed(old, input), clock.timestamp()))
        const updated = { session_id: sessionId, user_id: actor.user_id }
        events.append(db, actor.workspace_id, [{ type: 'conversation.updated', data: updated }])
        return requireSession(db, sessionId)
      }),
    )
  }

  /** With all that was said in it; a turn that runs is ended first. @throws NotFoundError */
  async delete(actor: Actor, sessionId: string): Promise<void> {
    const { data, events, audit, settle } = this.#options
    this.get(actor.workspace_id, sessionId)
    const { ip = null, request_id = null } = actor
    // First, as deleteAudited says why.
    await audit.append({ principal: actor, action: 'conversation.deleted', target: sessionId, ip, request_id })
    let isGone = false
    while (!isGone) {
      await settle(actor.workspace_id, sessionId)
      isGone = data.use(actor.workspace_id, db =>
        db.transaction(() => {
          // Another turn may have begun since.
          if (requireSession(db, sessionId).status !== 'idle') return false
          sessionStore.delete(db, sessionId)
          const deleted = { session_id: sessionId, user_id: actor.user_id }
          events.append(db, actor.workspace_id, [{ type: 'conversation.deleted', data: deleted }])
          return true
        }),
      )
    }
  }

  /** The active branch, from its first message or from its last. @throws NotFoundError */
  messages(workspaceId: string, sessionId: string, { limit, cursor, order }: MessagesQuery): Page<BranchedMessage> {
    const from = cursor === undefined ? null : decodeCursor<[number]>(cursor, ['number'])[0]
    return this.#options.data.use(workspaceId, db => {
      requireSession(db, sessionId)
      const rows =
        order === 'desc'
          ? messageStore.before(db, sessionId, from ?? Number.MAX_SAFE_INTEGER, limit + 1)
          : messageStore.branch(db, sessionId, from ?? -1, limit + 1)
      const siblings = siblingsOf(db, sessionId, rows)
      return pageOf(rows, limit, row => [row.position], siblings)
    })
  }

  /** @throws NotFoundError */
  message(workspaceId: string, sessionId: string, messageId: string): BranchedMessage {
    return this.#options.data.use(workspaceId, db => {
      requireSession(db, sessionId)
      const message = requireMessage(db, sessionId, messageId)
      return siblingsOf(db, sessionId, [message])(message)
    })
  }

  async #check(actor: Actor, { title, model, system, tools }: SessionInput): Promise<void> {
    if (typeof title === 'string') checkText(title, '/title')
    if (typeof system === 'string') checkText(system, '/system')
    if (tools !== undefined) await this.#options.choices.checkTools(actor.workspace_id, tools)
    if (typeof model === 'string') await this.#options.choices.checkModel(actor, model)
  }
}

/** @throws NotFoundError */
export function requireSession(db: WorkspaceDatabase, sessionId: string): ListedSession {
  const session = sessionStore.get(db, sessionId)
  if (session) return session
  throw noSession()
}

export function noSession(): NotFoundError {
  return new NotFoundError('There is no such conversation in this workspace.')
}

/** @throws NotFoundError */
export function requireMessage(db: WorkspaceDatabase, sessionId: string, messageId: string): ListedMessage {
  const message = messageStore.get(db, sessionId, messageId)
  if (message) return message
  throw new NotFoundError('There is no such message in this conversation.')
}

function siblingsOf(db: WorkspaceDatabase, sessionId: string, messages: readonly MessageHead[]) {
  const parents = new Set(messages.map(message => message.parent_id))
  const children =
    messages.length === 0 ? new Map<string, string[]>() : messageStore.children(db, sessionId, [...parents])
  const factsOf = turnStore.facts(db, messages)
  return (message: MessageHead): BranchedMessage => ({
    message,
    siblings: children.get(message.parent_id ?? '') ?? [],
    ...factsOf(message),
  })
}

function changed(old: Session, input: SessionInput) {
  const { title_by, model, system, tools, settings, memory } = old
  return {
    title: input.title === undefined ? old.title : titleOf(input.title),
    title_by: titleByOf(title_by, input.title),
    model: input.model === undefined ? model : input.model,
    system: input.system === undefined ? system : input.system,
    tools: input.tools ?? tools,
    settings: { ...settings, ...input.settings },
    memory: input.memory ?? memory,
  }
}

/** A title that a person takes away may be found anew. */
function titleByOf(old: Session['title_by'], title: string | null | undefined): Session['title_by'] {
  if (title === undefined) return old
  return titleOf(title) === null ? 'nobody' : 'person'
}

function titleOf(title: string | null | undefined): string | null {
  const text = title?.replaceAll(/\s+/g, ' ').trim() ?? ''
  return text === '' ? null : text
}

function beforeOf(cursor: string): BeforeSession {
  const [updated_at, session_id] = decodeCursor<[string, string]>(cursor, cursorShape)
  return { updated_at, session_id }
}
