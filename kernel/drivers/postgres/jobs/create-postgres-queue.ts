import type { Clock, Logger, WorkspaceEvent } from '@svc/plugin'
import type { PostgresDatabase } from '../../../planes/index.ts'
import type { JobLimits } from '../../../jobs/contract/index.ts'
import { OutboxRelay } from './outbox-relay.ts'
import { PostgresJobStore } from './postgres-job-store.ts'

export interface PostgresQueueOptions {
  database: PostgresDatabase
  /** Stores events in a workspace's log, each once however often it is brought. */
  relay(workspaceId: string, events: readonly WorkspaceEvent[]): void
  clock: Clock
  log: Logger
}

/** The queue in PostgreSQL as the server has it: with the relay of its events, which the server alone can store. */
export function createPostgresQueue(options: PostgresQueueOptions): {
  store(limits: JobLimits): PostgresJobStore
  relay: OutboxRelay
} {
  const { database, clock } = options
  const relay = new OutboxRelay(options)
  return {
    relay,
    store(limits) {
      const store = new PostgresJobStore({ database, limits, clock })
      store.callRelay(() => relay.wake())
      return store
    },
  }
}
