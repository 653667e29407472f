import { isUtf8 } from 'node:buffer'
import { parse } from 'secure-json-parse'
import { serveThread, Transferred } from '../child/serve-thread.ts'
import type { ChildThread, ThreadUse } from '../core/child-processes.ts'
import { messageOf } from '../errors.ts'
import type { JsonValue } from '../json-schema.ts'
import { infinityIn, jsonFacts, tooLargeNumber } from '../strict-text.ts'
import type { JsonShape } from '../strict-text.ts'

/** Why JSON is refused. `at` is the JSON pointer of the object, list or number where that shows. */
export type JsonFault =
  { of: 'encoding' | 'key' } | { of: 'syntax'; message: string } | { of: 'number' | keyof JsonShape; at: string }

/** A value, or why there is none. Plain data: a thread can send it. */
export type CheckedJson = { value: JsonValue; fault?: undefined } | { fault: JsonFault }

/**
 * Parses JSON text. Refused: what is no JSON or over its shape, `__proto__` and `constructor.prototype` as names, and numbers that no double
 * can hold, which would be read as Infinity and written again as null.
 */
export function checkJson(text: string, shape: JsonShape): CheckedJson {
  const { excess, mayOverflow } = jsonFacts(text, shape)
  if (excess) return { fault: excess }
  let value: JsonValue
  try {
    value = parse(text, { protoAction: 'error', constructorAction: 'error' }) as JsonValue
  } catch {
    return { fault: faultOf(text) }
  }
  const at = mayOverflow ? infinityIn(value) : null
  return at === null ? { value } : { fault: { of: 'number', at } }
}

/** As {@link checkJson}, of UTF-8. */
export function checkJsonBytes(bytes: Uint8Array, shape: JsonShape): CheckedJson {
  if (!isUtf8(bytes)) return { fault: { of: 'encoding' } }
  const { buffer, byteOffset, byteLength } = bytes
  return checkJson(Buffer.from(buffer, byteOffset, byteLength).toString(), shape)
}

/** More bytes are read in a thread: to parse them takes longer than everybody else's requests may wait. */
export const longJson = 1024 * 1024

export interface JsonTask {
  /** The whole of a buffer. */
  bytes: Uint8Array
  shape: JsonShape
}

/** What came of the bytes, and the bytes themselves. */
export interface ReadJson {
  checked: CheckedJson
  bytes: Uint8Array
}

export type JsonThread = ChildThread<JsonTask, ReadJson>

/** The work of a thread that reads JSON. */
export function serveJson(): void {
  serveThread(async ({ bytes, shape }: JsonTask) => moved({ checked: checkJsonBytes(bytes, shape), bytes }))
}

/**
 * Reads long JSON while this thread goes on with other work: it only receives the value, which is cheap where that is long texts. The bytes,
 * the whole of a buffer, are away meanwhile, and the answer has them again. @throws as {@link ChildThread.run}
 */
export function readLongJson(thread: JsonThread, task: JsonTask, use: ThreadUse): Promise<ReadJson> {
  return thread.run(moved(task), use)
}

function moved<Value extends { bytes: Uint8Array }>(value: Value): Transferred<Value> {
  return new Transferred(value, [value.bytes.buffer as ArrayBuffer])
}

/** What is wrong, as it goes on behind the name of what was parsed: `is not valid UTF-8`. Quotes nothing of the text, which may be secret. */
export function jsonFaultSentence(fault: JsonFault, { depth, members, names }: JsonShape): string {
  switch (fault.of) {
    case 'encoding':
      return 'is not valid UTF-8'
    case 'syntax':
      return `is not valid JSON: ${fault.message}`
    case 'key':
      return 'holds a key that is not allowed: "__proto__", or "constructor" with "prototype" in it'
    case 'number':
      return tooLargeNumber(fault.at)
    case 'depth':
      return `is nested deeper than ${depth} levels`
    case 'members':
      return `holds more than ${members} values, which is what this route takes. Send fewer at a time, or a large text instead of many values`
    case 'names':
      return `has more than ${names} different names. Send a list of {"name", "value"} in place of one member for each`
  }
}

/** The safe parser has one error for malformed JSON and for a name that is not allowed. */
function faultOf(text: string): JsonFault {
  try {
    JSON.parse(text)
    return { of: 'key' }
  } catch (error) {
    return { of: 'syntax', message: withoutExcerpt(messageOf(error)) }
  }
}

/** The engine quotes the text around the fault, which may be a password on its way into a log. */
function withoutExcerpt(message: string): string {
  const unexpected = /^Unexpected token '(.{1,2})', /s.exec(message)
  return unexpected ? `Unexpected character ${JSON.stringify(unexpected[1])}` : message
}
