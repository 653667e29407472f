import { ForbiddenError, hasScope } from '@svc/plugin'
import type { Principal } from '@svc/plugin'

const permission = 'agent-apps:write'

/** To name an app as the model is to run it, which a caller may not who may only converse. @throws ForbiddenError */
export function requireAppScope({ scopes }: Principal, model: string): void {
  if (hasScope(scopes, permission)) return
  throw new ForbiddenError(
    'forbidden',
    `${model.slice(0, 80)} needs the scope ${permission}, which the caller does not have.`,
  )
}
