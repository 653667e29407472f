/** A list answer: `?limit=` (1..200, default 50) and `?cursor=`; `next_cursor` is null on the last page. */
export interface Page<T> {
  items: T[]
  next_cursor: string | null
}

/** What a list route was asked for, after validation. `cursor` is opaque to the client. */
export interface PageQuery {
  limit: number
  cursor?: string | undefined
}
