import type { CommandClient } from '../contracts/cli.ts'
import type { Page } from '../pages.ts'

const pageSize = 200

/** Every item of a list of the API, page after page; a query of `path` narrows it. */
export async function everyItem<Item>(client: Pick<CommandClient, 'request'>, path: string): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: Page<Item> = await client.request<Page<Item>>(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}limit=${pageSize}${after}`,
    )
    items.push(...page.items)
    cursor = page.next_cursor
  } while (cursor !== null)
  return items
}
