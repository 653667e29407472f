import type { UserRecord } from '@svc/plugin'
import type { User } from '@svc/plugin/contracts/accounts'

/** A user as the account's own routes show it. */
export function toAccount({ id, username, role, created_at }: UserRecord): Omit<User, 'disabled'> {
  return { id, username, role, created_at }
}
