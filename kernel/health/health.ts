import type { RouteDefinition } from '@svc/plugin'
import type { ReadyCheck } from '../room.ts'

/** How this process fares, for its operator. */
export interface Health {
  checks: readonly ReadyCheck[]
  /** `/api/server/…` */
  routes: readonly RouteDefinition[]
}
