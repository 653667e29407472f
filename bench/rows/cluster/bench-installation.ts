import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { startPostgres } from '../../../test/support/storage/postgres.ts'
import { startSvc } from '../../support/svc.ts'
import type { SvcServer } from '../../support/svc.ts'

export const path = 'many servers'
export const leaseSeconds = 3

/** Servers of one installation: a PostgreSQL whose commits are on the disk, a shared folder, and a home for each. */
export class BenchInstallation implements AsyncDisposable {
  readonly databaseUrl: string
  readonly #folder: string
  readonly #closing: () => Promise<void>
  readonly #running = new Set<SvcServer>()

  static async start(): Promise<BenchInstallation> {
    const postgres = await startPostgres({ isDurable: true })
    const folder = await mkdtemp(join(tmpdir(), 'svc-bench-cluster-'))
    await mkdir(join(folder, 'objects'))
    return new BenchInstallation(folder, await postgres.createDatabase('cluster'), () => postgres.stop())
  }

  private constructor(folder: string, databaseUrl: string, closing: () => Promise<void>) {
    this.#folder = folder
    this.databaseUrl = databaseUrl
    this.#closing = closing
  }

  /** A server on the home of that name. */
  async serve(home: string): Promise<SvcServer> {
    const folder = join(this.#folder, home)
    await mkdir(folder, { recursive: true })
    const server = await startSvc({
      folder,
      apps: [],
      env: {
        DATABASE_URL: this.databaseUrl,
        SVC_CLUSTER_SECRET: 'the same words on all servers of the bench',
        SVC_CONTENT_URL: pathToFileURL(join(this.#folder, 'objects')).href,
        SVC_SERVER_LEASE_SECONDS: String(leaseSeconds),
        SVC_MEMORY_EMBEDDER: 'none',
        // The servers that are killed are missed by others.
        SVC_LOG_LEVEL: 'error',
      },
    })
    this.#running.add(server)
    return server
  }

  async stop(server: SvcServer): Promise<void> {
    this.#running.delete(server)
    await server.stop()
  }

  /** By kill -9. */
  async kill(server: SvcServer): Promise<void> {
    this.#running.delete(server)
    await server.kill()
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client(this.databaseUrl)
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.#running) await server.kill()
    await this.#closing()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

export async function ask(server: SvcServer, method: string, route: string, body?: object): Promise<Response> {
  return fetch(server.url + route, {
    method,
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
}

/** The server that has the workspace of the keys comes first. */
export async function ownerFirst(servers: readonly SvcServer[]): Promise<SvcServer[]> {
  const owners = await Promise.all(servers.map(async server => serverOf(await ask(server, 'GET', '/api/auth/me'))))
  const own = await Promise.all(servers.map(async server => serverOf(await fetch(`${server.url}/api/auth/me`))))
  const owner = own.findIndex(id => id === owners[0])
  return [...servers.slice(owner), ...servers.slice(0, owner)]
}

function serverOf(answer: Response): string {
  return answer.headers.get('x-svc-server') ?? ''
}
