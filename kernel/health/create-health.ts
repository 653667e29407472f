import type { ControlPlane, KernelDataPlane, Metrics, Planes } from '@svc/plugin'
import type { Health } from './health.ts'
import { measureHome } from './measure-home.ts'
import { clockAgrees, diskFree, homeWritable, planeChecks, queueAnswers } from './ready-checks.ts'
import { statusRoute } from './status-route.ts'
import type { StatusParts } from './status-route.ts'
import { streamProbe } from './stream-probe.ts'

export interface HealthOptions extends StatusParts {
  homePath: string
  planes: Planes
  data: KernelDataPlane
  metrics: Metrics
  control: Pick<ControlPlane, 'serverNow'>
  nextDue(): Promise<unknown>
}

/** Checks behind `/readyz`, and what the operator may ask of the process. */
export function createHealth(options: HealthOptions): Health {
  const { homePath, planes, data, control, clock } = options
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
  return { checks, routes: [statusRoute(options), streamProbe] }
}
