import type { Clock, Ids, Logger } from '@svc/plugin'
import { WorkspaceEventLog } from '../events/index.ts'
import { copyStoredJobs, jobLimits } from '../jobs/index.ts'
import type { MovedJobs } from '../jobs/index.ts'
import { driverFor, moveControl, openHome, openPlanes } from '../planes/index.ts'
import type { Home } from '../planes/index.ts'
import { createIds, createLogger, systemClock } from '../services/index.ts'
import { kernelMigrations } from './plan/plan-migrations.ts'

export interface MoveJobsOptions {
  home: string
  databaseUrl: string
  /** `database`: where `DATABASE_URL` says; `home`: the workspaces' files. */
  to: 'database' | 'home'
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
    if (options.to === 'database') {
      const control = await bringControl(options, home, means)
      return { ...(await bringJobs(options, home, means)), control }
    }
    const isBack = home.marker?.control === driverFor('control', null).driver.id
    const moved = isBack ? { jobs: 0, schedules: 0, requeued: 0 } : await bringJobs(options, home, means)
    return { ...moved, control: await bringControl(options, home, means) }
  } finally {
    await home.release()
  }
}

async function bringControl({ to, databaseUrl }: MoveJobsOptions, home: Home, means: Means): Promise<boolean> {
  return moveControl({ home, to, databaseUrl, ...means })
}

async function bringJobs(options: MoveJobsOptions, home: Home, means: Means): Promise<MovedJobs> {
  const { to, databaseUrl, onProgress } = options
  const planes = await openPlanes({ home, databaseUrl, migrations: [kernelMigrations], ...means })
  const events = new WorkspaceEventLog({
    data: planes.data,
    types: [],
    retention: { days: 365, count: 1_000_000 },
    ...means,
  })
  const jobOptions = { ...means, limits: jobLimits({}) }
  // Nothing happens to jobs in the home; what happened in the database, and was not brought yet, is brought before it is emptied.
  const inHome = await planes.openJobsInHome({ ...jobOptions, events: null })
  const inDatabase = await planes.openJobs({
    ...jobOptions,
    events,
  })
  try {
    const [from, target] = to === 'database' ? [inHome, inDatabase] : [inDatabase, inHome]
    const moved = await copyStoredJobs(from.store, target.store, means.clock.now(), onProgress)
    from.relay?.start()
    await from.relay?.stop()
    await from.clear()
    return moved
  } finally {
    await inHome.store.close()
    await inDatabase.store.close()
    events.close()
    await planes.close()
  }
}
