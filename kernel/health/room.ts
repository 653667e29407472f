import { newestBackup } from '@svc/plugin/contracts/boot-facts'
import { childrenRoom } from '../children/index.ts'
import { installedPlugins } from '../installed-plugins.ts'
import { jobsRoom } from '../jobs/index.ts'
import { planesRoom } from '../planes/index.ts'
import { defineRoom } from '../room.ts'
import { metricsRoom } from '../services/index.ts'
import { createHealth } from './create-health.ts'

/** The checks behind `/readyz`, and what the operator may ask of the process. */
export const healthRoom = defineRoom({
  name: 'health',
  needs: {
    planes: planesRoom,
    children: childrenRoom,
    jobs: jobsRoom,
    metrics: metricsRoom,
    plugins: installedPlugins,
  },
  open: ({ planes, children, jobs, metrics, plugins }, { home, version, clock }) =>
    createHealth({
      homePath: home.path,
      planes: planes.planes,
      data: planes.data,
      metrics,
      control: planes.control,
      version,
      clock,
      missingWalls: async () => (await children.processes.hardening()).missing,
      async lastBackup() {
        const [newest] = plugins.contributions(newestBackup)
        return (await newest?.()) ?? null
      },
      depth: () => jobs.store.depth(),
      nextDue: () => jobs.answers(),
    }),
  routes: health => health.routes,
  readyChecks: health => health.checks,
})
