import type { RouteReply, RouteRequest } from '@svc/plugin'

/** Answers with the record and its `ETag`, or 304 to a client that has it already. */
export function answerTagged<T>(request: Pick<RouteRequest, 'headers'>, reply: RouteReply, tag: string, record: T) {
  reply.header('etag', tag).header('cache-control', 'private, no-cache')
  const known = request.headers['if-none-match']
  const isKnown = known?.split(',').some(each => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag)
  if (!isKnown) return record
  reply.status(304)
  return undefined
}
