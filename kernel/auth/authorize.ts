import { ConflictError, ForbiddenError, hasScope, roleAtLeast, UnauthenticatedError } from '@svc/plugin'
import type { Principal, RoutePermission } from '@svc/plugin'
import { hasWorkspace } from './callers/operator.ts'

const keyNeeded = 'Send a developer key as "Authorization: Bearer svc_…". A sign-in does not open this.'

/**
 * The one decision whether a caller may use a route. `explicit` are the scopes that `*` does not include in the hands of a program: a key
 * has them by name. @throws UnauthenticatedError, ForbiddenError
 */
export function authorize(
  principal: Principal | null,
  permission: RoutePermission,
  explicit: ReadonlySet<string> = new Set(),
): void {
  if (permission === 'public') return
  if (principal === null) throw new UnauthenticatedError()
  requireWorkspace(principal)
  if (permission === 'signed-in') return
  if (typeof permission === 'string') return requireScope(principal, permission, explicit)
  if ('key' in permission) {
    if (principal.via !== 'api_key') throw new UnauthenticatedError(keyNeeded)
    return requireScope(principal, permission.key, explicit)
  }
  if (!roleAtLeast(principal.role, permission.role)) {
    throw new ForbiddenError('forbidden', `This needs the role ${permission.role}; yours is ${principal.role}.`)
  }
  requireScope(principal, permission.scope ?? '*', explicit)
}

/** Whether the caller has the scope; `explicit` as of {@link authorize}. */
export function holdsScope({ via, scopes }: Principal, scope: string, explicit: ReadonlySet<string>): boolean {
  const isByName = explicit.has(scope) && (via === 'api_key' || via === 'agent_app')
  return isByName ? scopes.includes(scope) : hasScope(scopes, scope)
}

function requireScope(principal: Principal, scope: string, explicit: ReadonlySet<string>): void {
  if (holdsScope(principal, scope, explicit)) return
  throw new ForbiddenError('forbidden', `This needs the scope "${scope}", which these credentials do not have.`)
}

/** Before setup there is no workspace to act in. @throws ConflictError `setup_required` */
function requireWorkspace(principal: Principal): void {
  if (hasWorkspace(principal)) return
  throw new ConflictError('setup_required', 'There is no owner yet. Run "svc setup" first.')
}
