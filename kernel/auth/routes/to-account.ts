import type { User } from '@svc/plugin'
import type { UserRecord } from '../../planes/control/control-plane.ts'

/** A user as the account's own routes show it. */
export function toAccount({ id, username, role, created_at }: UserRecord): Omit<User, 'disabled'> {
  return { id, username, role, created_at }
}
