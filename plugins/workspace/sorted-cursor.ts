import { decodeCursor, queryFault } from '@svc/plugin'

/** Where a page begins: after the record that has these. */
export type SortedPosition = readonly [first: number, second: number, id: string]

/** Later than any time: records without one come last. */
export const never = Number.MAX_SAFE_INTEGER

/** Reads a cursor that was made with its order before the position. @throws ValidationError for one of another order */
export function sortedCursor(cursor: string, sort: string): SortedPosition {
  const shape = ['string', 'number', 'number', 'string'] as const
  const [of, ...position] = decodeCursor<[string, number, number, string]>(cursor, shape)
  if (of === sort) return position
  const message = `is of a list in the order ${of}, and ${sort} is asked for: begin the list anew without a cursor`
  throw queryFault('cursor', message)
}
