import type { Backup, RouteDefinition } from '@svc/plugin'

/** What must hold before this server is given work. */
export interface ReadyCheck {
  name: string
  /** Rejects with the reason and the remedy; an SvcError's sentence is told to everyone, any other stays in the log. */
  check(): void | Promise<void>
}

/** How this process fares, for its operator. */
export interface Health {
  checks: readonly ReadyCheck[]
  /** `/api/server/…` */
  routes: readonly RouteDefinition[]
}

export type LastBackup = Pick<Backup, 'name' | 'bytes' | 'created_at' | 'reason'>
