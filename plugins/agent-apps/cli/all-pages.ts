import type { Page } from '@svc/plugin'
import type { CommandClient } from '@svc/plugin/contracts/cli'

const pageSize = 200

/** Every item of a list of the API, page after page. */
export async function allPages<Item>(client: CommandClient, path: string): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = await client.request<Page<Item>>('GET', `${path}?limit=${pageSize}${after}`)
    items.push(...page.items)
    cursor = page.next_cursor
  } while (cursor !== null)
  return items
}
