import { join, resolve } from 'node:path'
import type { Clock, Ids, Logger } from '@svc/plugin'
import { removeNamed, UnavailableError } from '@svc/plugin'
import type { Home, HomeMarker } from '../planes.ts'
import { lockHome } from '../../drivers/index.ts'
import { prepareFolder } from './home-folder.ts'
import { readKeptSecrets, readMarker, readSecrets, writeMarker } from './home-files.ts'

const homeIdBytes = 18
const unfinishedPattern = /^(?:(?:home|secrets|registry)\.json\.[0-9a-f]{12}|registry\.previous\.json)\.tmp$/

/**
 * Takes the home folder for this process alone; a new one is made, mode 0700.
 * @throws ConflictError `home_in_use` while another process holds it
 */
export async function openHome(path: string, services: { clock: Clock; ids: Ids; log: Logger }): Promise<Home> {
  const folder = resolve(path)
  await prepareFolder(folder, services.log)
  const lock = lockHome(folder)
  try {
    // Left by a process that was killed between write and rename; under the lock nobody uses them.
    await removeNamed([folder, join(folder, 'control_plane')], name => unfinishedPattern.test(name))
    let marker = await readMarker(folder)
    const homeId = marker?.home_id ?? services.ids.secret(homeIdBytes)
    const secrets = await readSecrets(folder, marker, services.log)
    return {
      path: folder,
      homeId,
      secrets,
      get marker() {
        return marker
      },
      async mark(change: Pick<HomeMarker, 'control' | 'set_up_at'>) {
        const next = { home_id: homeId, created_at: marker?.created_at ?? services.clock.timestamp(), ...change }
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

/**
 * The home of a server on this machine, for a worker beside it: nothing is locked, made or changed.
 * @throws UnavailableError while no server has been started on it
 */
export async function attachHome(path: string): Promise<Home> {
  const folder = resolve(path)
  const marker = await readMarker(folder)
  const secrets = await readKeptSecrets(folder)
  if (marker === null || secrets === null) {
    throw new UnavailableError(
      `There is no home in ${folder} yet. Start the server on it first (svc start), or choose another one with SVC_HOME.`,
    )
  }
  return {
    path: folder,
    homeId: marker.home_id,
    secrets,
    marker,
    async mark() {
      throw new UnavailableError(`A worker does not change the home ${folder}; its server does.`)
    },
    async release() {
      // Nothing was taken.
    },
  }
}
