import secureJson from 'secure-json-parse'
import { infinityIn, tooLargeNumber, ValidationError } from '@svc/plugin'
import type { JsonValue } from '@svc/plugin'

const maxDepth = 128

/**
 * Parses JSON text that crosses the isolate's border. Refused: what is no JSON, `__proto__` keys, `constructor.prototype`,
 * numbers that no double can hold, and nesting over 128, which would overflow whoever walks it later. @throws ValidationError that begins with `what`
 */
export function parseJsonText(text: string, what: string): JsonValue {
  if (isDeeperThan(text, maxDepth)) throw new ValidationError(`${what} is nested more than ${maxDepth} deep.`)
  const value = parsed(text, what)
  const pointer = infinityIn(value)
  if (pointer !== null) throw new ValidationError(`${what} ${tooLargeNumber(pointer)}.`)
  return value
}

function parsed(text: string, what: string): JsonValue {
  try {
    return secureJson.parse(text) as JsonValue
  } catch (cause) {
    throw new ValidationError(
      `${what} is no JSON text, or holds a "__proto__" or "constructor" key that could change prototypes.`,
      [],
      { cause },
    )
  }
}

/** The JSON text of a value, under the same rules. */
export function toJsonText(value: JsonValue, what: string): string {
  const text = JSON.stringify(value) ?? 'null'
  if (isDeeperThan(text, maxDepth)) throw new ValidationError(`${what} is nested more than ${maxDepth} deep.`)
  // JSON.stringify writes these names plainly, so text without them needs no second look.
  if (text.includes('"__proto__"') || text.includes('"constructor"')) parseJsonText(text, what)
  return text
}

/** True when arrays and objects of JSON text nest deeper than `limit`. Walks characters, so that it cannot overflow itself. */
function isDeeperThan(text: string, limit: number): boolean {
  if (text.length <= 2 * limit) return false
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (character === '"') i = endOfString(text, i)
    else if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth -= 1
    if (depth > limit) return true
  }
  return false
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return text.length
}
