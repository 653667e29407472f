import { ForbiddenError, hasScope, PayloadTooLargeError, UnavailableError, UnprocessableError } from '@svc/plugin'
import type { NumericColumn, Principal, TableColumn } from '@svc/plugin'
import type { Datasets, DatasetVersion } from '@svc/plugin/contracts/datasets'

/** Values that are read at once, at most. */
const mostCells = 20_000_000
const readMs = 300_000

export interface WantedTable {
  dataset_id: string
  version: number
  columns: readonly string[]
  filter?: string | null
  /** Each value as exact text. */
  as_text?: boolean
}

export interface ReadTable {
  rows: number
  columns: NumericColumn[]
}

/** Numbers, texts, truth values and dates; lists and structures are none of these. */
export function isReadable({ type }: TableColumn): boolean {
  return type !== 'INTERVAL' && !/\[|^(STRUCT|MAP|UNION|LIST|ARRAY)\b/i.test(type)
}

/** A trained model reveals its dataset. @throws ForbiddenError, UnavailableError without the plugin that has them */
export function requireDatasets(datasets: Datasets | undefined, principal: Principal): Datasets {
  if (!datasets) throw new UnavailableError('There are no datasets: the plugin data is off.')
  if (hasScope(principal.scopes, 'data:read')) return datasets
  throw new ForbiddenError('forbidden', 'Models learn from the workspace’s datasets, which needs the scope data:read.')
}

/** @throws PayloadTooLargeError with the number */
export function checkSize({ name, rows }: DatasetVersion, columns: number): void {
  if (rows * columns <= mostCells) return
  throw new PayloadTooLargeError(
    `${JSON.stringify(name)} has ${rows} rows and ${columns} columns are read: ${rows * columns} values, more than the ${mostCells} that are taken. Derive a smaller dataset, or name fewer columns.`,
  )
}

export async function readTable(
  datasets: Datasets,
  workspaceId: string,
  { dataset_id, version, columns, filter = null, as_text = false }: WantedTable,
  signal: AbortSignal,
): Promise<ReadTable> {
  const wanted = { dataset: dataset_id, version, columns: [...columns], filter, as_text }
  const table = await datasets.columns(workspaceId, wanted, { signal, timeoutMs: readMs })
  if (table.rows > 0) return table
  throw new UnprocessableError(
    'unprocessable',
    filter === null ? 'The dataset has no rows.' : 'The filter leaves no row.',
  )
}
