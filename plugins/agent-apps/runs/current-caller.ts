import { ForbiddenError, NotFoundError } from '@svc/plugin'
import type { ApiKey, ApiKeys, Clock, Page, Principal, Users, Workspaces } from '@svc/plugin'

export interface Directory {
  people: Users
  places: Workspaces
  keys: ApiKeys
}

type AskedBy = Pick<Principal, 'user_id' | 'username' | 'scopes' | 'key_id' | 'workspace_id'>

/**
 * Who a run in the background acts as. It may have waited for long: its caller must still be let in, and has the role of today.
 * @throws ForbiddenError when the account, its place in the workspace or the key is gone
 */
export async function currentCaller(directory: Directory, clock: Clock, asked: AskedBy): Promise<Principal> {
  const { people, places, keys } = directory
  // The caller may be nobody by now, so the questions are the server's own.
  const reader: Principal = { ...asked, role: 'owner', via: 'operator', scopes: ['*'] }
  try {
    const { role, disabled } = await people.get(reader, asked.user_id)
    if (disabled) throw gone('account is disabled')
    await places.get(reader, asked.workspace_id)
    if (asked.key_id !== undefined && !(await isGood(keys, clock, reader, asked.key_id))) throw gone('key has ended')
    return { ...asked, role, via: 'agent_app' }
  } catch (error) {
    if (error instanceof NotFoundError) throw gone('account is gone or has left the workspace', error)
    throw error
  }
}

async function isGood(keys: ApiKeys, clock: Clock, reader: Principal, keyId: string): Promise<boolean> {
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page: Page<ApiKey> = await keys.list(reader, { limit: 200, cursor })
    const key = page.items.find(({ id }) => id === keyId)
    if (key) return key.expires_at === null || Date.parse(key.expires_at) > clock.now()
    cursor = page.next_cursor
  }
  return false
}

function gone(what: string, cause?: unknown): ForbiddenError {
  return new ForbiddenError('forbidden', `The run was not begun: its caller's ${what}.`, { cause })
}
