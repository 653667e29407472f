import type { JsonValue, Page } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'
import type { DatasetSummary } from '../catalog/records.ts'
import { numberOption, textOption } from './options.ts'
import { textTable } from './text-table.ts'

/** `svc data list`. */
export async function listTables(context: CliContext): Promise<number> {
  const query = new URLSearchParams({ limit: String(numberOption(context, 'limit') ?? 50) })
  for (const name of ['search', 'tag']) {
    const value = textOption(context, name)
    if (value !== undefined) query.set(name, value)
  }
  const page = (await context.api('GET', `/api/data/catalog?${query}`)) as unknown as Page<DatasetSummary>
  const rows = page.items.map(
    ({ table, name, latest_version, rows: count, columns, bytes, updated_at, dataset_id }) => {
      return [table, name, latest_version, count, columns, bytes, updated_at.slice(0, 16), dataset_id]
    },
  )
  const names = ['table', 'name', 'version', 'rows', 'columns', 'bytes', 'changed', 'id']
  const shown =
    rows.length === 0 ? 'There are no datasets. Import one: svc data import sales.csv' : textTable(names, rows)
  context.result(page as unknown as JsonValue, shown)
  if (page.next_cursor !== null) context.note('There are more: raise --limit, or search.')
  return 0
}
