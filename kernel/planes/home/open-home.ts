import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Clock, Ids, Logger } from '@svc/plugin'
import type { Home, HomeMarker } from '../planes.ts'
import { prepareFolder } from './home-folder.ts'
import { readMarker, readSecrets, writeMarker } from './home-files.ts'
import { codeOf } from '../storage/storage-errors.ts'
import { lockHome } from '../../drivers/index.ts'

const homeIdBytes = 18
const unfinishedPattern =
  /^(?:control_plane\/)?(?:(?:home|secrets|registry)\.json\.[0-9a-f]{12}|registry\.previous\.json)\.tmp$/

/**
 * Takes the home folder for this process alone; a new one is made, mode 0700.
 * @throws ConflictError `home_in_use` while another process holds it
 */
export async function openHome(path: string, means: { clock: Clock; ids: Ids; log: Logger }): Promise<Home> {
  const folder = resolve(path)
  await prepareFolder(folder, means.log)
  const lock = lockHome(folder)
  try {
    await removeUnfinished(folder)
    let marker = await readMarker(folder)
    const homeId = marker?.home_id ?? means.ids.secret(homeIdBytes)
    const secrets = await readSecrets(folder, marker, means.log)
    return {
      path: folder,
      homeId,
      secrets,
      get marker() {
        return marker
      },
      async mark(change: Pick<HomeMarker, 'control' | 'set_up_at'>) {
        const next = { home_id: homeId, created_at: marker?.created_at ?? means.clock.timestamp(), ...change }
        await writeMarker(folder, next)
        marker = next
      },
      async release() {
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** A process that was killed between write and rename leaves its temporary file; the lock tells that nobody uses it. */
async function removeUnfinished(folder: string): Promise<void> {
  const controlPlane = await readdir(join(folder, 'control_plane')).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  const names = [...(await readdir(folder)), ...controlPlane.map(name => `control_plane/${name}`)]
  for (const name of names.filter(each => unfinishedPattern.test(each))) await rm(join(folder, name), { force: true })
}
