import { isUtf8 } from 'node:buffer'
import { parse } from 'secure-json-parse'
import { ValidationError, messageOf } from '@svc/plugin'
import type { FieldError } from '@svc/plugin'

const quote = 0x22
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** True when brackets nest deeper than `limit`. Looks at bytes: nothing has been parsed yet, so nothing can overflow the stack. */
export function nestsDeeper(json: Uint8Array, limit: number): boolean {
  let depth = 0
  let inString = false
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index]
    if (inString) {
      if (byte === backslash) index += 1
      else if (byte === quote) inString = false
    } else if (byte === quote) {
      inString = true
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1
      if (depth > limit) return true
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1
    }
  }
  return false
}

function bodyError(message: string, cause?: unknown, errors: FieldError[] = []): ValidationError {
  return new ValidationError(`body ${message}`, errors.length > 0 ? errors : [{ path: '', message }], { cause })
}

/**
 * Parses a request's body. Empty is undefined: clients send `Content-Type` without a body, too.
 * A fault is returned, not thrown: a ValidationError that says what is wrong and where.
 */
export function parseJsonBody(bytes: Buffer, depthLimit: number): unknown {
  if (bytes.length === 0) return undefined
  if (!isUtf8(bytes)) return bodyError('is not valid UTF-8')
  if (nestsDeeper(bytes, depthLimit)) return bodyError(`is nested deeper than ${depthLimit} levels`)
  const text = bytes.toString('utf8')
  try {
    return parse(text, { protoAction: 'error', constructorAction: 'error' })
  } catch (error) {
    return explain(text, error)
  }
}

/** Tells malformed JSON from JSON with a forbidden key: the safe parser has one error for both. */
function explain(text: string, error: unknown): ValidationError {
  try {
    JSON.parse(text)
  } catch (syntaxError) {
    return bodyError(`is not valid JSON: ${withoutExcerpt(messageOf(syntaxError))}`)
  }
  return bodyError('holds a key that is not allowed: "__proto__", or "constructor" with "prototype" in it', error)
}

/** The engine quotes the text around the fault, which may be a password on its way into a log. */
function withoutExcerpt(message: string): string {
  const unexpected = /^Unexpected token '(.{1,2})', /s.exec(message)
  return unexpected ? `Unexpected character ${JSON.stringify(unexpected[1])}` : message
}
