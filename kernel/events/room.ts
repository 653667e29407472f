import { eventLog } from '@svc/plugin'
import { installedPlugins } from '../installed-plugins.ts'
import { planesRoom } from '../planes/index.ts'
import { defineRoom } from '../room.ts'
import { createEvents } from './create-events.ts'

// Events a workspace: some 30 MB at the most.
const eventsKept = 100_000

/** The event log of every workspace. */
export const eventsRoom = defineRoom({
  name: 'events',
  permissions: ['events:read'],
  needs: { planes: planesRoom, plugins: installedPlugins },
  open: ({ planes, plugins }, { config, clock, ids, log }) =>
    createEvents({
      data: planes.data,
      clock,
      ids,
      log,
      types: plugins.eventTypes,
      retention: { days: config.event_retention_days, count: eventsKept },
    }),
  services: ({ shared }) => [shared(eventLog, events => events.log)],
  routes: events => events.routes,
  close: events => events.close(),
})
