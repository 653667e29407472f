import { join } from 'node:path'
import type { StoredJobs } from '@svc/plugin'
import type { OfflineHomes } from '@svc/plugin/contracts/offline-homes'
import { lockHome, openStoppedHome } from '../../kernel/index.ts'
import { offlineHomes } from '../../apps/cli/offline/offline-homes.ts'
import { restoreArchive } from '../../plugins/backup/archive/restore-archive.ts'
import { repositoryRoot } from '../support/repository.ts'
import type { Restored } from '../../plugins/backup/archive/restore-archive.ts'

/** What `svc` does to homes that no server runs on; `version` in place of its own. */
export function testOfflineHomes(version?: string): OfflineHomes {
  const homes = offlineHomes({ env: {}, cwd: '/', builtinPlugins: join(repositoryRoot, 'plugins') })
  return version === undefined ? homes : { ...homes, version }
}

/** Restores as `svc backup restore` does. */
export function restoreTestArchive(
  file: string,
  home: string,
  { databaseUrl = null, version }: { databaseUrl?: string | null; version?: string } = {},
): Promise<Restored> {
  const { signal } = new AbortController()
  return restoreArchive({ file, home, databaseUrl, homes: testOfflineHomes(version), signal })
}

/** Holds a folder as a server or a restore holds it. */
export const lockTestHome = lockHome

/** What the workspaces' files of a home hold of jobs. */
export async function storedJobsIn(path: string): Promise<StoredJobs[]> {
  const home = await openStoppedHome(path, null)
  const { inHome, close } = await home.openJobs()
  const batches: StoredJobs[] = []
  try {
    for await (const batch of inHome.store.export()) batches.push(batch)
    return batches
  } finally {
    await close()
    await home.release()
  }
}
