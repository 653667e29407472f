import type { EventLog, RouteDefinition, WorkspaceEvent } from '@svc/plugin'

/** The event log with what the kernel alone may do with it. */
export interface Events {
  log: EventLog
  /** `GET /api/events` and the catalogue. */
  routes: readonly RouteDefinition[]
  /** Stores events that were committed elsewhere (PostgreSQL's outbox), each once however often it is brought. */
  relay(workspaceId: string, events: readonly WorkspaceEvent[]): void
  /** Another process on this home may have appended events. */
  noticed(workspaceId: string): void
  close(): void
}
