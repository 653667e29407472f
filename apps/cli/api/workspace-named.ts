import { ValidationError } from '@svc/plugin'
import type { Principal } from '@svc/plugin'
import type { Workspace } from '@svc/plugin/contracts/accounts'
import { everyItem } from '@svc/plugin/library/every-item'
import type { ApiClient } from './api-client.ts'

interface Me {
  workspace: { id: string; name: string }
  via: Principal['via']
}

/** The id of the caller's workspace of this id or name. @throws ValidationError when there is none, or several of that name */
export async function workspaceNamed(api: Pick<ApiClient, 'request'>, wanted: string): Promise<string> {
  const isWanted = ({ id, name }: { id: string; name: string }): boolean => id === wanted || name === wanted
  const { via, workspace } = await api.request<Me>('GET', '/api/auth/me')
  if (via === 'api_key') {
    if (isWanted(workspace)) return workspace.id
    throw new ValidationError(
      `The developer key in SVC_API_KEY works in the workspace "${workspace.name}" alone, not in "${wanted}". Use a key that was made in that workspace, or leave SVC_API_KEY and SVC_BASE_URL out.`,
    )
  }
  const all = await everyItem<Workspace>(api, '/api/workspaces')
  const found = all.filter(isWanted)
  if (found[0] !== undefined && found.length === 1) return found[0].id
  if (found.length > 1)
    throw new ValidationError(
      `There are ${found.length} workspaces "${wanted}". Name one by its id: ${found.map(({ id }) => id).join(', ')}.`,
    )
  const names = all.map(({ name }) => `"${name}"`).join(', ')
  throw new ValidationError(
    `You are in no workspace "${wanted}". Yours are ${names}; svc workspace list shows their ids.`,
  )
}
