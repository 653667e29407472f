import type { IncomingHttpHeaders } from 'node:http'
import { CallerError } from '@svc/plugin'

/** What a packed body would unpack to is unknown, so none is taken; to read it as it is would be to guess. */
export function packed(headers: IncomingHttpHeaders): CallerError | null {
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding === 'identity') return null
  return new CallerError(415, 'unsupported_media_type', 'Send the body as it is, without Content-Encoding.')
}
