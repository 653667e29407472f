import type { JsonValue } from './json-schema.ts'

/**
 * The bytes of base64url text, or null for text that is not exactly what encoding those bytes gives. A lenient decoder drops foreign
 * characters and unused bits, so that one token could be written in several ways.
 */
export function decodeBase64url(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : null
}

/**
 * `JSON.parse`, except that a number no double can hold (`1e999`) is refused: it would be read as Infinity and written again as null.
 * @throws SyntaxError for what is no JSON; RangeError that names the place of such a number
 */
export function parseJson(text: string): JsonValue {
  const value = JSON.parse(text) as JsonValue
  const pointer = infinityIn(value)
  if (pointer !== null) throw new RangeError(tooLargeNumber(pointer))
  return value
}

/** What is wrong with the number at a pointer. */
export function tooLargeNumber(pointer: string): string {
  return `has a number${pointer && ` at ${pointer}`} that is too large: the largest is about 1.797e308`
}

interface Branch {
  value: object
  parent: Branch | null
  key: string
}

/** The JSON pointer of a number that is not finite; null when there is none. Does not recurse, so nesting cannot overflow it. */
export function infinityIn(root: unknown): string | null {
  if (typeof root === 'number') return Number.isFinite(root) ? null : ''
  if (typeof root !== 'object' || root === null) return null
  const branches: Branch[] = [{ value: root, parent: null, key: '' }]
  for (let branch = branches.pop(); branch !== undefined; branch = branches.pop()) {
    for (const [key, value] of Object.entries(branch.value) as [string, unknown][]) {
      if (typeof value === 'number' && !Number.isFinite(value)) return pointerOf({ value: {}, parent: branch, key })
      if (typeof value === 'object' && value !== null) branches.push({ value, parent: branch, key })
    }
  }
  return null
}

function pointerOf(leaf: Branch): string {
  const names: string[] = []
  for (let branch: Branch = leaf; branch.parent !== null; branch = branch.parent) names.unshift(branch.key)
  return names.map(name => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
