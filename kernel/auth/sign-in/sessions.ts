import { NotFoundError } from '@svc/plugin'
import type {
  Actor,
  Clock,
  ControlPlane,
  ControlTransaction,
  Ids,
  Origin,
  Page,
  PageQuery,
  Session,
  SessionRecord,
  SignIns,
} from '@svc/plugin'
import type { AuditTrail } from '../audit-trail.ts'
import type { CredentialCache } from '../callers/credential-cache.ts'
import type { SessionCookie, SessionTokens } from './session-cookie.ts'

const lifetimeMs = 14 * 24 * 3600 * 1000
const maxPerUser = 100
const maxUserAgentLength = 256

interface SessionParts {
  control: ControlPlane
  cache: CredentialCache
  audit: AuditTrail
  cookie: SessionCookie
  tokens: SessionTokens
  clock: Clock
  ids: Ids
}

/** The records of logins. Deleting one ends it at once, wherever its cookie is. */
export class Sessions implements SignIns {
  readonly #parts: SessionParts

  constructor(parts: SessionParts) {
    this.#parts = parts
  }

  async open(tx: ControlTransaction, userId: string, origin: Origin): Promise<SessionRecord> {
    const now = this.#parts.clock.timestamp()
    const session: SessionRecord = {
      id: this.#parts.ids.create('ses'),
      user_id: userId,
      created_at: now,
      expires_at: new Date(this.#parts.clock.now() + lifetimeMs).toISOString(),
      last_seen_at: now,
      ip: origin.ip,
      user_agent: origin.userAgent?.slice(0, maxUserAgentLength) ?? null,
    }
    await tx.insert('sessions', session)
    return session
  }

  async list(actor: Actor, page: PageQuery): Promise<Page<Session>> {
    const found = await this.#parts.control.read(reader => reader.page('sessions', { user_id: actor.user_id }, page))
    const items = found.items.filter(session => !this.#hasEnded(session))
    return { items: items.map(session => toSession(session, actor)), next_cursor: found.next_cursor }
  }

  /** @throws NotFoundError also for another user's session */
  async revoke(actor: Actor, sessionId: string, action: 'session.revoked' | 'logout'): Promise<void> {
    await this.#parts.control.transaction(async tx => {
      const session = await tx.get('sessions', sessionId)
      if (session?.user_id !== actor.user_id) throw new NotFoundError('There is no such session.')
      await tx.delete('sessions', sessionId)
    })
    this.#parts.cache.forgetAll()
    await this.#parts.audit.record(actor, action, sessionId)
  }

  /** Removes what has ended, and the oldest of too many: sign-ins from a script must not pile up. */
  async trim(userId: string): Promise<void> {
    const sessions = await this.#parts.control.read(reader => reader.find('sessions', { user_id: userId }))
    const ended = sessions.filter(session => this.#hasEnded(session))
    const live = sessions.filter(session => !this.#hasEnded(session))
    const leaving = [...ended, ...live.slice(0, Math.max(0, live.length - maxPerUser))]
    if (leaving.length === 0) return
    await this.#parts.control.transaction(async tx => {
      for (const session of leaving) await tx.delete('sessions', session.id)
    })
    this.#parts.cache.forgetAll()
  }

  async end(tx: ControlTransaction, userId: string, keep?: string): Promise<void> {
    for (const session of await tx.find('sessions', { user_id: userId })) {
      if (session.id !== keep) await tx.delete('sessions', session.id)
    }
  }

  credentialsChanged(): void {
    this.#parts.cache.forgetAll()
  }

  async cookieOf(session: SessionRecord): Promise<string> {
    const seconds = Math.floor((Date.parse(session.expires_at) - Date.parse(session.created_at)) / 1000)
    return this.#parts.cookie.set(await this.#parts.tokens.sign(session), seconds)
  }

  noCookie(): string {
    return this.#parts.cookie.clear()
  }

  #hasEnded(session: SessionRecord): boolean {
    return Date.parse(session.expires_at) <= this.#parts.clock.now()
  }
}

function toSession(record: SessionRecord, actor: Actor): Session {
  const { id, created_at, expires_at, last_seen_at, ip, user_agent } = record
  return { id, created_at, expires_at, last_seen_at, ip, user_agent, current: id === actor.session_id }
}
