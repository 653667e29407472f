import type { Clock, DataPlane, EventType, Ids, Logger } from '@svc/plugin'
import { EventCatalogue } from './event-catalogue.ts'
import { EventRetention } from './event-retention.ts'
import type { RetentionBounds } from './event-retention.ts'
import { kernelEventTypes } from './event-types.ts'
import type { Events } from './events.ts'
import { eventRoutes } from './routes/event-routes.ts'
import { WorkspaceEventLog } from './workspace-event-log.ts'

export interface EventsOptions {
  data: DataPlane
  clock: Clock
  ids: Ids
  log: Logger
  /** What the plugins declare; the kernel's own are known here. */
  types: readonly EventType[]
  retention: RetentionBounds
}

/** The event log of every workspace, its streams and its catalogue. */
export function createEvents(options: EventsOptions): Events {
  const { data, clock, ids, log } = options
  const catalogue = new EventCatalogue([...kernelEventTypes, ...options.types])
  const retention = new EventRetention({ data, clock, log, bounds: options.retention })
  const events = new WorkspaceEventLog({ data, clock, ids, log, catalogue, retention })
  return {
    log: events,
    routes: eventRoutes(events, catalogue),
    relay: (workspaceId, relayed) => events.relay(workspaceId, relayed),
    noticed: workspaceId => events.touch(workspaceId, 0),
    close: () => events.close(),
  }
}
