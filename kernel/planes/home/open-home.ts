import { join, resolve } from 'node:path'
import type { Clock, Ids, Logger } from '@svc/plugin'
import { ConflictError, removeNamed, UnavailableError } from '@svc/plugin'
import type { Cluster, Home, HomeMarker } from '../planes.ts'
import { lockHome, namesIn } from '../../drivers/index.ts'
import { prepareFolder } from './home-folder.ts'
import { readKeptSecrets, readMarker, readSecrets, writeMarker } from './home-files.ts'

const homeIdBytes = 18
const unfinishedPattern = /^(?:(?:home|secrets|registry)\.json\.[0-9a-f]{12}|registry\.previous\.json)\.tmp$/

/**
 * Takes the home folder for this process alone; a new one is made, mode 0700. With a cluster it is one of several for the same workspaces.
 * @throws ConflictError `home_in_use` while another process holds it, `home_mismatch` when it is of another installation or another form
 */
export async function openHome(
  path: string,
  services: { clock: Clock; ids: Ids; log: Logger },
  cluster: Pick<Cluster, 'identity'> | null = null,
): Promise<Home> {
  const folder = resolve(path)
  await prepareFolder(folder, services.log)
  const lock = lockHome(folder)
  try {
    // Left by a process that was killed between write and rename; under the lock nobody uses them.
    await removeNamed([folder, join(folder, 'control_plane')], name => unfinishedPattern.test(name))
    let marker = await readMarker(folder)
    const { identity = null } = cluster ?? {}
    assertFits(folder, marker, cluster)
    if (cluster !== null && !marker?.is_cache) await assertNoFiles(folder)
    const homeId = marker?.home_id ?? identity?.homeId ?? services.ids.secret(homeIdBytes)
    const secrets = await readSecrets(folder, { marker, shared: identity?.secrets, log: services.log })
    const isCache = cluster !== null
    return {
      path: folder,
      homeId,
      secrets,
      isCache,
      get marker() {
        return marker
      },
      async mark(change: Parameters<Home['mark']>[0]) {
        const next = {
          home_id: homeId,
          created_at: marker?.created_at ?? services.clock.timestamp(),
          ...(isCache && { is_cache: true }),
          ...(marker?.server_id !== undefined && { server_id: marker.server_id }),
          ...(marker?.server_place !== undefined && { server_place: marker.server_place }),
          ...change,
        }
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

/** @throws ConflictError `home_mismatch` */
function assertFits(folder: string, marker: HomeMarker | null, cluster: Pick<Cluster, 'identity'> | null): void {
  if (marker === null) return
  if (cluster === null && marker.is_cache)
    throw new ConflictError(
      'home_mismatch',
      `The workspaces of the home ${folder} are kept in PostgreSQL. Set SVC_CLUSTER_SECRET, DATABASE_URL and SVC_CONTENT_URL as for its server.`,
    )
  const sharedId = cluster?.identity?.homeId ?? marker.home_id
  if (sharedId === marker.home_id) return
  throw new ConflictError(
    'home_mismatch',
    `The database belongs to the home ${sharedId}, and the home ${folder} is ${marker.home_id}. Choose an empty folder with SVC_HOME, or another database with DATABASE_URL.`,
  )
}

/** Files that no log has would be taken for those of an owner before, and thrown away. @throws ConflictError `home_mismatch` */
async function assertNoFiles(home: string): Promise<void> {
  const folder = join(home, 'workspaces')
  for (const name of await namesIn(folder)) {
    if (!(await namesIn(join(folder, name))).includes('data_plane.sqlite')) continue
    throw new ConflictError(
      'home_mismatch',
      `The home ${home} holds workspaces that are not in PostgreSQL. Move it there with "svc cluster join", start it without SVC_CLUSTER_SECRET, or choose an empty folder with SVC_HOME.`,
    )
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
    isCache: marker.is_cache === true,
    marker,
    async mark() {
      throw new UnavailableError(`A worker does not change the home ${folder}; its server does.`)
    },
    async release() {
      // Nothing was taken.
    },
  }
}
