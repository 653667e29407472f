import type { RouteRequest } from '@svc/plugin'

/** Where a request of somebody not yet known came from, for the session's record and the audit log. */
export interface Origin {
  ip: string
  userAgent: string | undefined
  requestId: string
}

export function originOf(request: Pick<RouteRequest, 'id' | 'ip' | 'headers'>): Origin {
  return { ip: request.ip, userAgent: request.headers['user-agent'], requestId: request.id }
}
