import { metrics, sealer } from '@svc/plugin'
import { defineRoom } from '../room.ts'
import { MetricsRelay } from './metrics-relay.ts'
import { createSealer } from './sealer.ts'

/** Encryption under the home's key, with a key for each plugin. */
export const sealerRoom = defineRoom({
  name: 'sealer',
  needs: {},
  open: (_needs, { home }) => home.secrets.config_key,
  services: ({ scoped }) => [scoped(sealer, (homeKey, plugin) => createSealer(homeKey, plugin))],
})

/** What rooms and plugins declare to be counted. */
export const metricsRoom = defineRoom({
  name: 'metrics',
  needs: {},
  open: () => new MetricsRelay(),
  services: ({ shared }) => [shared(metrics, relay => relay)],
})
