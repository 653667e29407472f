import type { RouteDefinition } from '@svc/plugin'
import { claimRoutes } from './claim-routes.ts'
import { JobAccess } from './job-access.ts'
import type { DeclaredKind } from './job-access.ts'
import type { JobRouteParts } from './job-route-parts.ts'
import { jobRoutes } from './job-routes.ts'
import { scheduleRoutes } from './schedule-routes.ts'

export interface JobRoutesOptions extends Omit<JobRouteParts, 'access' | 'stopping'> {
  /** Of every plugin that is there, running or not: what is guarded stays so while its plugin is switched off. */
  declaredKinds: readonly DeclaredKind[]
}

export interface JobRoutes {
  routes: readonly RouteDefinition[]
  /** Callers that wait for jobs are told that there are none. */
  stopWaiting(): void
}

/** `/api/jobs/…` */
export function createJobRoutes(options: JobRoutesOptions): JobRoutes {
  const stopping = new AbortController()
  const parts: JobRouteParts = { ...options, access: new JobAccess(options.declaredKinds), stopping: stopping.signal }
  const routes: RouteDefinition[] = []
  const registrar = { route: (route: unknown) => void routes.push(route as RouteDefinition) }
  jobRoutes(registrar, parts)
  claimRoutes(registrar, parts)
  scheduleRoutes(registrar, parts)
  return { routes, stopWaiting: () => stopping.abort() }
}
