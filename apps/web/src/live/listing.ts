import type { ReadPage, RequestOptions } from '@svc/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import type { Domain } from './events/live-map.ts'
import { queries } from './query-client.ts'

type Page<T> = Pick<ReadPage<T>, 'items' | 'next_cursor'>
type Pages<T> = InfiniteData<Page<T>, string | null>

/**
 * A list of the server, page by page: `data` are the records of all pages that were read, `fetchNextPage` reads another. `read` passes the options on, as in
 * `options => svc.jobs.list({ state: 'dead' }, options)`.
 */
export function useListing<T>(
  queryKey: readonly [Domain, 'list', ...unknown[]],
  read: (options: RequestOptions) => PromiseLike<Page<T>>,
  { enabled = true }: { enabled?: boolean } = {},
) {
  return useInfiniteQuery({
    queryKey,
    enabled,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<Page<T>> => {
      const { items, next_cursor } = await read({ signal, query: pageParam === null ? {} : { cursor: pageParam } })
      return { items, next_cursor }
    },
    getNextPageParam: page => page.next_cursor,
    select: recordsOf<T>,
  })
}

export type Listing<T> = ReturnType<typeof useListing<T>>

function recordsOf<T>({ pages }: Pages<T>): readonly T[] {
  return pages.flatMap(({ items }) => items)
}

/**
 * Shows a change before the server has said so, in every list of a domain: `change` gives the record as it will be, or null where it goes. What it returns
 * brings the lists back as they were.
 */
export async function changeListed<T>(domain: Domain, change: (record: T) => T | null): Promise<() => void> {
  const queryKey = [domain, 'list']
  await queries.cancelQueries({ queryKey })
  const before = queries.getQueriesData<Pages<T>>({ queryKey })
  queries.setQueriesData<Pages<T>>({ queryKey }, data =>
    data === undefined
      ? data
      : {
          ...data,
          pages: data.pages.map(page => ({
            ...page,
            items: page.items.flatMap(record => {
              const changed = change(record)
              return changed === null ? [] : [changed]
            }),
          })),
        },
  )
  return () => {
    for (const [key, data] of before) queries.setQueryData(key, data)
  }
}
