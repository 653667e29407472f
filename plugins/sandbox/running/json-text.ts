import { jsonFacts, ValidationError } from '@svc/plugin'
import type { JsonValue, ThreadUse } from '@svc/plugin'
import { checkJson, jsonFaultSentence, readLongJson } from '@svc/plugin/library/checked-json'
import type { CheckedJson, JsonThread } from '@svc/plugin/library/checked-json'

/** Deeper values would overflow whoever walks them later. */
const shape = { depth: 128 }

/**
 * Parses JSON text that crosses the isolate's border. Refused: what is no JSON, `__proto__` keys, `constructor.prototype`,
 * numbers that no double can hold, and nesting over 128. @throws ValidationError that begins with `what`
 */
export function parseJsonText(text: string, what: string): JsonValue {
  return valueOf(checkJson(text, shape), what)
}

/** As {@link parseJsonText}, of long texts, which are read in a thread. The bytes come back with the value. */
export async function readJsonText(
  thread: JsonThread,
  bytes: Uint8Array,
  { what, ...use }: ThreadUse & { what: string },
): Promise<{ value: JsonValue; bytes: Uint8Array }> {
  const read = await readLongJson(thread, { bytes, shape }, use)
  return { value: valueOf(read.checked, what), bytes: read.bytes }
}

function valueOf(checked: CheckedJson, what: string): JsonValue {
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
