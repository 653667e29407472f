import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect } from 'vitest'
import { startServerProcess } from '../support/programs/server-process.ts'
import type { ServerProcess } from '../support/programs/server-process.ts'
import type { SeparateHost } from '../support/network/separate-hosts.ts'
import { startPostgres } from '../support/storage/postgres.ts'
import type { TestPostgres } from '../support/storage/postgres.ts'

export const owner = { username: 'owner', password: 'correct horse battery' }
export const clusterSecret = 'the same words on all of the servers'
/** On a busy machine three servers that start at once may not renew theirs for seconds. */
const leaseSeconds = 5

interface Answer {
  status: number
  headers: Headers
  body: never
}

/** Servers of one installation: a database, a shared folder, and a home for each. */
export interface Installation {
  postgres: TestPostgres
  env: Record<string, string>
  start(home: string, env?: Record<string, string>, host?: SeparateHost): ServerProcess
  home(): Promise<string>
  /** Lets no row into the log of workspaces until the function that it returns is called. */
  holdLog(): Promise<() => Promise<void>>
  /** Resolves when a row waits for that. */
  rowWaits(): Promise<void>
  close(): Promise<void>
}

/** With `host` the database is there. */
export async function openInstallation({ host }: { host?: SeparateHost } = {}): Promise<Installation> {
  const postgres = await startPostgres({ ...(host && { host }) })
  const folder = await mkdtemp(join(tmpdir(), 'svc-cluster-'))
  await mkdir(join(folder, 'objects'))
  const servers: ServerProcess[] = []
  let homes = 0
  const env = {
    DATABASE_URL: await postgres.createDatabase('cluster'),
    SVC_CONTENT_URL: pathToFileURL(join(folder, 'objects')).href,
    SVC_CLUSTER_SECRET: clusterSecret,
    SVC_SERVER_LEASE_SECONDS: String(leaseSeconds),
    SVC_ADMIN_USERNAME: owner.username,
    SVC_ADMIN_PASSWORD: owner.password,
    SVC_RATE_LIMIT_PER_MINUTE: '1000000',
    SVC_LOG_LEVEL: 'warn',
    SVC_PLUGINS: fileURLToPath(new URL('../faults/fixtures/faults-plugin', import.meta.url)),
    SVC_MEMORY_EMBEDDER: 'none',
  }
  const home = (): Promise<string> => mkdtemp(join(folder, `home-${(homes += 1)}-`))
  return {
    postgres,
    env,
    home,
    start(at, more = {}, host = undefined) {
      const place = host && { SVC_HOST: host.address }
      const server = startServerProcess({
        home: at,
        env: { ...env, ...place, ...more },
        ...(host && { through: host.through }),
      })
      servers.push(server)
      return server
    },
    async holdLog() {
      const holder = new pg.Client(env.DATABASE_URL)
      // The database may end before it, when a test fails.
      holder.on('error', () => undefined)
      await holder.connect()
      await holder.query('BEGIN; LOCK TABLE svc.workspace_log IN SHARE MODE')
      return () => holder.end()
    },
    async rowWaits() {
      const watcher = new pg.Client(env.DATABASE_URL)
      await watcher.connect()
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO svc.workspace_log%'`
      await expect.poll(async () => (await watcher.query(waiting)).rowCount).toBeGreaterThan(0)
      await watcher.end()
    },
    async close() {
      for (const server of servers) {
        server.signal('SIGCONT')
        server.signal('SIGKILL')
        await server.exited
      }
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A key of the owner with every scope. */
export async function makeKey(url: string): Promise<string> {
  const send = (path: string, body: unknown, cookie = '') =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const login = await send('/api/auth/login', owner)
  const made = await send('/api/developer/keys', { name: 'cluster' }, login.headers.getSetCookie().join('; '))
  return ((await made.json()) as { key: string }).key
}

/** Asks a server with a key; `key` null: with nothing. */
export async function ask(
  url: string,
  key: string | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: (text === '' ? null : JSON.parse(text)) as never }
}
