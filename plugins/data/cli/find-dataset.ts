import { NotFoundError } from '@svc/plugin'
import type { Page } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { DatasetSummary } from '../catalog/records.ts'

/** The id of a dataset that is named by its table or its id. @throws NotFoundError */
export async function findDatasetId(context: CommandContext, name: string): Promise<string> {
  if (/^ds_[0-9a-z]{20,}$/i.test(name)) return name.toLowerCase()
  const query = new URLSearchParams({ limit: '200', search: name })
  for (;;) {
    const page = await context.client.request<Page<DatasetSummary>>('GET', `/api/data/catalog?${query}`)
    const found = page.items.find(({ table }) => table.toLowerCase() === name.toLowerCase())
    if (found) return found.dataset_id
    if (page.next_cursor === null) throw new NotFoundError(`There is no table ${name}. See: svc data list`)
    query.set('cursor', page.next_cursor)
  }
}
