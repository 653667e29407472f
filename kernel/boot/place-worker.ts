import { hostname } from 'node:os'
import { messageOf } from '@svc/plugin'
import type { Clock, Ids } from '@svc/plugin'
import type { WorkerHello } from '@svc/plugin/contracts/worker-link'
import { BootError, exitCodes } from '../boot-error.ts'
import type { WorkerProcess } from '../jobs/index.ts'
import type { WorkerRole } from '../kernel.ts'
import { attachHome, homeOfDatabase } from '../planes/index.ts'
import type { Home } from '../planes/index.ts'
import type { RootLogger } from '../services/index.ts'
import type { Blueprint } from './blueprint.ts'
import { storageError } from './storage-error.ts'
import { svcVersion } from './version.ts'

interface Services {
  clock: Clock
  ids: Ids
  log: RootLogger
}

/** A worker that knows where it is, and has greeted the server. */
export interface PlacedWorker extends WorkerProcess {
  hello: WorkerHello | null
}

/** Finds out where this worker is, and greets the server. @throws BootError when it is of another version */
export async function placeWorker(role: WorkerRole, blueprint: Blueprint, services: Services): Promise<PlacedWorker> {
  const { queues, concurrency, source } = role
  const isHome = role.place === 'find' ? await isAtHome(blueprint, services) : role.place === 'home'
  // What is kept in PostgreSQL is used by the server that owns it alone.
  const kept = isHome ? await attachHome(blueprint.config.home).catch(() => null) : null
  const hasFiles = isHome && kept?.isCache !== true
  // With a database, the server of the home is notified of what happens to its files; the server of another home is not.
  const near = source === 'server' || hasFiles ? role.server : null
  const hello = near && (await near.hello().catch(source === 'server' ? refuse : () => null))
  if (hello !== null && hello.version !== svcVersion) {
    throw refusal(
      `The server is version ${hello.version}, and this worker ${svcVersion}. Restart the worker with the server's version.`,
    )
  }
  const id = `worker:${hostname()}:${process.pid}:${services.ids.secret(6)}`
  const notes = near && near.notes(services)
  return { id, queues, concurrency, source, hasFiles, server: hello && near, notes, hello }
}

/** A worker with a database is at home where the home of that database is. */
async function isAtHome({ config, drivers }: Blueprint, services: Services): Promise<boolean> {
  const { database_url: databaseUrl } = config
  if (databaseUrl === undefined) return true
  const home = await attachHome(config.home).catch(() => null)
  if (home === null) return false
  const owner = await homeOfDatabase({ databaseUrl, drivers, ...services }).catch((error: unknown) => {
    throw storageError(error, 'database_url (DATABASE_URL)')
  })
  return owner === home.homeId
}

/** The worker's files must be those of its server, in the form that its server keeps them. @throws BootError */
export function assertSameServer({ hasFiles, hello }: PlacedWorker, home: Home, schema: string): void {
  if (!hasFiles || hello === null) return
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
