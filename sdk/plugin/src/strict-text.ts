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

const quote = 0x22
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
const colon = 0x3a
const comma = 0x2c
const zero = 0x30
const nine = 0x39
const lowerE = 0x65
const upperE = 0x45
// Digits of one number; 1.797e308 has 309.
const longNumber = 300

/** How large JSON may be in what it holds, whatever its bytes: a parser's work grows with these. */
export interface JsonShape {
  /** Objects and lists within each other. */
  depth: number
  /** Values in objects and lists, all together. */
  members?: number
  /** Different names of members, all together: each of them is a new layout for the engine. */
  names?: number
}

/** Facts about JSON text before it is parsed. */
export interface JsonFacts {
  /** Which bound of its shape the text is over, and the JSON pointer of the object or list where that shows. */
  excess: { of: keyof JsonShape; at: string } | null
  /** A number is so long, or has such an exponent, that it may be over the largest there is. */
  mayOverflow: boolean
}

/** Looks at characters: nothing has been parsed yet, so no nesting can overflow the stack. */
export function jsonFacts(
  json: string,
  { depth: mostDepth, members: mostMembers = Infinity, names: mostNames = Infinity }: JsonShape,
): JsonFacts {
  let depth = 0
  let digits = 0
  let members = 0
  let names = 0
  let mayOverflow = false
  const over = (of: keyof JsonShape, index: number): JsonFacts => ({
    excess: { of, at: containerAt(json, index) },
    mayOverflow,
  })
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index)
    if (code >= zero && code <= nine) {
      digits += 1
      if (digits >= longNumber) mayOverflow = true
      continue
    }
    // `true` and `false` have an e as well, but not after a digit.
    if (digits > 0 && (code === lowerE || code === upperE)) mayOverflow = true
    digits = 0
    if (code === quote) {
      index = endOfString(json, index + 1)
    } else if (code === colon) {
      names += 1
    } else if (code === comma) {
      members += 1
      if (members > mostMembers) return over('members', index)
    } else if (code === openBrace || code === openBracket) {
      depth += 1
      members += 1
      if (depth > mostDepth) return over('depth', index)
      if (members > mostMembers) return over('members', index)
    } else if (code === closeBrace || code === closeBracket) {
      depth -= 1
    }
  }
  // Lists of records repeat their names, so different names are counted only where there are many.
  const excessAt = names > mostNames ? differentNameAt(json, mostNames) : -1
  return excessAt < 0 ? { excess: null, mayOverflow } : over('names', excessAt)
}

/** Where the first name stands that is one too many; -1 when there are no more than `most`. */
function differentNameAt(json: string, most: number): number {
  const seen = new Set<string>()
  for (let start = json.indexOf('"'); start !== -1; start = json.indexOf('"', start)) {
    const end = endOfString(json, start + 1)
    if (isName(json, end)) seen.add(json.slice(start, end))
    if (seen.size > most) return start
    start = end + 1
  }
  return -1
}

function isName(json: string, end: number): boolean {
  let after = end + 1
  while (isSpace(json.charCodeAt(after))) after += 1
  return json.charCodeAt(after) === colon
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d)
}

const shownName = 64

/** The JSON pointer of the object or list that holds what stands at `index`. For refusals: it looks at all that comes before. */
function containerAt(json: string, index: number): string {
  const steps: (string | number)[] = []
  for (let at = 0; at < index; at += 1) {
    const code = json.charCodeAt(at)
    const top = steps.length - 1
    if (code === quote) {
      const end = endOfString(json, at + 1)
      if (typeof steps[top] === 'string' && isName(json, end)) steps[top] = json.slice(at + 1, end).slice(0, shownName)
      at = end
    } else if (code === comma && typeof steps[top] === 'number') steps[top] += 1
    else if (code === openBracket) steps.push(0)
    else if (code === openBrace) steps.push('')
    else if (code === closeBrace || code === closeBracket) steps.pop()
  }
  return pointerTo(steps.slice(0, -1).map(String))
}

/** Where the string's closing quote stands, or the end of the text. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0
    while (end - backslashes > start && json.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return json.length
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

/** The JSON pointer of a number that is not finite; null when there is none. */
export function infinityIn(root: unknown): string | null {
  return numberIn(root, number => !Number.isFinite(number))
}

/** The JSON pointer of a number that is wanted; null when there is none. Does not recurse, so nesting cannot overflow it. */
export function numberIn(root: unknown, isWanted: (number: number) => boolean): string | null {
  if (typeof root === 'number') return isWanted(root) ? '' : null
  if (typeof root !== 'object' || root === null) return null
  const branches: Branch[] = [{ value: root, parent: null, key: '' }]
  for (let branch = branches.pop(); branch !== undefined; branch = branches.pop()) {
    for (const [key, value] of Object.entries(branch.value) as [string, unknown][]) {
      if (typeof value === 'number' && isWanted(value)) return pointerOf({ value: {}, parent: branch, key })
      if (typeof value === 'object' && value !== null) branches.push({ value, parent: branch, key })
    }
  }
  return null
}

function pointerOf(leaf: Branch): string {
  const names: string[] = []
  for (let branch: Branch = leaf; branch.parent !== null; branch = branch.parent) names.unshift(branch.key)
  return pointerTo(names)
}

function pointerTo(names: readonly string[]): string {
  return names.map(name => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
