import { jsonFacts, ValidationError } from '@svc/plugin'
import type { JsonValue } from '@svc/plugin'
import { checkJson, jsonFaultSentence } from '@svc/plugin/library/checked-json'

/** Deeper values would overflow whoever walks them later. */
const shape = { depth: 128 }

/**
 * Parses JSON text that crosses the isolate's border. Refused: what is no JSON, `__proto__` keys, `constructor.prototype`,
 * numbers that no double can hold, and nesting over 128. @throws ValidationError that begins with `what`
 */
export function parseJsonText(text: string, what: string): JsonValue {
  const checked = checkJson(text, shape)
  if (checked.fault === undefined) return checked.value
  throw new ValidationError(`${what} ${jsonFaultSentence(checked.fault, shape)}.`)
}

/** The JSON text of a value, under the same rules. */
export function toJsonText(value: JsonValue, what: string): string {
  const text = JSON.stringify(value) ?? 'null'
  // JSON.stringify writes these names plainly, so text without them needs no second look.
  const isSuspect = text.includes('"__proto__"') || text.includes('"constructor"')
  if (isSuspect || (text.length > 2 * shape.depth && jsonFacts(text, shape).excess)) parseJsonText(text, what)
  return text
}
