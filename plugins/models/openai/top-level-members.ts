import type { ValidationError } from '@svc/plugin'
import { bodyFault } from '@svc/plugin'

/** Where a member's value stands in the bytes of a JSON object. */
export interface MemberPlace {
  start: number
  end: number
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openers = new Set([0x7b, 0x5b])
const closers = new Set([0x7d, 0x5d])
const spaces = new Set([0x20, 0x09, 0x0a, 0x0d])
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** The index after the string that opens at `start`. Long texts are jumped over, quote by quote. */
function afterString(bytes: Buffer, start: number): number {
  let end = start
  for (;;) {
    end = bytes.indexOf(quote, end + 1)
    if (end === -1) return bytes.length
    let backslashes = 0
    while (bytes[end - 1 - backslashes] === backslash) backslashes += 1
    if (backslashes % 2 === 0) return end + 1
  }
}

function afterSpace(bytes: Buffer, start: number): number {
  let index = start
  while (spaces.has(bytes[index] ?? 0)) index += 1
  return index
}

/** The index after the value that begins at `start`: a string, a number or word, or all that its brackets hold. */
function afterValue(bytes: Buffer, start: number): number {
  let depth = 0
  let index = start
  while (index < bytes.length) {
    const byte = bytes[index] ?? 0
    if (byte === quote) {
      index = afterString(bytes, index)
      if (depth === 0) return index
      continue
    }
    if (openers.has(byte)) depth += 1
    else if (closers.has(byte)) {
      if (depth === 0) return index
      depth -= 1
      if (depth === 0) return index + 1
    } else if (depth === 0 && (byte === comma || spaces.has(byte))) return index
    index += 1
  }
  return index
}

/** As the laxest reader of JSON compares names: without case, `ſ` as `s` and the Kelvin sign as `k`. */
function folded(name: string): string {
  return name.toUpperCase().toLowerCase()
}

/**
 * Finds members of a JSON object that is known to be valid, without reading what lies deeper. A name that stands twice, whichever way it is
 * spelled, means one thing to us and another to the next reader: it is refused.
 * @throws ValidationError
 */
export function topLevelMembers(json: Uint8Array, names: ReadonlySet<string>): Map<string, MemberPlace> {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  const found = new Map<string, MemberPlace>()
  const hasMark = bytes.subarray(0, 3).equals(byteOrderMark)
  let index = afterSpace(bytes, afterSpace(bytes, hasMark ? 3 : 0) + 1)
  while (bytes[index] === quote) {
    const nameEnd = afterString(bytes, index)
    const written = JSON.parse(bytes.toString('utf8', index, nameEnd)) as string
    index = afterSpace(bytes, nameEnd)
    if (bytes[index] === colon) index = afterSpace(bytes, index + 1)
    const place = { start: index, end: afterValue(bytes, index) }
    const name = folded(written)
    if (names.has(name)) {
      if (written !== name || found.has(name)) throw ambiguous(name, written)
      found.set(name, place)
    }
    index = afterSpace(bytes, place.end)
    if (bytes[index] === comma) index = afterSpace(bytes, index + 1)
  }
  return found
}

function ambiguous(name: string, written: string): ValidationError {
  const message =
    written === name ? 'stands in the body more than once' : `is also written ${JSON.stringify(written.slice(0, 40))}`
  return bodyFault(`/${name}`, `${message}: send it once, in lower case`)
}

/** The object with one more member, first. */
export function withMember(json: Uint8Array, member: string): Uint8Array {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  const brace = bytes.indexOf('{') + 1
  const isEmpty = closers.has(bytes[afterSpace(bytes, brace)] ?? 0)
  return Buffer.concat([bytes.subarray(0, brace), Buffer.from(isEmpty ? member : `${member},`), bytes.subarray(brace)])
}

/** The object with another value in that place. */
export function withValue(json: Uint8Array, place: MemberPlace, value: string): Uint8Array {
  return Buffer.concat([json.subarray(0, place.start), Buffer.from(value), json.subarray(place.end)])
}
