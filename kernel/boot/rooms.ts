import { pluginDirectory, toolBindings } from '@svc/plugin'
import type { ProcessRole } from '@svc/plugin'
import { authRoom } from '../auth/index.ts'
import { childrenRoom } from '../children/index.ts'
import { egressRoom } from '../egress/index.ts'
import { eventsRoom } from '../events/index.ts'
import { healthRoom } from '../health/index.ts'
import { httpRoom } from '../http/index.ts'
import { installedPlugins } from '../installed-plugins.ts'
import { jobsRoom } from '../jobs/index.ts'
import { analyticsRoom, contentRoom, planesRoom } from '../planes/index.ts'
import { removalRoom } from '../removal/index.ts'
import { defineRoom, servicesOf } from '../room.ts'
import type { Room } from '../room.ts'
import { metricsRoom, sealerRoom } from '../services/index.ts'

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
  contentRoom,
  childrenRoom,
  analyticsRoom,
  eventsRoom,
  authRoom,
]

/**
 * In the order of their starts, but for what they need. HTTP listens last, so that a half-started server never answers; a worker takes
 * jobs last and gives them back first, since their handlers call routes from inside.
 */
export function roomsOf(role: ProcessRole): readonly Room[] {
  const jobs = [jobsRoom, healthRoom, removalRoom]
  return role === 'worker' ? [...everywhere, httpRoom, ...jobs] : [...everywhere, ...jobs, httpRoom]
}

const services = roomsOf('server').flatMap(servicesOf)

/** Ids of the services that rooms bring, known before any of them is open. */
export const coreServices: ReadonlySet<string> = new Set(services.map(({ service }) => service.id))

/** Those of them that a plugin gets only if its manifest names them. */
export const declaredServices: ReadonlySet<string> = new Set(
  services.filter(({ isDeclared }) => isDeclared).map(({ service }) => service.id),
)
