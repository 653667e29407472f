import { createHmac, timingSafeEqual } from 'node:crypto'
import { ConflictError, UnavailableError, ValidationError } from '@svc/plugin'
import type { OpenDataOptions, WorkspaceFiles } from '@svc/plugin'
import { createEgress } from '../../egress/index.ts'
import { createSealer } from '../../services/index.ts'
import { openShipping } from '../../drivers/index.ts'
import type { Cluster, Home, OpenClusterOptions, Placement } from '../planes.ts'
import { dropDerivedTables } from '../home/derived-tables-store.ts'
import { afterLog } from './after-log.ts'
import { ServerLease } from './server-lease.ts'
import { serverStore } from './server-store.ts'

/**
 * Opens what the servers of an installation share in PostgreSQL.
 * @throws ValidationError that names the setting; UnavailableError, MigrationError
 */
export async function openCluster(options: OpenClusterOptions): Promise<Cluster> {
  const { config, clock, ids, log, onLost } = options
  const { cluster_secret: secret = '', database_url: databaseUrl = '', content_url: url = '' } = config
  const { content_access_key_id: id, content_secret_access_key: key } = config
  const { workspaceLog, openData, openStore } = await openShipping({ databaseUrl, clock, log })
  const { database } = workspaceLog
  const egress = createEgress({ allow: config.egress_allow, log })
  const serverId = ids.create('srv')
  const lease = new ServerLease({ database, leaseSeconds: config.server_lease_seconds, clock, log, onLost })
  const sealer = createSealer(Buffer.from(secret).toString('base64url'), 'home secrets')
  try {
    const keys =
      id === undefined && key === undefined ? null : { access_key_id: id ?? '', secret_access_key: key ?? '' }
    const store = openStore({ url, keys, egress, clock, ids, log })
    const cluster = await serverStore.cluster(database, hashOf(secret))
    if (!timingSafeEqual(Buffer.from(cluster.secret_hash), Buffer.from(hashOf(secret))))
      throw new ValidationError(
        'SVC_CLUSTER_SECRET is not the secret that the database was first used with. Set it as for the other servers.',
      )
    const { home_id: homeId, sealed_secrets: sealed } = cluster
    let home: Home | null = null
    let isLatest = false
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
      async begin(joined, schema) {
        home = joined
        await lease.begin({
          server_id: serverId,
          url: config.server_url ?? `http://${config.host}:${config.port}`,
          version: options.version,
          schema,
          weight: config.server_weight,
        })
        const last = await serverStore.noteServer(database, serverId)
        isLatest = last !== null && last === home.marker?.server_id
        if (
          homeId === null &&
          !(await serverStore.foundHome(database, home.homeId, sealer.seal(JSON.stringify(home.secrets))))
        )
          throw new ConflictError('home_mismatch', 'Another server brought its home at the same time. Start again.')
      },
      openData(planeOptions: OpenDataOptions): { data: WorkspaceFiles; placement: Placement } {
        const data = openData({
          ...planeOptions,
          store,
          retentionHours: config.log_retention_hours,
          async noteOwner(session, workspaceId, epoch) {
            if (await serverStore.noteOwner(session, { serverId, workspaceId, epoch })) return
            throw new UnavailableError('The lease of this server has ended.', { retry_after_seconds: 1 })
          },
          async onReleased(isWhole) {
            await lease.end()
            await egress.close()
            if (isWhole && home?.marker) await home.mark({ ...home.marker, server_id: serverId })
          },
        })
        // Another server had the workspaces since, or not all that the last one here had noted of them was kept.
        if (!isLatest) dropDerivedTables(data)
        const kept = (): Promise<void> | undefined => {
          const waiting = data.kept()
          if (waiting) return waiting.then(() => lease.assertHeld())
          lease.assertHeld()
          return undefined
        }
        const enter = (workspaceId: string): Promise<void> | undefined =>
          data.state(workspaceId) === 'open' ? undefined : data.enter(workspaceId)
        const placement: Placement = {
          serverId,
          enter,
          kept,
          after: (target, calls) => afterLog(target, calls, kept),
          tracked: (work, workspaceId) => data.tracked(work, workspaceId),
          async work(workspaceId, work) {
            await enter(workspaceId)
            const result = await data.gated(work, workspaceId)
            lease.assertHeld()
            return result
          },
          serving: () => lease.serving(),
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

/** Says whether two secrets are the same, and nothing else of them. */
function hashOf(secret: string): string {
  return createHmac('sha256', secret).update('svc cluster').digest('hex')
}
