import { assertNoBodyFaults, ForbiddenError, matchesEvent } from '@svc/plugin'
import type { EventType } from '@svc/plugin'
import { closestWord } from '@svc/plugin/library/closest-word'

/** Whether the patterns fit an event that only admins get. */
export function namesAdminEvents(patterns: readonly string[], types: readonly EventType[]): boolean {
  return types.some(({ type, audience }) => audience === 'admin' && matchesEvent(patterns, type))
}

/**
 * Every pattern must fit an event type that the caller may get.
 * @throws ValidationError with all faults; ForbiddenError for a pattern that fits events for admins alone
 */
export function checkPatterns(patterns: readonly string[], types: readonly EventType[], isAdmin: boolean): void {
  const faults = patterns.flatMap((pattern, index) => {
    if (types.some(({ type }) => matchesEvent([pattern], type))) return []
    return [{ path: `/events/${index}`, message: `"${pattern}" fits no event type.${remedy(pattern, types)}` }]
  })
  assertNoBodyFaults(faults)
  if (isAdmin) return
  const forAdmins = patterns.find(pattern =>
    types.filter(({ type }) => matchesEvent([pattern], type)).every(({ audience }) => audience === 'admin'),
  )
  if (forAdmins === undefined) return
  throw new ForbiddenError('forbidden', `"${forAdmins}" is for admins and owners alone. Leave it out of \`events\`.`)
}

function remedy(pattern: string, types: readonly EventType[]): string {
  const domains = [...new Set(types.map(({ type }) => `${type.split('.')[0]}.*`))]
  const near = closestWord(pattern, [...domains, ...types.map(({ type }) => type)])
  const hint = near === null ? '' : ` Did you mean "${near}"?`
  return `${hint} There are *, ${domains.join(', ')} and the types in GET /api/events/types.`
}
