import type { OfflineHomes } from '@svc/plugin/contracts/offline-homes'
import {
  assertOwnDrivers,
  BootError,
  readConfiguration,
  readKernelConfiguration,
  ThreadedSqliteCopies,
} from '../../../kernel/index.ts'
import type { Shell } from '../shell.ts'
import { version } from '../version.ts'
import { adoptHome } from './adopt-home.ts'
import { joinCluster } from './join/join-cluster.ts'
import { moveJobs } from './move-jobs.ts'
import { rollBackMigration } from './roll-back.ts'

/** What commands do to homes of this machine while no server runs on them. */
export function offlineHomes({
  env,
  cwd,
  builtinPlugins,
}: Pick<Shell, 'env' | 'cwd'> & { builtinPlugins: string }): OfflineHomes {
  return {
    version: version(),
    async configured() {
      const config = await readKernelConfiguration({ env, cwd })
      assertOwnDrivers(config, ['control', 'data', 'jobs'])
      const { home, database_url: databaseUrl = null } = config
      return { home, databaseUrl }
    },
    async setting(key) {
      const configuration = await readConfiguration({ env, cwd, builtinPlugins }).catch((error: unknown) => {
        if (error instanceof BootError) return null
        throw error
      })
      return configuration?.origins.find(origin => origin.key === key)?.value ?? null
    },
    openSqlite: () => new ThreadedSqliteCopies(),
    adopt: adoptHome,
    rollBackMigration: home => rollBackMigration(home, new Date().toISOString()),
    moveJobs,
    joinCluster: async request => joinCluster(await readKernelConfiguration({ env, cwd }), request),
  }
}
