import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { parse } from 'secure-json-parse'
import { CallerError, ValidationError, infinityIn, messageOf, tooLargeNumber } from '@svc/plugin'

const quote = 0x22
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
const zero = 0x30
const nine = 0x39
const lowerE = 0x65
const upperE = 0x45
// Digits of one number; 1.797e308 has 309.
const longNumber = 300

/** What a look at a body's bytes tells before they are parsed. */
export interface JsonFacts {
  tooDeep: boolean
  /** A number is so long, or has such an exponent, that it may be over the largest there is. */
  mayOverflow: boolean
}

/** Looks at bytes: nothing has been parsed yet, so nothing can overflow the stack. */
export function factsOf(json: Uint8Array, depthLimit: number): JsonFacts {
  let depth = 0
  let digits = 0
  let mayOverflow = false
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index] ?? 0
    if (byte >= zero && byte <= nine) {
      digits += 1
      if (digits >= longNumber) mayOverflow = true
      continue
    }
    // `true` and `false` have an e as well, but not after a digit.
    if (digits > 0 && (byte === lowerE || byte === upperE)) mayOverflow = true
    digits = 0
    if (byte === quote) {
      index = endOfString(json, index + 1)
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1
      if (depth > depthLimit) return { tooDeep: true, mayOverflow }
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1
    }
  }
  return { tooDeep: false, mayOverflow }
}

/** Where the string's closing quote stands, or the end of the bytes. */
function endOfString(json: Uint8Array, start: number): number {
  let index = start
  while (index < json.length && json[index] !== quote) index += json[index] === backslash ? 2 : 1
  return index
}

function bodyError(message: string, path = '', cause?: unknown): ValidationError {
  return new ValidationError(`body ${message}`, [{ path, message }], { cause })
}

/**
 * Parses a request's body. Empty is undefined: clients send `Content-Type` without a body, too.
 * A fault is returned, not thrown: a ValidationError that says what is wrong and where.
 */
export function parseJsonBody(bytes: Buffer, depthLimit: number): unknown {
  if (bytes.length === 0) return undefined
  if (!isUtf8(bytes)) return bodyError('is not valid UTF-8')
  const { tooDeep, mayOverflow } = factsOf(bytes, depthLimit)
  if (tooDeep) return bodyError(`is nested deeper than ${depthLimit} levels`)
  const text = bytes.toString('utf8')
  let body: unknown
  try {
    body = parse(text, { protoAction: 'error', constructorAction: 'error' })
  } catch (error) {
    return explain(text, error)
  }
  // The parser reads 1e999 as Infinity, which would be written again as null.
  const pointer = mayOverflow ? infinityIn(body) : null
  return pointer === null ? body : bodyError(tooLargeNumber(pointer), pointer)
}

/** Tells malformed JSON from JSON with a forbidden key: the safe parser has one error for both. */
function explain(text: string, error: unknown): ValidationError {
  try {
    JSON.parse(text)
  } catch (syntaxError) {
    return bodyError(`is not valid JSON: ${withoutExcerpt(messageOf(syntaxError))}`)
  }
  return bodyError('holds a key that is not allowed: "__proto__", or "constructor" with "prototype" in it', '', error)
}

/** The engine quotes the text around the fault, which may be a password on its way into a log. */
function withoutExcerpt(message: string): string {
  const unexpected = /^Unexpected token '(.{1,2})', /s.exec(message)
  return unexpected ? `Unexpected character ${JSON.stringify(unexpected[1])}` : message
}

/** What a packed body would unpack to is unknown, so none is taken; to read it as it is would be to guess. */
export function packed(headers: IncomingHttpHeaders): CallerError | null {
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding === 'identity') return null
  return new CallerError(415, 'unsupported_media_type', 'Send the body as it is, without Content-Encoding.')
}
