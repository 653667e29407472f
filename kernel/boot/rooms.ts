import { pluginDirectory, toolBindings } from '@svc/plugin'
import { authRoom } from '../auth/index.ts'
import { backupRoom } from '../backup/index.ts'
import { childrenRoom } from '../children/index.ts'
import { egressRoom } from '../egress/index.ts'
import { eventsRoom } from '../events/index.ts'
import { healthRoom } from '../health/index.ts'
import { httpRoom } from '../http/index.ts'
import { installedPlugins } from '../installed-plugins.ts'
import { jobsRoom, workerLinkRoom } from '../jobs/index.ts'
import { analyticsRoom, planesRoom } from '../planes/index.ts'
import { defineRoom, servicesOf } from '../room.ts'
import type { Room } from '../room.ts'
import { metricsRoom, sealerRoom } from '../services/index.ts'
import { workerJobsRoom } from './worker-jobs.ts'

/** What plugins may know of each other. */
const pluginsRoom = defineRoom({
  name: 'plugins',
  needs: { installed: installedPlugins },
  open: ({ installed }) => installed,
  services: ({ shared }) => [
    shared(pluginDirectory, ({ directory }) => directory),
    shared(toolBindings, ({ tools }) => tools),
  ],
})

const everywhere: readonly Room[] = [
  planesRoom,
  sealerRoom,
  pluginsRoom,
  metricsRoom,
  egressRoom,
  childrenRoom,
  analyticsRoom,
  eventsRoom,
  authRoom,
]

/** In the order of their starts, but for what they need: HTTP listens last, so that a half-started server never answers. */
export const serverRooms: readonly Room[] = [...everywhere, jobsRoom, workerLinkRoom, backupRoom, healthRoom, httpRoom]

/** A worker takes jobs last and gives them back first, since their handlers call routes from inside. */
export const workerRooms: readonly Room[] = [...everywhere, httpRoom, workerJobsRoom, backupRoom, healthRoom]

/** Ids of the services that rooms bring, known before any of them is open. */
export const coreServices: ReadonlySet<string> = new Set(
  serverRooms.flatMap(room => servicesOf(room).map(({ service }) => service.id)),
)
