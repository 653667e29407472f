import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { parse } from 'secure-json-parse'
import {
  CallerError,
  PayloadTooLargeError,
  ValidationError,
  infinityIn,
  jsonFacts,
  messageOf,
  tooLargeNumber,
} from '@svc/plugin'
import type { JsonFacts, JsonShape } from '@svc/plugin'

function bodyError(message: string, path = '', cause?: unknown): ValidationError {
  return new ValidationError(`body ${message}`, [{ path, message }], { cause })
}

/**
 * Parses a request's body. Empty is undefined: clients send `Content-Type` without a body, too.
 * A fault is returned, not thrown: a ValidationError that says what is wrong and where.
 */
export function parseJsonBody(bytes: Buffer, shape: Required<JsonShape>): unknown {
  if (bytes.length === 0) return undefined
  if (!isUtf8(bytes)) return bodyError('is not valid UTF-8')
  const text = bytes.toString('utf8')
  const { excess, mayOverflow } = jsonFacts(text, shape)
  if (excess) return shapeError(excess, shape)
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

/** Before anything is built of the text: of a body with 60,000 names each request would hold all others up. */
function shapeError({ of, at }: NonNullable<JsonFacts['excess']>, shape: Required<JsonShape>): CallerError {
  if (of === 'depth') return bodyError(`is nested deeper than ${shape.depth} levels (SVC_JSON_DEPTH)`, at)
  const message =
    of === 'members'
      ? `holds more than ${shape.members} values, which is what this route takes. Send fewer at a time, or a large text instead of many values (SVC_JSON_MEMBERS)`
      : `has more than ${shape.names} different names. Send a list of {"name", "value"} in place of one member for each (SVC_JSON_NAMES)`
  const where = at === '' ? '' : `, seen at ${at}`
  return new PayloadTooLargeError(`body ${message}${where}.`, { errors: [{ path: at, message }] })
}

/** Says whether the JSON is malformed or has a forbidden key: the safe parser has one error for both. */
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
