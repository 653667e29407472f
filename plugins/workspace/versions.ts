import { PreconditionFailedError } from '@svc/plugin'
import type { RouteReply, RouteRequest } from '@svc/plugin'

/** The `ETag` of a version; `rest` changes with what is shown beside the record itself. */
export function entityTag(version: number, rest?: string): string {
  return rest === undefined ? `"${version}"` : `"${version}.${rest}"`
}

/**
 * Whether an `If-Match` names the version. What stands beside the record does not count: a note is not changed by one that begins to link
 * to it. A proxy that compresses makes tags weak, so weak ones are taken.
 */
function isNamed(ifMatch: string, version: number): boolean {
  const tags = ifMatch.split(',').map(tag => tag.trim().replace(/^W\//, ''))
  return tags.some(
    tag => tag === '*' || tag === `"${version}"` || (tag.startsWith(`"${version}.`) && tag.endsWith('"')),
  )
}

/** @throws PreconditionFailedError when somebody changed the record since the caller read it */
export function checkVersion(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined || isNamed(ifMatch, version)) return
  throw new PreconditionFailedError(
    `If-Match is ${ifMatch.slice(0, 100)}, and the record is at version ${version}: somebody changed it meanwhile. Read it again, and send the change with its new ETag.`,
  )
}

/** Answers with the record and its `ETag`, or 304 to a client that has it already. */
export function answerTagged<T>(request: Pick<RouteRequest, 'headers'>, reply: RouteReply, tag: string, record: T) {
  reply.header('etag', tag).header('cache-control', 'private, no-cache')
  const known = request.headers['if-none-match']
  const isKnown = known?.split(',').some(each => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag)
  if (!isKnown) return record
  reply.status(304)
  return undefined
}
