import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { ConflictError } from '@svc/plugin'
import type { AuditEntry, Clock, ControlPlane, Ids, JobStore, Logger, StoredJobs } from '@svc/plugin'
import {
  asStorageFull,
  driverFor,
  importControl,
  openControl,
  openHome,
  openPlanes,
  registryRecords,
} from '../planes/index.ts'
import type { Home, MigrationSet, OpenedPlanes } from '../planes/index.ts'
import { auditFile, jobsFile, registryFile } from './backup-content.ts'
import type { BackupManifest } from './backup-manifest.ts'
import { openRestoreTarget } from './restore-target.ts'
import { unpackArchive } from './unpack-archive.ts'

type RestoredStore = Pick<JobStore, 'import' | 'export' | 'close'>

export interface RestoreOptions {
  file: string
  home: string
  /** Users, keys and jobs go there; null: into the home. */
  databaseUrl: string | null
  /** The kernel's own. */
  migrations: readonly MigrationSet[]
  /** The store that a server with these planes keeps its jobs in, and the one in the workspaces' files; maybe the same. */
  jobStores(planes: OpenedPlanes): Promise<{ kept: RestoredStore; inHome: RestoredStore }>
  version: string
  clock: Clock
  ids: Ids
  log: Logger
  signal?: AbortSignal
}

export interface Restored {
  manifest: BackupManifest
  users: number
  workspaces: number
  jobs: number
}

/**
 * Makes an empty or absent folder the home that an archive holds: all of it, or nothing.
 * @throws ArchiveFault, ConflictError, StorageFullError
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { file, home, databaseUrl, version, signal } = options
  if (!driverFor('control', databaseUrl).driver.inHome) await withControl(options, home, assertNoUsers)
  const target = await openRestoreTarget(home)
  try {
    const { folder } = target
    const manifest = await unpackArchive(file, { folder, version, signal })
    const restored = await complete(options, folder, manifest)
    await target.commit()
    return restored
  } catch (error) {
    await target.abandon()
    throw asStorageFull(error, join(home, '..'), 'the restored home')
  }
}

/** Opens what was unpacked as a server would, so that whatever it would refuse is known before anything is in its place. */
async function complete(options: RestoreOptions, folder: string, manifest: BackupManifest): Promise<Restored> {
  const { databaseUrl, migrations, clock, ids, log } = options
  const means = { clock, ids, log }
  const records = await registryRecords(folder)
  const opened = await openHome(folder, means)
  let jobs = 0
  try {
    const { driver } = driverFor('control', databaseUrl)
    // A workspace leaves its home behind, and with it that home's secrets: these are new.
    if (manifest.scope === 'workspace') await opened.mark({ control: driver.id, set_up_at: clock.timestamp() })
    if (!driver.inHome) await moveToDatabase(options, opened)
    const planes = await openPlanes({ home: opened, databaseUrl, migrations, ...means })
    try {
      jobs = await bringJobs(await options.jobStores(planes), folder, manifest)
    } finally {
      await planes.close()
    }
  } finally {
    await opened.release()
  }
  for (const name of ['lock.sqlite', jobsFile]) await rm(join(folder, name), { force: true })
  return { manifest, users: records.users.length, workspaces: records.workspaces.length, jobs }
}

async function moveToDatabase(options: RestoreOptions, opened: Home): Promise<void> {
  const records = await registryRecords(opened.path)
  const facts = [...records.facts.filter(({ id }) => id !== 'home_id'), { id: 'home_id', value: opened.homeId }]
  await withControl(options, opened.path, async control => {
    await importControl(control, { ...records, facts })
    for await (const entry of linesOf(join(opened.path, auditFile))) await control.appendAudit(entry as AuditEntry)
  })
  await rm(join(opened.path, dirname(registryFile)), { recursive: true, force: true })
}

async function withControl(
  { databaseUrl, clock, log }: RestoreOptions,
  path: string,
  work: (control: ControlPlane) => Promise<void>,
): Promise<void> {
  const control = await openControl({ home: { path }, databaseUrl, clock, log })
  try {
    await work(control)
  } finally {
    await control.close()
  }
}

async function assertNoUsers(control: ControlPlane): Promise<void> {
  const { items } = await control.read(reader => reader.page('users', {}, { limit: 1 }))
  if (items.length === 0) return
  const { location } = await control.status()
  throw new ConflictError(
    'database_not_empty',
    `The database ${location} holds users already, and a backup is never mixed with what is there. Set DATABASE_URL to an empty one, or unset it to restore into files. If an earlier restore was interrupted, empty it first: DROP SCHEMA svc CASCADE`,
  )
}

/** How many were brought from where the archive has them to where they are kept now; those that are there already stay. */
async function bringJobs(
  { kept, inHome }: Awaited<ReturnType<RestoreOptions['jobStores']>>,
  folder: string,
  manifest: BackupManifest,
): Promise<number> {
  let jobs = 0
  try {
    const isThere = manifest.jobs === 'workspaces' && kept === inHome
    if (isThere) return jobs
    const batches = manifest.jobs === 'file' ? linesOf(join(folder, jobsFile)) : inHome.export()
    for await (const batch of batches) jobs += (await kept.import(batch as StoredJobs)).jobs
  } finally {
    for (const store of new Set([kept, inHome])) await store.close()
  }
  return jobs
}

async function* linesOf(path: string): AsyncGenerator<unknown> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (line !== '') yield JSON.parse(line)
  }
}
