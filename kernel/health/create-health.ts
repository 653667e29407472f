import type { Backups, ControlPlane, KernelDataPlane, Metrics, Planes } from '@svc/plugin'
import type { Health, LastBackup } from './health.ts'
import { measureHome } from './measure-home.ts'
import { clockAgrees, diskFree, homeWritable, planeChecks, queueAnswers } from './ready-checks.ts'
import { statusRoute } from './status-route.ts'
import type { StatusParts } from './status-route.ts'
import { streamProbe } from './stream-probe.ts'

export interface HealthOptions extends Omit<StatusParts, 'lastBackup'> {
  homePath: string
  planes: Planes
  data: KernelDataPlane
  metrics: Metrics
  control: Pick<ControlPlane, 'serverNow'>
  backups: Pick<Backups, 'list'>
  nextDue(): Promise<unknown>
}

/** Checks behind `/readyz`, and what the operator may ask of the process. */
export function createHealth(options: HealthOptions): Health {
  const { homePath, planes, data, control, clock, backups } = options
  measureHome(options.metrics, { path: homePath, planes, data })
  const checks = [
    ...planeChecks(planes),
    homeWritable(homePath),
    diskFree(homePath),
    queueAnswers(() => options.nextDue()),
  ]
  const serverNow = control.serverNow?.bind(control)
  if (serverNow) {
    checks.push(
      clockAgrees(async () => {
        const askedAt = clock.now()
        const there = await serverNow()
        // Half of the way there and back is taken for the way there.
        return there - (askedAt + clock.now()) / 2
      }),
    )
  }
  const lastBackup = async (): Promise<LastBackup | null> => {
    const made = (await backups.list()).toSorted((a, b) => b.created_at.localeCompare(a.created_at))
    const [last] = made
    return last ? { name: last.name, bytes: last.bytes, created_at: last.created_at, reason: last.reason } : null
  }
  return { checks, routes: [statusRoute({ ...options, lastBackup }), streamProbe] }
}
