import { eventLog } from '@svc/plugin'
import { installedPlugins } from '../installed-plugins.ts'
import { planesRoom } from '../planes/index.ts'
import { defineRoom } from '../room.ts'
import { eventRoutes } from './event-routes.ts'
import { WorkspaceEventLog } from './workspace-event-log.ts'

// Events a workspace: some 30 MB at the most.
const eventsKept = 100_000

/** The event log of every workspace. */
export const eventsRoom = defineRoom({
  name: 'events',
  permissions: ['events:read'],
  needs: { planes: planesRoom, plugins: installedPlugins },
  open: ({ planes, plugins }, { config, placement, clock, ids, log }) =>
    new WorkspaceEventLog({
      data: planes.data,
      clock,
      ids,
      log,
      types: plugins.eventTypes,
      ...(placement && { post: placement.post }),
      retention: { days: config.event_retention_days, count: eventsKept },
    }),
  services: ({ shared }) => [shared(eventLog, events => events)],
  routes: eventRoutes,
  close: events => events.close(),
})
