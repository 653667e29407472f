import { ConflictError } from '@svc/plugin'
import type { Clock, Ids, Logger } from '@svc/plugin'
import {
  clearJobs,
  copyStoredJobs,
  createJobs,
  createPostgresQueue,
  leftStore,
  postgresJobMigrations,
} from '../jobs/index.ts'
import type { MovedJobs } from '../jobs/index.ts'
import { createEvents } from '../events/index.ts'
import { createIds, createLogger, systemClock } from '../services/index.ts'
import { moveControl, openHome, openPlanes } from '../planes/index.ts'
import type { Home } from '../planes/index.ts'
import { kernelMigrations } from './prepare.ts'

export interface MoveJobsOptions {
  home: string
  databaseUrl: string
  to: 'postgres' | 'sqlite'
  onProgress(moved: MovedJobs): void
}

export interface Moved extends MovedJobs {
  /** Users, workspaces and keys, which the server keeps in the same place, went along. */
  control: boolean
}

type Means = { clock: Clock; ids: Ids; log: Logger }

/**
 * Takes the jobs of a home, whose server is stopped, from the workspaces' files to PostgreSQL or back, together with users and keys.
 * Deletes what it has moved only when all of it has arrived; broken off, it is simply begun anew.
 * @throws ConflictError `home_in_use` while a server runs on the home
 */
export async function moveJobs(options: MoveJobsOptions): Promise<Moved> {
  const means = { clock: systemClock, ids: createIds(systemClock), log: createLogger({ level: 'silent' }) }
  const home = await openHome(options.home, means)
  try {
    if (options.to === 'postgres') {
      const control = await bringControl(options, home, means)
      return { ...(await bringJobs(options, home, means)), control }
    }
    const isBack = home.marker?.control === 'registry'
    const moved = isBack ? { jobs: 0, schedules: 0, requeued: 0 } : await bringJobs(options, home, means)
    return { ...moved, control: await bringControl(options, home, means) }
  } finally {
    await home.release()
  }
}

async function bringControl({ to, databaseUrl }: MoveJobsOptions, home: Home, means: Means): Promise<boolean> {
  const kind = to === 'postgres' ? 'postgres' : 'registry'
  return moveControl({ home, to: kind, databaseUrl, postgresMigrations: postgresJobMigrations, ...means })
}

async function bringJobs(options: MoveJobsOptions, home: Home, means: Means): Promise<MovedJobs> {
  const { to, databaseUrl, onProgress } = options
  const planes = await openPlanes({
    home,
    databaseUrl,
    migrations: [kernelMigrations],
    postgresMigrations: postgresJobMigrations,
    ...means,
  })
  const { data, postgres } = planes
  if (postgres === null) throw new ConflictError('conflict', 'DATABASE_URL is not set.')
  const stopped = AbortSignal.abort()
  const inFiles = createJobs({ data, signal: stopped, ...means }).store
  const events = createEvents({ data, types: [], retention: { days: 365, count: 1_000_000 }, ...means })
  const queue = createPostgresQueue({ database: postgres, relay: (...brought) => events.relay(...brought), ...means })
  const inDatabase = queue.store({ queues: {}, kinds: {} })
  try {
    const [from, target] = to === 'postgres' ? [inFiles, inDatabase] : [inDatabase, inFiles]
    const moved = await copyStoredJobs(from, target, means.clock.now(), onProgress)
    if (to === 'sqlite') {
      // What happened to the jobs there, and was not brought yet.
      queue.relay.start()
      await queue.relay.stop()
      await postgres.transaction(clearJobs)
    } else for (const workspaceId of await data.workspaceIds()) data.use(workspaceId, db => leftStore.clear(db))
    return moved
  } finally {
    await inFiles.close()
    await inDatabase.close()
    events.close()
    await planes.close()
  }
}
