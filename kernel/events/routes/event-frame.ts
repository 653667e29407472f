import type { EventGap, ServerSentEvent, WorkspaceEvent } from '@svc/plugin'

/** One frame for all readers of an event: it is encoded once. */
const frames = new WeakMap<WorkspaceEvent, ServerSentEvent>()

/** An event as it is sent. A gap has the id that its reader gave: whoever comes back with it is told again. */
export function frameOf(event: WorkspaceEvent | EventGap): ServerSentEvent {
  if ('resumes_at' in event) return { id: event.after, type: event.type, data: { ...event } }
  const known = frames.get(event)
  if (known !== undefined) return known
  const { id, type, at, data } = event
  const frame = { id, type, data: { type, id, at, data } }
  frames.set(event, frame)
  return frame
}
