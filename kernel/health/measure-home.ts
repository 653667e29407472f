import { statfs } from 'node:fs/promises'
import type { KernelDataPlane, Metrics, Planes } from '@svc/plugin'

/** The planes, the workspaces' files and the disk they lie on. */
export function measureHome(metrics: Metrics, home: { path: string; planes: Planes; data: KernelDataPlane }): void {
  metrics.gauge('svc_plane_healthy', '1 when the storage plane works, 0 when it does not', async () => {
    const status = await home.planes.status()
    return Object.entries(status).map(([plane, { healthy }]) => ({ value: healthy ? 1 : 0, labels: { plane } }))
  })
  metrics.gauge('svc_sqlite_open_files', 'SQLite files that are open; idle ones are closed', () => [
    { value: home.data.facts().openFiles },
  ])
  metrics.gauge(
    'svc_sqlite_checkpoint_failures',
    'Times that an idle file could not be checkpointed since the start',
    () => [{ value: home.data.facts().checkpointFailures }],
  )
  metrics.gauge('svc_disk_free_bytes', 'Room for this user on the disk of the home', async () => {
    const { bavail, bsize } = await statfs(home.path)
    return [{ value: bavail * bsize }]
  })
}
