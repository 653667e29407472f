import type { IncomingHttpHeaders } from 'node:http'
import { CallerError, PayloadTooLargeError, ValidationError } from '@svc/plugin'
import type { JsonShape } from '@svc/plugin'
import { checkJsonBytes, jsonFaultSentence } from '@svc/plugin/library/checked-json'
import type { CheckedJson } from '@svc/plugin/library/checked-json'

type Shape = Required<JsonShape>

const settings: Partial<Record<string, string>> = {
  depth: ' (SVC_JSON_DEPTH)',
  members: ' (SVC_JSON_MEMBERS)',
  names: ' (SVC_JSON_NAMES)',
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
  const message = `${jsonFaultSentence(fault, shape)}${settings[fault.of] ?? ''}`
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
