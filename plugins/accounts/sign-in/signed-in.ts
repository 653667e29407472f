import type { Principal, SessionRecord, UserRecord } from '@svc/plugin'
import { checkNewPassword } from './passwords.ts'
import { checkUsername } from '../people/user-rules.ts'

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
