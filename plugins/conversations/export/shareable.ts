import { withoutData } from '@svc/plugin/library/models/provider-data'
import type { Message } from '../records.ts'

/** A message as it leaves the server: what providers want back with their calls is for them alone. */
export function shareable(message: Message): Message {
  return { ...message, tool_calls: message.tool_calls.map(withoutData) }
}
