import { PreconditionFailedError } from '@svc/plugin'

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
