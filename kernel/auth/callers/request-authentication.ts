import { memberId, NotFoundError, secretMatches, UnauthenticatedError } from '@svc/plugin'
import type { Clock, ControlPlane, ControlReader, Principal, UserRecord } from '@svc/plugin'
import type { Credentials } from '../auth.ts'
import type { CheckedCredential, CredentialCache, CredentialKind } from './credential-cache.ts'
import { keyIdOf } from '../keys/key-format.ts'
import { readLimits } from '../keys/key-limits.ts'
import { useIsNotedEveryMs } from './last-used.ts'
import type { LastUsed } from './last-used.ts'
import { networkOf } from '../sign-in/login-throttle.ts'
import type { CountingLoginThrottle } from '../sign-in/login-throttle.ts'
import type { SessionCookie, SessionTokens } from '../sign-in/session-cookie.ts'

const bearer = /^Bearer +([^\s]+) *$/i

interface RequestAuthenticationParts {
  control: ControlPlane
  cache: CredentialCache
  cookie: SessionCookie
  tokens: SessionTokens
  throttle: CountingLoginThrottle
  lastUsed: LastUsed
  clock: Clock
}

/**
 * Finds out who sends a request. An `Authorization` header decides alone, so that a browser's cookie never answers for a key
 * that is wrong. A credential seen before costs one look into the cache, and no promise.
 */
export class RequestAuthentication {
  readonly #parts: RequestAuthenticationParts

  constructor(parts: RequestAuthenticationParts) {
    this.#parts = parts
  }

  authenticate(credentials: Credentials): Principal | null | Promise<Principal | null> {
    if (credentials.authorization !== undefined) return this.#byKey(credentials.authorization, credentials)
    if (credentials.cookie === undefined) return null
    const token = this.#parts.cookie.read(credentials.cookie)
    return token === undefined ? null : this.#bySession(token, credentials.workspaceId)
  }

  #byKey(authorization: string, credentials: Credentials): Principal | Promise<Principal> {
    // The header names the entry as it mostly comes, so that nothing of it is looked at again.
    const known = this.#use('api_keys', authorization)
    if (known === undefined) return this.#checkKey(authorization, credentials)
    return inWorkspace(known, credentials.workspaceId)
  }

  async #checkKey(authorization: string, { ip, workspaceId }: Credentials): Promise<Principal> {
    const { cache, clock, control, throttle } = this.#parts
    const { generation } = cache
    const key = bearer.exec(authorization)?.[1] ?? ''
    const entry = `Bearer ${key}`
    const keyId = keyIdOf(key)
    const record = keyId === null ? null : await control.read(reader => reader.get('api_keys', keyId))
    if (record === null) throw new UnauthenticatedError()
    if (!secretMatches(key, record.secret_hash)) {
      // Only guessing reaches this line: a typo fails the checksum, a revoked key has no record.
      await throttle.count([`key:${record.id}`, `keys-from:${networkOf(ip)}`])
      throw new UnauthenticatedError()
    }
    const expiresAt = record.expires_at === null ? Infinity : Date.parse(record.expires_at)
    const user = await control.read(reader => activeMember(reader, record.user_id, record.workspace_id))
    if (user === null || expiresAt <= clock.now()) throw new UnauthenticatedError()
    const limits = readLimits(record.limits)
    const principal = Object.freeze<Principal>({
      user_id: user.id,
      username: user.username,
      role: user.role,
      workspace_id: record.workspace_id,
      via: 'api_key',
      key_id: record.id,
      scopes: Object.freeze([...record.scopes]),
      ...(limits && { key_limits: limits }),
    })
    const notedAt = record.last_used_at === null ? -Infinity : Date.parse(record.last_used_at)
    cache.set('api_keys', entry, generation, { principal, expiresAt, recordId: record.id, notedAt })
    this.#use('api_keys', entry)
    return inWorkspace(principal, workspaceId)
  }

  /** A cookie that is no longer good is as none: the browser still has to reach the routes that sign it in. */
  #bySession(token: string, workspaceId: string | undefined): Principal | Promise<Principal | null> {
    // A line break stands for no header: an empty one is a workspace that nobody has.
    const entry = `${workspaceId ?? '\n'} ${token}`
    return this.#use('sessions', entry) ?? this.#checkSession(token, workspaceId, entry)
  }

  async #checkSession(token: string, workspaceId: string | undefined, entry: string): Promise<Principal | null> {
    const { cache, clock, control, tokens } = this.#parts
    const { generation } = cache
    const claims = await tokens.verify(token)
    if (claims === null) return null
    return control.read(async reader => {
      const session = await reader.get('sessions', claims.sessionId)
      if (session?.user_id !== claims.userId) return null
      const expiresAt = Date.parse(session.expires_at)
      const user = await reader.get('users', session.user_id)
      if (user === null || user.disabled || expiresAt <= clock.now()) return null
      const chosen = workspaceId ?? user.default_workspace_id
      await assertMember(reader, chosen, user.id)
      const principal = Object.freeze<Principal>({
        user_id: user.id,
        username: user.username,
        role: user.role,
        workspace_id: chosen,
        via: 'session',
        session_id: session.id,
        scopes: fullScope,
      })
      const notedAt = Date.parse(session.last_seen_at)
      cache.set('sessions', entry, generation, { principal, expiresAt, recordId: session.id, notedAt })
      return principal
    })
  }

  /** The cached principal, when its credential still holds; its use is noted now and then. */
  #use(kind: CredentialKind, entry: string): Principal | undefined {
    const checked = this.#parts.cache.get(kind, entry)
    if (checked === undefined) return undefined
    const now = this.#parts.clock.now()
    if (checked.expiresAt <= now) return undefined
    if (now - checked.notedAt >= useIsNotedEveryMs) this.#note(checked, kind, now)
    return checked.principal
  }

  #note(checked: CheckedCredential, kind: CredentialKind, now: number): void {
    checked.notedAt = now
    this.#parts.lastUsed.note(kind, checked.recordId)
  }
}

const fullScope: readonly string[] = Object.freeze(['*'])

/** The user, when they may act in the workspace. */
export async function activeMember(
  reader: ControlReader,
  userId: string,
  workspaceId: string,
): Promise<UserRecord | null> {
  const user = await reader.get('users', userId)
  if (user === null || user.disabled) return null
  const member = await reader.get('members', memberId(workspaceId, userId))
  return member === null ? null : user
}

/** @throws NotFoundError */
export async function assertMember(reader: ControlReader, workspaceId: string, userId: string): Promise<void> {
  if ((await reader.get('members', memberId(workspaceId, userId))) !== null) return
  throw noSuchWorkspace(
    'X-Workspace-Id takes the id of one of yours, which GET /api/workspaces lists without the header.',
  )
}

/** A key belongs to one workspace: a header that asks for another is refused rather than passed over. */
function inWorkspace(principal: Principal, workspaceId: string | undefined): Principal {
  if (workspaceId !== undefined && workspaceId !== principal.workspace_id)
    throw noSuchWorkspace('A developer key works in the workspace it was made in; leave X-Workspace-Id out.')
  return principal
}

function noSuchWorkspace(remedy: string): NotFoundError {
  return new NotFoundError(`There is no such workspace for you. ${remedy}`)
}
