import { ForbiddenError } from '@svc/plugin'
import type { Principal } from '@svc/plugin'

export const approveScope = 'tools:approve'

/**
 * Only a person decides: signed in, or at the machine. A key stands for a person when it was made for that, by name: the scope `*` is
 * what programs have, and models act through those.
 * @throws ForbiddenError
 */
export function requireDecider(principal: Principal, askedByKey: string | null): void {
  const { via, scopes, key_id } = principal
  if (via === 'session' || via === 'operator') return
  if (via === 'agent_app') throw new ForbiddenError('forbidden', 'An agent app decides no approval; a person does.')
  if (!scopes.includes(approveScope)) {
    throw new ForbiddenError(
      'forbidden',
      `A person decides approvals, signed in. A key may when its scopes name "${approveScope}"; "*" does not include it.`,
    )
  }
  if (key_id === undefined || key_id === askedByKey)
    throw new ForbiddenError('forbidden', 'The key that asked for a call cannot approve or deny it.')
}
