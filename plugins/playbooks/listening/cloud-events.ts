import type { EventLog, JsonObject, JsonValue, WorkspaceEvent } from '@svc/plugin'
import { isObject } from '../definitions/mistakes.ts'

/** The jobs that advance runs. */
export const advanceJobKind = 'playbooks.advance'

/** The type under which the log keeps what playbooks and clients emit. */
export const emittedEvent = 'playbook.event'

/** An event of the workspace's log as a CloudEvent: what was emitted as it was emitted, everything else with its record as subject. */
export function cloudEventOf(workspaceId: string, { id, type, at, data }: WorkspaceEvent): JsonObject {
  if (type === emittedEvent && isObject(data['event'])) return data['event']
  const record = Object.entries(data).find(([name, value]) => name.endsWith('_id') && typeof value === 'string')
  const event: JsonObject = { specversion: '1.0', id, source: `urn:svc:${workspaceId}`, type, time: at, data }
  return record ? { ...event, subject: record[1] as JsonValue } : event
}

/** What a task reads of an event. */
export function readAs(read: 'data' | 'envelope' | 'raw', event: JsonObject): JsonValue {
  return read === 'envelope' ? event : (event['data'] ?? null)
}

/** Why nobody may emit an event of this type, as a sentence; null when everybody may. */
export function typeRefusal(events: Pick<EventLog, 'types'>, type: string): string | null {
  if (type.includes('.') && !events.types().some(known => known.type === type)) return null
  return `"${type.slice(0, 200)}" is no type that an event may have: it needs a dot, and may not be one of svc's own.`
}

/** Events of the jobs that advance runs: a run that heard them would wake itself without an end. */
export function isOfEngine({ type, data }: WorkspaceEvent): boolean {
  return type.startsWith('job.') && data['kind'] === advanceJobKind
}
