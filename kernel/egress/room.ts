import { egress } from '@svc/plugin'
import { metricsRoom } from '../services/index.ts'
import { defineRoom } from '../room.ts'
import { createEgress } from './egress.ts'

/** The way out to the network: one for each plugin, so that its log lines name the plugin and no connection is shared. */
export const egressRoom = defineRoom({
  name: 'egress',
  needs: { metrics: metricsRoom },
  open({ metrics }, { config, log, placement }) {
    const help = 'Outgoing requests that the address rules refused'
    const refused = metrics.counter('svc_egress_refusals_total', help, ['plugin'])
    return (plugin: string) =>
      createEgress({
        allow: config.egress_allow,
        log: log.child({ plugin }),
        ...(placement && { kept: () => placement.kept() }),
        onRefused: () => refused.add(1, { plugin }),
      })
  },
  services: ({ scoped }) => [scoped(egress, (openFor, plugin) => openFor(plugin))],
})
