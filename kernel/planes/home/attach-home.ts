import { resolve } from 'node:path'
import { UnavailableError } from '@svc/plugin'
import type { Home } from '../planes.ts'
import { readKeptSecrets, readMarker } from './home-files.ts'

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
