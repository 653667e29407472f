import { ValidationError } from '@svc/plugin'

export function entityTag(version: number): string {
  return `"${version}"`
}

/** The version that `If-Match` names; null without one, and for `*`. @throws ValidationError for what is no ETag of ours */
export function matchedVersion(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null
  const version = /^"(\d{1,15})"$/.exec(ifMatch.trim())?.[1]
  if (version !== undefined) return Number(version)
  throw new ValidationError('If-Match must be the ETag of a document as it was answered, such as "3", or *.')
}

/** Whether the client has that version already, as `If-None-Match` says. */
export function isKnown(ifNoneMatch: string | undefined, version: number): boolean {
  if (ifNoneMatch === undefined) return false
  const known = ifNoneMatch.split(',').map(tag => tag.trim().replace(/^W\//, ''))
  return known.includes('*') || known.includes(entityTag(version))
}
