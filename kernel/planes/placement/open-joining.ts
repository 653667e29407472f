import { ConflictError } from '@svc/plugin'
import type { Clock, ControlPlane, Ids, Logger, ObjectStore } from '@svc/plugin'
import type { KernelConfig } from '../../config/index.ts'
import { ContentPlace, openShipping } from '../../drivers/index.ts'
import { createEgress } from '../../egress/index.ts'
import type { Home } from '../planes.ts'
import { assertSecret, hashOf, placeOfContents, sealerOf } from './cluster-settings.ts'
import { joiningStore } from './joining-store.ts'

export interface OpenJoiningOptions {
  config: KernelConfig
  /** Nothing is changed in the database. */
  isDryRun: boolean
  clock: Clock
  ids: Ids
  log: Logger
}

/** `new`: nothing was moved in. `begun`: this home, and not all of it. `joined`: this home, all of it. */
export type JoiningState = 'new' | 'begun' | 'joined'

/** The database and the place of contents that a home is moved into. */
export interface JoiningCluster {
  /** Without secrets. */
  readonly database: string
  readonly contents: string
  readonly store: ObjectStore
  /** @throws ConflictError when the servers have another home */
  state(homeId: string): Promise<JoiningState>
  /** No server begins before {@link finish}. @throws ConflictError */
  begin(homeId: string, workspaceIds: readonly string[]): Promise<void>
  /** The file must stay as it is meanwhile. */
  bring(workspaceId: string, path: string): Promise<void>
  /** Where the contents of the home are, or will be. */
  placeOf(control: ControlPlane): ContentPlace
  /** Servers may begin. @throws ConflictError */
  finish(home: Pick<Home, 'homeId' | 'secrets'>): Promise<void>
  close(): Promise<void>
}

/** @throws ValidationError that names the setting, UnavailableError, MigrationError */
export async function openJoining({ config, isDryRun, ...services }: OpenJoiningOptions): Promise<JoiningCluster> {
  const { cluster_secret: secret = '', database_url: databaseUrl = '', egress_allow: allow } = config
  const shipping = await openShipping({ databaseUrl, mayMigrate: !isDryRun, ...services })
  const { bring, descriptionOf, openStore, workspaceLog } = shipping
  const { database } = workspaceLog
  const egress = createEgress({ allow, log: services.log })
  const close = async (): Promise<void> => {
    await egress.close()
    await workspaceLog.close()
  }
  try {
    const { url, keys } = placeOfContents(config)
    const store = openStore({ url, keys, egress, ...services })
    const contents = descriptionOf(url)
    return {
      database: database.location,
      contents,
      store,
      async state(homeId) {
        const row = await joiningStore.find(database)
        if (row === null) return 'new'
        assertSecret(row.secret_hash, secret)
        const other = [row.home_id, row.joining_home_id].find(id => id !== null && id !== homeId)
        if (other) throw taken(database.location, other)
        if (row.home_id === homeId) return 'joined'
        return row.joining_home_id === homeId ? 'begun' : 'new'
      },
      async begin(homeId, workspaceIds) {
        const request = { homeId, secretHash: hashOf(secret), workspaceIds }
        if (await database.transaction(session => joiningStore.begin(session, request))) return
        throw new ConflictError(
          'home_mismatch',
          `A server has just begun with the database ${database.location}. Stop it, and set DATABASE_URL to an empty database.`,
        )
      },
      bring: (workspaceId, path) => bring({ workspaceId, path }, store),
      placeOf: control => new ContentPlace({ control, store, ids: services.ids, description: contents }),
      async finish({ homeId, secrets }) {
        const sealed = sealerOf(secret).seal(JSON.stringify(secrets))
        if (await joiningStore.finish(database, homeId, sealed)) return
        throw new ConflictError('conflict', `The database ${database.location} was changed meanwhile. Run this again.`)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function taken(location: string, homeId: string): ConflictError {
  return new ConflictError(
    'home_mismatch',
    `The servers with the database ${location} have the home ${homeId}, and a second one cannot be moved in: users and workspaces of two homes are never mixed. Set DATABASE_URL to an empty database, and SVC_CONTENT_URL to an empty place.`,
  )
}
