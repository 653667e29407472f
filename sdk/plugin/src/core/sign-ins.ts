import type { Actor } from '../principal.ts'
import type { Page, PageQuery } from '../pages.ts'
import { defineService } from '../service.ts'
import type { ControlTransaction, SessionRecord } from './storage/control-plane.ts'

/** Where a request of somebody not yet known came from, for the session's record and the audit log. */
export interface Origin {
  ip: string
  userAgent: string | undefined
  requestId: string
}

export interface Session extends Omit<SessionRecord, 'user_id'> {
  /** True for the session that asks. */
  current: boolean
}

/** Sessions of people who proved who they are. The kernel lets them in by their cookie; a plugin decides who gets one. */
export interface SignIns {
  /** A session, in the transaction that finds the proof still good. */
  open(tx: ControlTransaction, userId: string, origin: Origin): Promise<SessionRecord>
  /** `Set-Cookie` for a session. */
  cookieOf(session: SessionRecord): Promise<string>
  /** `Set-Cookie` that drops the session's cookie. */
  noCookie(): string
  /** The actor's own, newest first. */
  list(actor: Actor, page: PageQuery): Promise<Page<Session>>
  /** Ends one of the actor's own. @throws NotFoundError */
  revoke(actor: Actor, sessionId: string, action: 'session.revoked' | 'logout'): Promise<void>
  /** Removes the user's sessions that have ended, and the oldest of too many. */
  trim(userId: string): Promise<void>
  /** Ends a user's sessions, all but `keep`; call {@link credentialsChanged} once the transaction is through. */
  end(tx: ControlTransaction, userId: string, keep?: string): Promise<void>
  /** Call it after every change that may end a credential or alter what it may do: nothing that is remembered is believed any more. */
  credentialsChanged(): void
}

export const signIns = defineService<SignIns>('core.sign-ins')

/** Whose wrong credentials are counted together, and how many they may be in a minute: five, unless it says otherwise. */
export type ThrottledSubject = string | { subject: string; most: number }

/** Refuses more than five wrong credentials a minute for a name or an address. Right ones are never counted. */
export interface LoginThrottle {
  /**
   * Runs one try of a credential; null says that it was wrong. Tries that run at once count as if they had failed, so that
   * a hundred sent together are still five.
   * @throws RateLimitedError without running it, when a subject has had its five
   */
  guard<T>(subjects: readonly ThrottledSubject[], attempt: () => Promise<T | null>): Promise<T | null>
  /** The network behind an address, for a subject: an IPv6 customer holds a whole /64. */
  networkOf(ip: string): string
}

export const loginThrottle = defineService<LoginThrottle>('core.login-throttle')
