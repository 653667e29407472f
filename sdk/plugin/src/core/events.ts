import type { JsonObject, JsonSchema } from '../json-schema.ts'
import { defineService } from '../service.ts'
import type { WorkspaceDatabase } from './storage/data-plane.ts'

/** Something that happened in a workspace, as it is kept and sent. */
export interface WorkspaceEvent {
  /** `evt_…`. Their order is that of the log, not that of the ids. */
  id: string
  /** Declared in a manifest's `events`, or by the kernel: `job.succeeded`. */
  type: string
  at: string
  /** Holds the record's id; never a secret, a payload or a path. */
  data: JsonObject
}

export interface NewEvent {
  type: string
  data: JsonObject
}

export interface EventType {
  type: string
  title: string
  /** JSON Schema of `data`. */
  data: JsonSchema
  /** `admin`: only admins and owners get it, on streams and by webhooks. */
  audience: 'workspace' | 'admin'
  /** Who declares it: `kernel` or a plugin's id. */
  owner: string
}

export interface EventQuery {
  /** Events after this one. Null: from now on. */
  after: string | null
  /** `job.*`, `run.finished`, `*`; all when left out. */
  patterns?: readonly string[]
  /** Whether events for admins alone are included. */
  isAdmin: boolean
}

/** A hole in the log: events after `after` were pruned. */
export interface EventGap {
  type: 'gap'
  after: string
  /** The next event that is still there; null when none is. */
  resumes_at: string | null
}

/** A part of a log, for readers who keep their place themselves. */
export interface EventPage {
  events: readonly WorkspaceEvent[]
  /** Behind the last of them: where the next page begins. */
  place: number
  /** Events behind the place that was asked for are gone. */
  isTorn: boolean
}

/** Runs in the transaction of an event, on the same file: an outbox is filled here. It must not throw for reasons of its own. */
export type EventOutbox = (db: WorkspaceDatabase, workspaceId: string, events: readonly WorkspaceEvent[]) => void

/**
 * The event log of each workspace. An event says what happened (`job.succeeded`); it never asks for work.
 * @throws InternalError for a type that nobody declared
 */
export interface EventLog {
  /** Within a transaction on the workspace's file: the event stands exactly when the change stands. */
  append(db: WorkspaceDatabase, workspaceId: string, events: readonly NewEvent[]): WorkspaceEvent[]
  /** In a transaction of its own, for changes that are kept elsewhere. */
  publish(workspaceId: string, event: NewEvent): Promise<void>
  /** What is stored after `after`, then each event as it is committed; ends with the signal. */
  follow(workspaceId: string, query: EventQuery, signal: AbortSignal): AsyncIterable<WorkspaceEvent | EventGap>
  /** What stands behind a place in the log, at most `limit`. Null: nothing, and the place at its end. */
  page(db: WorkspaceDatabase, place: number | null, limit: number): EventPage
  /** Every type that can occur, by name. */
  types(): readonly EventType[]
  /** Called in each appending transaction, in order of registration; register during setup. */
  addOutbox(outbox: EventOutbox): void
  /** Called after a commit that may have added events to the workspace; `isForeign` when another process on this home may have. */
  onCommitted(listener: (workspaceId: string, isForeign: boolean) => void): void
}

export const eventLog = defineService<EventLog>('core.events')

/** True when `type` fits one of the patterns: a type, `job.*` or `*`. */
export function matchesEvent(patterns: readonly string[], type: string): boolean {
  return patterns.some(pattern => pattern === '*' || pattern === type || isPrefix(pattern, type))
}

function isPrefix(pattern: string, type: string): boolean {
  return pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))
}
