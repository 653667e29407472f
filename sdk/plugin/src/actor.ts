import type { RouteRequest } from './http.ts'
import type { Principal } from './principal.ts'

/** Who makes a change and, when it came by a request, from where: the audit log records both. A plain principal fits. */
export interface Actor extends Principal {
  readonly ip?: string
  readonly request_id?: string
}

/** The caller of a route as an {@link Actor}. */
export function actorOf(request: Pick<RouteRequest, 'principal' | 'ip' | 'id'>): Actor {
  return { ...request.principal, ip: request.ip, request_id: request.id }
}
