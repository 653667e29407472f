import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { CallerError, PayloadTooLargeError, ValidationError } from '@svc/plugin'
import type { JsonShape } from '@svc/plugin'
import { checkJsonBytes, jsonFaultSentence } from '@svc/plugin/library/checked-json'
import type { CheckedJson } from '@svc/plugin/library/checked-json'
import { tooLarge } from '../uploads/upload-body.ts'

type Shape = Required<JsonShape>

/** Reads a body whole. Each piece is put in its place as it comes: to join 64 MiB at the end would hold everybody up. */
export function readBody(raw: IncomingMessage, limit: number, done: (fault: Error | null, body: Buffer) => void): void {
  const stated = Number(raw.headers['content-length'] ?? 0)
  let bytes = Buffer.allocUnsafe(Math.min(stated, limit))
  let length = 0
  const end = (fault: Error | null = null): void => {
    raw.off('data', take).off('end', end).off('error', fail)
    done(fault, bytes.subarray(0, length))
  }
  const take = (piece: Buffer): void => {
    const needed = length + piece.length
    if (needed > limit) return end(tooLarge(limit))
    if (needed > bytes.length) bytes = Buffer.concat([bytes], Math.max(needed, 2 * length))
    length += piece.copy(bytes, length)
  }
  const fail = (cause: Error): void => end(new ValidationError('The body ended before it was whole.', [], { cause }))
  if (stated > limit) end(tooLarge(limit))
  else raw.on('data', take).on('end', end).on('error', fail)
}

/** Parses a request's body. Empty is undefined: clients send `Content-Type` without a body, too. */
export function parseJsonBody(bytes: Buffer, shape: Shape): unknown {
  return bytes.length === 0 ? undefined : bodyOf(checkJsonBytes(bytes, shape), shape)
}

/** A fault is returned, not thrown: an error that says what is wrong and where. */
export function bodyOf(checked: CheckedJson, shape: Shape): unknown {
  const { fault } = checked
  if (fault === undefined) return checked.value
  const path = 'at' in fault ? fault.at : ''
  const setting = fault.of in shape ? ` (SVC_JSON_${fault.of.toUpperCase()})` : ''
  const message = `${jsonFaultSentence(fault, shape)}${setting}`
  const errors = [{ path, message }]
  if (fault.of !== 'members' && fault.of !== 'names') return new ValidationError(`body ${message}`, errors)
  return new PayloadTooLargeError(`body ${message}${path && `, seen at ${path}`}.`, { errors })
}

/** What a packed body would unpack to is unknown, so none is taken; to read it as it is would be to guess. */
export function packed(headers: IncomingHttpHeaders): CallerError | null {
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding === 'identity') return null
  return new CallerError(415, 'unsupported_media_type', 'Send the body as it is, without Content-Encoding.')
}
