import type { Page } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'

const pageSize = 200

/** Every item of a list of the API, page after page. */
export async function allPages<Item>(context: CliContext, path: string): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = (await context.api('GET', `${path}?limit=${pageSize}${after}`)) as unknown as Page<Item>
    items.push(...page.items)
    cursor = page.next_cursor
  } while (cursor !== null)
  return items
}
