import type { Page, PageQuery, Principal, User, Users, Workspace, Workspaces } from '@svc/plugin'

/** Reads as the operator of this machine, who may see all users. */
const operator: Principal = {
  user_id: 'usr_operator',
  username: 'operator',
  role: 'owner',
  workspace_id: 'ws_none',
  via: 'operator',
  scopes: ['*'],
}

/** The first owner, in the workspace that came with the account. Null before setup. */
export async function firstOwner(users: Users, workspaces: Workspaces): Promise<Principal | null> {
  const owner = await lastOf<User>(
    page => users.list(operator, page),
    user => user.role === 'owner' && !user.disabled,
  )
  if (!owner) return null
  const principal: Principal = { ...operator, user_id: owner.id, username: owner.username }
  const workspace = await lastOf<Workspace>(
    page => workspaces.list(principal, page),
    ({ role }) => role === 'owner',
  )
  return workspace && { ...principal, workspace_id: workspace.id }
}

/** Lists are newest first; the last that fits is the oldest. */
async function lastOf<T>(list: (page: PageQuery) => Promise<Page<T>>, fits: (item: T) => boolean): Promise<T | null> {
  let found: T | null = null
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page: Page<T> = await list({ limit: 200, cursor })
    found = page.items.findLast(fits) ?? found
    cursor = page.next_cursor
  }
  return found
}
