import secureJson from 'secure-json-parse'
import { infinityIn, jsonFacts, tooLargeNumber, ValidationError } from '@svc/plugin'
import type { JsonValue } from '@svc/plugin'

const maxDepth = 128

/**
 * Parses JSON text that crosses the isolate's border. Refused: what is no JSON, `__proto__` keys, `constructor.prototype`,
 * numbers that no double can hold, and nesting over 128, which would overflow whoever walks it later. @throws ValidationError that begins with `what`
 */
export function parseJsonText(text: string, what: string): JsonValue {
  const { excess, mayOverflow } = jsonFacts(text, { depth: maxDepth })
  if (excess) throw new ValidationError(`${what} is nested more than ${maxDepth} deep.`)
  const value = parsed(text, what)
  const pointer = mayOverflow ? infinityIn(value) : null
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
  if (text.length > 2 * maxDepth && jsonFacts(text, { depth: maxDepth }).excess)
    throw new ValidationError(`${what} is nested more than ${maxDepth} deep.`)
  // JSON.stringify writes these names plainly, so text without them needs no second look.
  if (text.includes('"__proto__"') || text.includes('"constructor"')) parseJsonText(text, what)
  return text
}
