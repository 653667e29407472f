import { hostname } from 'node:os'
import { messageOf } from '@svc/plugin'
import type { Clock, ControlPlane, Ids } from '@svc/plugin'
import type { WorkerHello } from '@svc/plugin/contracts/worker-link'
import { BootError, exitCodes } from '../boot-error.ts'
import type { ServerNotes, WorkerServer } from '../jobs/index.ts'
import type { WorkerRole } from '../kernel.ts'
import type { RootLogger } from '../services/index.ts'
import { attachHome, attachPlanes, homeOfDatabase, openHome } from '../planes/index.ts'
import type { Home, MigrationSet } from '../planes/index.ts'
import { planOf, storageError } from './prepare.ts'
import type { Blueprint, OpenedHome } from './prepare.ts'
import type { PlannedPlugin } from './plan.ts'
import { svcVersion } from './version.ts'

interface Means {
  clock: Clock
  ids: Ids
  log: RootLogger
}

/** What a worker has beside what every kernel has. */
export interface WorkerBoot {
  role: WorkerRole
  workerId: string
  place: 'home' | 'away'
  /** Null where there is no server near: then jobs come from PostgreSQL. */
  server: WorkerServer | null
  notes: ServerNotes | null
  hello: WorkerHello | null
}

/** Finds out where this worker is, and greets the server. @throws BootError when it is of another version */
export async function bootWorker(role: WorkerRole, blueprint: Blueprint, means: Means): Promise<WorkerBoot> {
  const place = role.place === 'find' ? await findPlace(blueprint, means) : role.place
  // With a database, the server of the home is told what happens to its files; of a stranger's home nothing is.
  const server = role.source === 'server' || place === 'home' ? role.server : null
  const hello = server && (await server.hello().catch(role.source === 'server' ? refuse : () => null))
  if (hello !== null && hello.version !== svcVersion) {
    throw refusal(
      `The server is version ${hello.version}, and this worker ${svcVersion}. Restart the worker with the server's version.`,
    )
  }
  const workerId = `worker:${hostname()}:${process.pid}:${means.ids.secret(6)}`
  return { role, workerId, place, server, notes: server && server.notes(means), hello }
}

/** The planes as a worker sees them. `scratch` makes a home for a worker that is away from the server's. @throws BootError */
export async function openWorkerStorage(
  blueprint: Blueprint,
  boot: WorkerBoot,
  means: Means & { scratch(): Promise<string> },
): Promise<OpenedHome> {
  const { config, choices } = blueprint
  const hasFiles = boot.place === 'home'
  const home = await (hasFiles ? attachHome(config.home) : openHome(await means.scratch(), means)).catch(
    (error: unknown) => {
      throw storageError(error, 'home (SVC_HOME)')
    },
  )
  let plan: PlannedPlugin[] = []
  const migrations = async (control: ControlPlane): Promise<MigrationSet[]> => {
    const planned = await planOf(choices, control, { clock: means.clock, pins: false })
    plan = planned.plan
    return planned.migrations
  }
  try {
    const planes = await attachPlanes({
      home,
      hasFiles,
      databaseUrl: boot.role.source === 'database' || hasFiles ? (config.database_url ?? null) : null,
      drivers: blueprint.drivers,
      migrations,
      appendAudit: async entry => boot.notes?.audit(entry),
      onOutdated: workspaceId => boot.notes?.outdated(workspaceId),
      ...means,
    })
    assertSameServer(boot, home, planes.schema)
    return { home, planes, plan }
  } catch (error) {
    await home.release()
    throw storageError(error, config.database_url ? 'database_url (DATABASE_URL)' : 'home (SVC_HOME)')
  }
}

/** A worker with a database is at home where the home of that database is. */
async function findPlace({ config, drivers }: Blueprint, means: Means): Promise<'home' | 'away'> {
  if (config.database_url === undefined) return 'home'
  const home = await attachHome(config.home).catch(() => null)
  if (home === null) return 'away'
  const { database_url: databaseUrl } = config
  const owner = await homeOfDatabase({ databaseUrl, drivers, ...means }).catch((error: unknown) => {
    throw storageError(error, 'database_url (DATABASE_URL)')
  })
  return owner === home.homeId ? 'home' : 'away'
}

function assertSameServer({ place, hello }: WorkerBoot, home: Home, schema: string): void {
  if (place === 'away' || hello === null) return
  if (hello.home_id !== home.homeId)
    throw refusal(
      `The server's home is ${hello.home_id}, and ${home.path} is ${home.homeId}. Set SVC_HOME as for the server.`,
    )
  if (hello.schema !== schema) {
    throw refusal(
      "This worker runs with other plugins than its server, or keeps the workspaces' files in another form. Start it with the server's environment and svc.config.yaml; after a plugin was switched, restart the server first.",
    )
  }
}

function refusal(message: string): BootError {
  return new BootError(exitCodes.mismatch, [{ where: 'worker', message, frame: null }])
}

function refuse(error: unknown): never {
  throw new BootError(exitCodes.failed, [{ where: 'server', message: messageOf(error), frame: null }], { cause: error })
}
