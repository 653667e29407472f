import type { UserRecord } from '@svc/plugin'
import type { User } from '@svc/plugin/contracts/accounts'
import { Type } from 'typebox'
import { usernameRule } from '../people/user-rules.ts'
import { passwordLength } from '../sign-in/passwords.ts'

const closed = { additionalProperties: false }
const timestamp = Type.String({ format: 'date-time' })

/** A new name and password. The schema states their rules. */
export const newUsername = Type.String({
  ...usernameRule,
  description: 'Choose 1 to 64 letters, digits or . _ @ + - and begin with a letter or a digit.',
})
export const newPassword = Type.String(passwordLength)

/** A name and password for sign-in. Any text is accepted here, so that the answer does not reveal the rules above. */
export const typedUsername = Type.String({ minLength: 1, maxLength: 256 })
export const typedPassword = Type.String({ minLength: 1, maxLength: passwordLength.maxLength })

export const account = Type.Object(
  {
    id: Type.String(),
    username: Type.String(),
    role: Type.Enum(['owner', 'admin', 'user']),
    created_at: timestamp,
  },
  { ...closed, title: 'Account' },
)

export const accountExample = {
  id: 'usr_01jzcq3m5n8v7x2k4w6y9a0b1c',
  username: 'ada',
  role: 'owner',
  created_at: '2026-01-31T12:00:00.000Z',
}

export const signedIn = Type.Object({ user: account, expires_at: timestamp }, { ...closed, title: 'SignIn' })
export const signedInExample = { user: accountExample, expires_at: '2026-02-14T12:00:00.000Z' }

export const session = Type.Object(
  {
    id: Type.String(),
    created_at: timestamp,
    expires_at: timestamp,
    last_seen_at: timestamp,
    ip: Type.Union([Type.String(), Type.Null()]),
    user_agent: Type.Union([Type.String(), Type.Null()]),
    current: Type.Boolean({ description: 'True for the session that asks' }),
  },
  { ...closed, title: 'SignInSession' },
)

export const sessionExample = {
  id: 'ses_01jzcq3m5n8v7x2k4w6y9a0b1c',
  created_at: '2026-01-31T12:00:00.000Z',
  expires_at: '2026-02-14T12:00:00.000Z',
  last_seen_at: '2026-01-31T12:05:00.000Z',
  ip: '127.0.0.1',
  user_agent: 'Mozilla/5.0',
  current: true,
}

export const pageQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
    cursor: Type.Optional(Type.String()),
  },
  closed,
)

/** A user as the account's own routes show it. */
export function toAccount({ id, username, role, created_at }: UserRecord): Omit<User, 'disabled'> {
  return { id, username, role, created_at }
}
