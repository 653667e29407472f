import { backupRoom } from '../backup/index.ts'
import { childrenRoom } from '../children/index.ts'
import { jobsRoom } from '../jobs/index.ts'
import { planesRoom } from '../planes/index.ts'
import { defineRoom } from '../room.ts'
import { metricsRoom } from '../services/index.ts'
import { createHealth } from './create-health.ts'

/** The checks behind `/readyz`, and what the operator may ask of the process. */
export const healthRoom = defineRoom({
  name: 'health',
  needs: { planes: planesRoom, backup: backupRoom, children: childrenRoom, jobs: jobsRoom, metrics: metricsRoom },
  open: ({ planes, backup, children, jobs, metrics }, { home, version, clock }) =>
    createHealth({
      homePath: home.path,
      planes: planes.planes,
      data: planes.data,
      metrics,
      control: planes.control,
      backups: backup.service,
      version,
      clock,
      missingWalls: async () => (await children.processes.hardening()).missing,
      depth: () => jobs.store.depth(),
      nextDue: () => jobs.answers(),
    }),
  routes: health => health.routes,
  readyChecks: health => health.checks,
})
