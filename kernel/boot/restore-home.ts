import { restoreBackup } from '../backup/index.ts'
import type { Restored, RestoreOptions } from '../backup/index.ts'
import { jobLimits } from '../jobs/index.ts'
import { createIds, createLogger, systemClock } from '../services/index.ts'
import { kernelMigrations } from './plan/plan-migrations.ts'
import { svcVersion } from './version.ts'

/**
 * Makes an empty or absent folder the home that an archive holds; with a database, users, keys and jobs go there.
 * @throws SvcError that says why nothing was restored
 */
export async function restoreHome(
  options: Pick<RestoreOptions, 'file' | 'home' | 'databaseUrl'> & { signal: AbortSignal },
): Promise<Restored> {
  const ids = createIds(systemClock)
  const log = createLogger({ level: 'silent' })
  const means = { clock: systemClock, ids, log }
  return restoreBackup({
    ...options,
    ...means,
    version: svcVersion,
    migrations: [kernelMigrations],
    async jobStores(planes) {
      // Nothing happens while jobs are imported that would have to be told.
      const jobOptions = { ...means, limits: jobLimits({}), events: null }
      const { store: inHome } = await planes.openJobsInHome(jobOptions)
      return { kept: planes.jobsInHome ? inHome : (await planes.openJobs(jobOptions)).store, inHome }
    },
  })
}
