import type { Principal, RouteRequest, SessionRecord, UserRecord } from '@svc/plugin'
import { checkUsername } from '../people/user-rules.ts'
import { checkNewPassword } from './passwords.ts'

/** Somebody who has just been let in. */
export interface SignedIn {
  user: UserRecord
  session: SessionRecord
}

export interface NameAndPassword {
  username: string
  password: string
}

/** @throws ValidationError */
export function checkNewAccount({ username, password }: NameAndPassword): void {
  checkUsername(username, '/username')
  checkNewPassword(password, '/password')
}

export function principalOf({ user, session }: SignedIn): Principal {
  return {
    user_id: user.id,
    username: user.username,
    role: user.role,
    workspace_id: user.default_workspace_id,
    via: 'session',
    session_id: session.id,
    scopes: ['*'],
  }
}

/** Where a request of somebody not yet known came from, for the session's record and the audit log. */
export interface Origin {
  ip: string
  userAgent: string | undefined
  requestId: string
}

export function originOf(request: Pick<RouteRequest, 'id' | 'ip' | 'headers'>): Origin {
  return { ip: request.ip, userAgent: request.headers['user-agent'], requestId: request.id }
}
