import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { StoredJobs } from '@svc/plugin'
import type { AdoptedHome, OfflineHomes } from '@svc/plugin/contracts/offline-homes'
import { jobsFile } from './backup-manifest.ts'
import type { BackupManifest } from './backup-manifest.ts'
import { unpackArchive } from './unpack-archive.ts'

export interface RestoreOptions {
  file: string
  home: string
  /** Users, keys and jobs go there; null: into the home. */
  databaseUrl: string | null
  homes: Pick<OfflineHomes, 'adopt' | 'openSqlite' | 'version'>
  signal: AbortSignal
}

export interface Restored extends AdoptedHome {
  manifest: BackupManifest
}

/**
 * Makes an empty or absent folder the home that an archive holds: all of it, or nothing.
 * @throws ArchiveFault, ConflictError, StorageFullError
 */
export async function restoreArchive({ file, home, databaseUrl, homes, signal }: RestoreOptions): Promise<Restored> {
  const sqlite = homes.openSqlite()
  const manifests: BackupManifest[] = []
  try {
    const adopted = await homes.adopt({
      home,
      databaseUrl,
      async unpack(folder) {
        const manifest = await unpackArchive(file, { folder, version: homes.version, sqlite, signal })
        manifests.push(manifest)
        const jobs = manifest.jobs === 'file' ? storedJobs(join(folder, jobsFile)) : null
        // A workspace leaves its home behind, and with it that home's secrets.
        return { isNew: manifest.scope === 'workspace', jobs }
      },
    })
    const [manifest] = manifests
    if (manifest === undefined) throw new Error('A home was adopted without being unpacked.')
    return { ...adopted, manifest }
  } finally {
    await sqlite.close()
  }
}

/** Batches of jobs, a batch a line; the file is no part of the home and goes once all of them are read. */
async function* storedJobs(path: string): AsyncGenerator<StoredJobs> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (line !== '') yield JSON.parse(line) as StoredJobs
  }
  await rm(path)
}
