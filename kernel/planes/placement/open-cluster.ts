import { ConflictError, messageOf } from '@svc/plugin'
import type { Clock, OpenDataOptions, WorkspaceFiles } from '@svc/plugin'
import { createEgress } from '../../egress/index.ts'
import { openShipping } from '../../drivers/index.ts'
import type { PostgresDatabase } from '../../drivers/postgres/database.ts'
import type { Cluster, Home, OpenClusterOptions, Placement } from '../planes.ts'
import { afterLog } from './after-log.ts'
import { assertSecret, hashOf, placeOfContents, sealerOf } from './cluster-settings.ts'
import { createDirectory } from './cluster-directory.ts'
import { Looking } from './looking.ts'
import { OwnedWorkspaces } from './owned-workspaces.ts'
import { createPasses } from './passes.ts'
import { placeOf } from './place-of.ts'
import { placementStore } from './placement-store.ts'
import { declareShippingNumbers } from './shipping-numbers.ts'
import type { ShippingNumbers } from './shipping-numbers.ts'
import { ServerLease } from './server-lease.ts'
import { serverStore } from './server-store.ts'
import type { ClusterRow, Renewal } from './server-store.ts'

/** So long a first server may take from here until it has brought its home. */
const foundingSeconds = 60
const foundingLookMs = 200

/**
 * Opens what the servers of an installation share in PostgreSQL.
 * @throws ValidationError that names the setting; UnavailableError, MigrationError
 */
export async function openCluster(options: OpenClusterOptions): Promise<Cluster> {
  const { config, clock, ids, log, onLost } = options
  const { cluster_secret: secret = '', database_url: databaseUrl = '' } = config
  const { copy, openData, openStore, post, workspaceLog } = await openShipping({ databaseUrl, clock, log })
  const { database } = workspaceLog
  const egress = createEgress({ allow: config.egress_allow, log })
  const serverId = ids.create('srv')
  const serverUrl = config.server_url ?? `http://${config.host}:${config.port}`
  let onRenewed: (renewal: Renewal) => void = () => undefined
  const lease = new ServerLease({
    ...{ database: workspaceLog.renewals, clock, log, onLost },
    leaseSeconds: config.server_lease_seconds,
    onRenewed: renewal => onRenewed(renewal),
  })
  const sealer = sealerOf(secret)
  try {
    const store = openStore({ ...placeOfContents(config), egress, clock, ids, log })
    const cluster = await foundedCluster(database, hashOf(secret), clock)
    assertSecret(cluster.secret_hash, secret)
    const { home_id: homeId, sealed_secrets: sealed } = cluster
    let home: Home | null = null
    let schemaOfFiles = ''
    const close = async (): Promise<void> => {
      await lease.end()
      await egress.close()
      await workspaceLog.close()
    }
    return {
      identity:
        homeId === null || sealed === null
          ? null
          : { homeId, secrets: JSON.parse(sealer.open(sealed)) as Home['secrets'] },
      async found({ homeId: id, secrets }) {
        if (homeId !== null || (await serverStore.foundHome(database, id, sealer.seal(JSON.stringify(secrets))))) return
        throw new ConflictError('home_mismatch', 'Another server brought its home at the same time. Start again.')
      },
      async begin(joined, schema) {
        home = joined
        schemaOfFiles = schema
        const place = await placeOf(home.path)
        const { marker } = home
        // This process holds its home, so it has ended. That of a home of which this is a copy may have not.
        if (marker?.server_id !== undefined && marker.server_place === place)
          await serverStore.leave(database, marker.server_id)
        await lease.begin({
          server_id: serverId,
          url: serverUrl,
          version: options.version,
          schema,
          weight: config.server_weight,
        })
        if (marker) await home.mark({ ...marker, server_id: serverId, server_place: place })
      },
      openData(planeOptions: OpenDataOptions): { data: WorkspaceFiles; placement: Placement } {
        let numbers: ShippingNumbers | null = null
        const data = openData({
          ...planeOptions,
          store,
          retentionHours: config.log_retention_hours,
          noteOwner: (session, workspaceId, epoch) =>
            placementStore.own(session, { workspaceId, serverId, epoch, schema: schemaOfFiles }),
          observer: {
            flew: (...flight) => numbers?.flew(...flight),
            waited: ms => numbers?.waited(ms),
            restored: ms => numbers?.restored(ms),
            fenced: () => numbers?.fenced(),
          },
          enter: workspaceId => owned.enter(workspaceId),
          onClosing: () => owned.close(),
          async onReleased() {
            await lease.end()
            await egress.close()
          },
        })
        const owned = new OwnedWorkspaces({
          ...{ data, database, serverId, clock, log, schema: schemaOfFiles },
          numbers: () => numbers,
        })
        const looking = new Looking({
          around: () =>
            owned.lookAround().catch((error: unknown) => {
              log.warn({ reason: messageOf(error) }, 'the other servers cannot be looked for now; trying again')
            }),
          after: isDraining => owned.look(isDraining),
        })
        onRenewed = ({ state }) => looking.ask(state === 'draining')
        const kept = (): Promise<void> | undefined => {
          const waiting = data.kept()
          if (waiting) return waiting.then(() => lease.assertHeld())
          lease.assertHeld()
          return undefined
        }
        const placement: Placement = {
          serverId,
          passes: createPasses({ secret, serverId, now: () => lease.sharedNow }),
          directory: createDirectory(database, serverId),
          measure(metrics) {
            numbers = declareShippingNumbers(metrics, () => ({
              owned: data.entered().length,
              opening: owned.opening,
              remainingMs: lease.remainingMs,
            }))
          },
          enter: (workspaceId, isSent) => owned.enter(workspaceId, isSent),
          elsewhere: workspaceId => owned.elsewhere(workspaceId),
          forget: workspaceId => owned.forget(workspaceId),
          post,
          onLeaving: listener => owned.onLeaving(listener),
          onGone: listener => owned.onGone(listener),
          onAvailable: listener => owned.onAvailable(listener),
          kept,
          isHeld: () => lease.remainingMs > 0,
          after: (target, calls) => afterLog(target, calls, kept),
          tracked: (work, workspaceId) => data.tracked(work, workspaceId),
          async work(workspaceId, work, { joins = false } = {}) {
            // The server that has work for it takes one that is free.
            if (!joins || !data.isOpen(workspaceId)) await owned.enter(workspaceId, true)
            const result = await data.gated(work, workspaceId)
            lease.assertHeld()
            return result
          },
          async stopping() {
            await serverStore.setState(database, serverId, 'draining').catch((error: unknown) => {
              log.warn(
                { reason: messageOf(error) },
                'other servers may send requests to this one until its lease has ended',
              )
            })
          },
          serving(listening) {
            lease.serving()
            const url = config.server_url ?? (listening === null ? serverUrl : new URL(listening).origin)
            void serverStore.serve(database, serverId, url).then(
              () => looking.ask(false),
              (error: unknown) => onLost(`The server could not be entered as ready: ${messageOf(error)}`),
            )
          },
          copies: {
            workspaceIds: () => data.workspaceIds(),
            copy: (workspaceId, path) => copy({ workspaceId, path }, store),
          },
          readyChecks: [
            { name: 'lease', check: () => lease.assertHeld() },
            { name: 'workspace log', check: () => workspaceLog.check() },
          ],
        }
        return { data, placement }
      },
      close,
    }
  } catch (error) {
    await egress.close()
    await workspaceLog.close()
    throw error
  }
}

/** Of several servers that are the first, one brings its home, and the others wait for it. */
async function foundedCluster(database: PostgresDatabase, secretHash: string, clock: Clock): Promise<ClusterRow> {
  for (;;) {
    const cluster = await serverStore.cluster(database, secretHash)
    if (cluster.home_id !== null || cluster.secret_hash !== secretHash) return cluster
    if (cluster.joining_home_id !== null)
      throw new ConflictError(
        'home_mismatch',
        `The home ${cluster.joining_home_id} is being moved into this database. Start again when "svc cluster join" has ended there; if it was broken off, run it again.`,
      )
    if (await serverStore.mayFound(database, foundingSeconds)) return cluster
    await clock.sleep(foundingLookMs)
  }
}
