import { decodeCursor, encodeCursor } from '@svc/plugin'
import type { Page, PageQuery } from '@svc/plugin'

/** A page of large jobs must fit in memory: it is cut short, and goes on at its cursor. */
const pageBytes = 4 * 1024 * 1024
const sliceLength = 20

interface PageSource<Row, Item> {
  /** The next rows behind the one with this key; null: the first ones. */
  read(slice: { count: number; behind: string | null }): Promise<Row[]>
  keyOf(row: Row): string
  /** About how many bytes it takes. */
  sizeOf(row: Row): number
  show(row: Row): Item
}

/** A page of at most `limit` items and 4 MiB, read slice by slice. */
export async function boundedPage<Row, Item>(
  { limit, cursor }: PageQuery,
  { read, keyOf, sizeOf, show }: PageSource<Row, Item>,
): Promise<Page<Item>> {
  const items: Item[] = []
  let bytes = 0
  let behind = cursor === undefined ? null : decodeCursor<[string]>(cursor, ['string'])[0]
  for (;;) {
    const count = Math.min(sliceLength, limit + 1 - items.length)
    const slice = await read({ count, behind })
    for (const row of slice) {
      bytes += sizeOf(row)
      const isFull = items.length === limit || (items.length > 0 && bytes > pageBytes)
      if (isFull) return { items, next_cursor: encodeCursor([behind ?? '']) }
      items.push(show(row))
      behind = keyOf(row)
    }
    if (slice.length < count) return { items, next_cursor: null }
  }
}
