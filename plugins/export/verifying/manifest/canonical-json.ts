/**
 * JSON in the one form that RFC 8785 (JCS) allows: no spaces, members in the order of their names by UTF-16. `JSON.stringify` writes numbers and texts
 * as it wants them. Others compute this text too, so it is exact where `@svc/plugin/library/text/canonical-json` need only be stable.
 * @throws TypeError for what JSON has no form for, such as half a surrogate pair
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return JSON.stringify(value)
    throw new TypeError(`JSON has no form for ${value}.`)
  }
  if (typeof value === 'string') {
    if (value.isWellFormed()) return JSON.stringify(value)
    throw new TypeError('A text has half of a pair of surrogates.')
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object') throw new TypeError(`JSON has no form for a ${typeof value}.`)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    // The order of `sort` without a comparison is that of UTF-16.
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}
