import { statfs } from 'node:fs/promises'
import type { KernelDataPlane, Metrics, Planes } from '@svc/plugin'
import { newestBackup } from '@svc/plugin/contracts/boot-facts'
import { childrenRoom } from '../children/index.ts'
import { installedPlugins } from '../installed-plugins.ts'
import { jobsRoom } from '../jobs/index.ts'
import { planesRoom } from '../planes/index.ts'
import { defineRoom } from '../room.ts'
import { metricsRoom } from '../services/index.ts'
import { clocksAgree, diskFree, homeWritable, planeChecks, queueAnswers } from './ready-checks.ts'
import { statusRoute } from './status-route.ts'
import { streamProbe } from './stream-probe.ts'

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
  open({ planes: { planes, control, data }, children, jobs, metrics, plugins }, { home, placement, version, clock }) {
    placement?.measure(metrics)
    measureHome(metrics, { path: home.path, planes, data })
    const status = statusRoute({
      version,
      clock,
      missingWalls: async () => (await children.processes.hardening()).missing,
      async lastBackup() {
        const [newest] = plugins.contributions(newestBackup)
        return (await newest?.()) ?? null
      },
      depth: () => jobs.store.depth(),
    })
    const checks = [
      ...planeChecks(planes),
      homeWritable(home.path),
      diskFree(home.path),
      queueAnswers(() => jobs.answers()),
      ...clocksAgree(control, clock),
      ...(placement?.readyChecks ?? []),
    ]
    return { checks, routes: [status, streamProbe] }
  },
  routes: health => health.routes,
  readyChecks: health => health.checks,
})

/** The planes, the workspaces' files and the disk they lie on. */
function measureHome(metrics: Metrics, home: { path: string; planes: Planes; data: KernelDataPlane }): void {
  metrics.gauge('svc_plane_healthy', '1 when the storage plane works, 0 when it does not', async () => {
    const status = await home.planes.status()
    return Object.entries(status).map(([plane, { healthy }]) => ({ value: healthy ? 1 : 0, labels: { plane } }))
  })
  metrics.gauge('svc_sqlite_open_files', 'SQLite files that are open; idle ones are closed', () => [
    { value: home.data.facts().openFiles },
  ])
  metrics.gauge('svc_sqlite_checkpoint_failures', 'Times that a file could not be checkpointed since the start', () => [
    { value: home.data.facts().checkpointFailures },
  ])
  metrics.gauge('svc_disk_free_bytes', 'Room for this user on the disk of the home', async () => {
    const { bavail, bsize } = await statfs(home.path)
    return [{ value: bavail * bsize }]
  })
}
