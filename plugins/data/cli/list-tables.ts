import type { Page } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import type { DatasetSummary } from '../catalog/records.ts'
import { textTable } from '@svc/plugin/library/terminal/text-table'

/** `svc data list`. */
export async function listTables(context: CommandContext<Commands['data list']>): Promise<number> {
  const query = new URLSearchParams({ limit: String(context.options.limit ?? 50) })
  for (const name of ['search', 'tag'] as const) {
    const value = context.options[name]
    if (value !== undefined) query.set(name, value)
  }
  const page = await context.client.request<Page<DatasetSummary>>('GET', `/api/data/catalog?${query}`)
  const rows = page.items.map(
    ({ table, name, latest_version, rows: count, columns, bytes, updated_at, dataset_id }) => {
      return [table, name, latest_version, count, columns, bytes, updated_at.slice(0, 16), dataset_id]
    },
  )
  const names = ['table', 'name', 'version', 'rows', 'columns', 'bytes', 'changed', 'id']
  const shown =
    rows.length === 0
      ? `There are no datasets. Import one: ${context.io.svc} data import sales.csv`
      : textTable(names, rows)
  context.io.result(page, shown)
  if (page.next_cursor !== null) context.io.note('There are more: raise --limit, or search.')
  return 0
}
