import type { Clock, ControlPlane, Ids } from '@svc/plugin'
import { attachHome, joinCluster, openHome, openPlanes } from '../planes/index.ts'
import type { Home, MigrationSet, OpenedPlanes } from '../planes/index.ts'
import type { RootLogger } from '../services/index.ts'
import type { Blueprint } from './blueprint.ts'
import { assertSameServer } from './place-worker.ts'
import type { PlacedWorker } from './place-worker.ts'
import { planOf } from './plan/plan-migrations.ts'
import type { PlannedPlugin } from './plan/plan.ts'
import { storageError } from './storage-error.ts'
import { svcVersion } from './version.ts'

export interface OpenedHome {
  home: Home
  planes: OpenedPlanes
  plan: PlannedPlugin[]
}

interface StorageOptions {
  /** Present in a worker: it takes no home, migrates nothing and writes nothing down. */
  worker: PlacedWorker | null
  /** Makes a home for a worker that is away from the server's. */
  scratch(): Promise<string>
  /** The lease of this server has ended. */
  onLost(reason: string): void
  clock: Clock
  ids: Ids
  log: RootLogger
}

/** Takes the home and opens its planes; which plugins run, and so which tables there are, is decided on the way. @throws BootError */
export async function openStorage(
  { config, choices, drivers }: Blueprint,
  { worker, scratch, onLost, ...services }: StorageOptions,
): Promise<OpenedHome> {
  const joining = worker === null ? joinCluster({ config, version: svcVersion, onLost, ...services }) : null
  const cluster = await Promise.resolve(joining).catch((error: unknown) => {
    throw storageError(error, 'cluster (SVC_CLUSTER_SECRET, DATABASE_URL)')
  })
  const opening = worker === null ? openHome(config.home, services, cluster) : homeOfWorker()
  const home = await opening.catch(async (error: unknown) => {
    await cluster?.close()
    throw storageError(error, 'home (SVC_HOME)')
  })
  await cluster?.found(home).catch(async (error: unknown) => {
    await cluster.close()
    await home.release()
    throw storageError(error, 'home (SVC_HOME)')
  })
  let plan: PlannedPlugin[] = []
  const migrations = async (control: ControlPlane): Promise<MigrationSet[]> => {
    const planned = await planOf(choices, control, { clock: services.clock, pins: worker === null })
    plan = planned.plan
    return planned.migrations
  }
  // A worker away from the home, with a server to ask, leaves the database alone.
  const usesDatabase = worker === null || worker.hasFiles || worker.source === 'database'
  try {
    const planes = await openPlanes({
      home,
      databaseUrl: usesDatabase ? (config.database_url ?? null) : null,
      drivers,
      migrations,
      cluster,
      ...(worker && {
        beside: {
          hasFiles: worker.hasFiles,
          appendAudit: async entry => worker.notes?.audit(entry),
          onOutdated: workspaceId => worker.notes?.outdated(workspaceId),
        },
      }),
      ...services,
    })
    if (worker) assertSameServer(worker, home, planes.schema)
    return { home, planes, plan }
  } catch (error) {
    await cluster?.close()
    await home.release()
    throw storageError(error, config.database_url ? 'database_url (DATABASE_URL)' : 'home (SVC_HOME)')
  }

  async function homeOfWorker(): Promise<Home> {
    return worker?.hasFiles ? attachHome(config.home) : openHome(await scratch(), services)
  }
}
