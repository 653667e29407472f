import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { asStorageFull, ConflictError } from '@svc/plugin'
import type { ControlPlane } from '@svc/plugin'
import type { AdoptedHome, OfflineHomes, UnpackedHome } from '@svc/plugin/contracts/offline-homes'
import { controlPlaces, openStoppedHome } from '../../../kernel/index.ts'
import type { StoppedHome } from '../../../kernel/index.ts'
import { moveControl, withControl } from './move-control.ts'
import { openNewHome } from './new-home.ts'

type AdoptOptions = Parameters<OfflineHomes['adopt']>[0]

/** Makes an empty or absent folder a home: all of it, or nothing. */
export async function adoptHome(options: AdoptOptions): Promise<AdoptedHome> {
  const { home, databaseUrl } = options
  const { database } = controlPlaces(home, databaseUrl)
  if (database !== null) await withControl(database, assertNoUsers)
  const target = await openNewHome(home)
  try {
    const unpacked = await options.unpack(target.folder)
    const adopted = await openAsServer(target.folder, databaseUrl, unpacked)
    await target.commit()
    return adopted
  } catch (error) {
    await target.abandon()
    throw asStorageFull(error, join(home, '..'), 'the restored home')
  }
}

/** Opens what was unpacked, so that whatever a server would refuse is known before anything is in its place. */
async function openAsServer(folder: string, databaseUrl: string | null, unpacked: UnpackedHome): Promise<AdoptedHome> {
  const home = await openStoppedHome(folder, databaseUrl)
  try {
    const { home: inHome, database } = controlPlaces(folder, databaseUrl)
    const set_up_at = home.marker === null ? new Date().toISOString() : home.marker.set_up_at
    // Unpacked users lie in the home, wherever the home of the archive had them. A whole home without its marker is refused below.
    if (unpacked.isNew || home.marker !== null) await home.mark({ control: inHome.id, set_up_at })
    const counts = await withControl(inHome, countRecords)
    if (database !== null && databaseUrl !== null) await moveControl({ home, to: 'database', databaseUrl })
    return { ...counts, jobs: await bringJobs(home, unpacked) }
  } finally {
    await home.release()
    await rm(join(folder, 'lock.sqlite'), { force: true })
  }
}

async function countRecords(control: ControlPlane): Promise<Pick<AdoptedHome, 'users' | 'workspaces'>> {
  return control.transaction(async tx => ({
    users: (await tx.find('users', {})).length,
    workspaces: (await tx.find('workspaces', {})).length,
  }))
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

/** Brings them from where they were unpacked to where a server with this database keeps them. */
async function bringJobs(home: StoppedHome, unpacked: UnpackedHome): Promise<number> {
  const { inHome, kept, close } = await home.openJobs()
  let jobs = 0
  try {
    if (unpacked.jobs === null && kept === inHome) return jobs
    for await (const batch of unpacked.jobs ?? inHome.store.export()) jobs += (await kept.store.import(batch)).jobs
    return jobs
  } finally {
    await close()
  }
}
