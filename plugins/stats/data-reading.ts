import { ForbiddenError, hasScope, UnavailableError } from '@svc/plugin'
import type { Principal } from '@svc/plugin'
import type { Datasets } from '@svc/plugin/contracts/datasets'

const dataReading = 'data:read'

/** Statistics reveal values of a dataset, so the caller must be allowed to read it. @throws ForbiddenError */
export function requireDataReading(principal: Principal): void {
  if (hasScope(principal.scopes, dataReading)) return
  const message = `Statistics read the workspace's datasets, which needs the scope ${dataReading}.`
  throw new ForbiddenError('forbidden', message)
}

function refuse(): never {
  throw new UnavailableError('There are no datasets: the plugin data is off. Methods that take no data work.')
}

/** Stands where the plugin that has the datasets is off. */
export const noDatasets: Datasets = {
  get: refuse,
  columns: async () => refuse(),
  derive: async () => refuse(),
  import: async () => refuse(),
}
