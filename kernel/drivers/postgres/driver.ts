import { ConflictError, defineDriver } from '@svc/plugin'
import type { OpenControlOptions, OpenedJobs, OpenJobsOptions } from '@svc/plugin'
import { isPostgres } from './is-postgres.ts'

const kept = new Set(['control', 'jobs'])

/** Users, workspaces, keys and jobs in the database `DATABASE_URL`. What it needs is loaded when it is opened, so that it costs other servers nothing. */
export const postgres = defineDriver({
  id: 'postgres',
  inHome: false,
  schemes: ['postgres:', 'postgresql:'],
  serves: ({ plane, url }) => (kept.has(plane) && isPostgres(url) ? 10 : 0),
  provides: { control: openControl, jobs: openJobs },
  async eraseControl(options) {
    const { controlStore } = await import('./control/control-store.ts')
    const control = await openControl(options)
    try {
      await control.database.transaction(controlStore.clear)
    } finally {
      await control.close()
    }
  },
})

async function openControl({ databaseUrl, beside, clock, log }: OpenControlOptions) {
  const { openPostgres } = await import('./control/postgres-control-plane.ts')
  return openPostgres({ databaseUrl: databaseUrl ?? '', mayMigrate: beside === null, clock, log })
}

async function openJobs({ control, limits, events, serverId, clock, log }: OpenJobsOptions): Promise<OpenedJobs> {
  const { PostgresControlPlane } = await import('./control/postgres-control-plane.ts')
  if (!(control instanceof PostgresControlPlane)) {
    throw new ConflictError(
      'conflict',
      'Jobs can be kept in PostgreSQL only where users and keys are: set DATABASE_URL.',
    )
  }
  const { database } = control
  const [{ PostgresJobStore }, { OutboxRelay }, { upkeepStore }] = await Promise.all([
    import('./jobs/postgres-job-store.ts'),
    import('./jobs/outbox-relay.ts'),
    import('./jobs/stores/upkeep-store.ts'),
  ])
  const ofServer = serverId !== undefined && { serverId }
  const store = new PostgresJobStore({ database, limits, clock, ...ofServer })
  const opened = { store, countLive: async () => 0, clear: () => database.transaction(upkeepStore.clear) }
  if (events === null) return opened
  const relay = new OutboxRelay({ database, relay: (...brought) => events.relay(...brought), clock, log, ...ofServer })
  // With several servers, the event may be for another one.
  if (!ofServer) store.callRelay(() => relay.wake())
  return { ...opened, relay }
}
