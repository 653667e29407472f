import { route } from '@svc/plugin'
import type { RouteDefinition } from '@svc/plugin'
import { createAuth } from '../../kernel/auth/index.ts'
import type { Auth, AuthOptions } from '../../kernel/auth/index.ts'
import { createAccounts } from '../../plugins/accounts/accounts.ts'
import type { Accounts, AccountsOptions } from '../../plugins/accounts/accounts.ts'

export type WholeAuthOptions = AuthOptions & Pick<AccountsOptions, 'homePath' | 'registrationEnabled' | 'admin'>

/** The kernel's auth room with the accounts on it. */
export interface WholeAuth extends Auth, Pick<Accounts, 'users' | 'workspaces' | 'prepare'> {
  /** `/api/auth/…` */
  accountRoutes: RouteDefinition[]
}

export async function createWholeAuth(options: WholeAuthOptions): Promise<WholeAuth> {
  const auth = await createAuth(options)
  const { users, workspaces, prepare, routes } = createAccounts({ ...options, ...auth })
  const accountRoutes: RouteDefinition[] = []
  routes({ route: definition => void accountRoutes.push(route(definition)) })
  return { ...auth, users, workspaces, prepare, accountRoutes }
}
