import { UnavailableError } from '@svc/plugin'
import type { Datasets } from '@svc/plugin/contracts/datasets'

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
