import { ForbiddenError, hasScope } from '@svc/plugin'
import type { Principal } from '@svc/plugin'

export const dataReading = 'data:read'

/** Statistics reveal values of a dataset, so the caller must be allowed to read it. @throws ForbiddenError */
export function requireDataReading(principal: Principal): void {
  if (hasScope(principal.scopes, dataReading)) return
  const message = `Statistics read the workspace's datasets, which needs the scope ${dataReading}.`
  throw new ForbiddenError('forbidden', message)
}
