import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FaultPoint } from '../support/programs/fault-points.ts'
import { startServerProcess } from '../support/programs/server-process.ts'
import type { ServerProcess } from '../support/programs/server-process.ts'
import { repositoryRoot } from '../support/repository.ts'
import { startPostgres } from '../support/storage/postgres.ts'

const owner = { username: 'owner', password: 'correct horse battery' }
const faults = fileURLToPath(new URL('../faults/fixtures/faults-plugin', import.meta.url))

let home: string
let server: ServerProcess
let url: string
let cookie: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'svc-removed-'))
})
afterEach(async () => {
  server.signal('SIGKILL')
  await server.exited
  await rm(home, { recursive: true, force: true })
})

async function start({ fault, env = {} }: { fault?: FaultPoint; env?: Record<string, string> } = {}): Promise<void> {
  const preload = join(repositoryRoot, 'test/support/programs/fault-points.ts')
  server = startServerProcess({
    home,
    env: {
      SVC_ADMIN_USERNAME: owner.username,
      SVC_ADMIN_PASSWORD: owner.password,
      SVC_PLUGINS: faults,
      SVC_MEMORY_EMBEDDER: 'off',
      SVC_LOG_LEVEL: 'warn',
      ...(fault && { NODE_OPTIONS: `--import ${preload}`, FAULT_POINT: JSON.stringify(fault) }),
      ...env,
    },
  })
  url = await server.ready
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  })
  cookie = login.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
}

/** The exit code, and the warnings of the server. */
async function stop(): Promise<[number | null, string[]]> {
  server.signal('SIGTERM')
  const { code } = await server.exited
  const lines = server.stderr().split('\n').filter(Boolean)
  const messages = lines.map(line => (JSON.parse(line) as { msg: string }).msg)
  return [code, messages.filter(message => !message.endsWith(', slow'))]
}

/** Of the job that ran. */
const stoppedJob = 'the outcome of a job came after its claim was lost, and was dropped'

async function ask(method: string, path: string, body?: unknown, workspace?: string) {
  const response = await fetch(url + path, {
    method,
    headers: {
      cookie,
      origin: url,
      ...(workspace !== undefined && { 'x-workspace-id': workspace }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as never }
}

/** A workspace with a file, a table, a job that runs, one that waits, and a schedule. */
async function fullWorkspace(): Promise<string> {
  const { id } = (await ask('POST', '/api/workspaces', { name: 'Lab' })).body as { id: string }
  const put = await fetch(`${url}/api/files/content/plan.txt`, {
    method: 'PUT',
    headers: { cookie, origin: url, 'x-workspace-id': id },
    body: 'kept until the end',
  })
  expect(put.status).toBe(201)
  const table = await ask('POST', '/api/data/import', { content: 'a,b\n1,2\n', format: 'csv', name: 'numbers' }, id)
  expect(table.status).toBe(201)
  const job = { kind: 'faults.work', payload: { n: 1, ms: 55_000 } }
  const running = (await ask('POST', '/api/jobs', job, id)).body as { job_id: string }
  expect((await ask('POST', '/api/jobs', { ...job, run_at: '2100-01-01T00:00:00.000Z' }, id)).status).toBe(201)
  const schedule = { cron: '* * * * *', timezone: 'UTC', job: { kind: 'faults.work', payload: { n: 2, ms: 1 } } }
  expect((await ask('PUT', '/api/jobs/schedules/often', schedule, id)).status).toBe(201)
  await expect
    .poll(
      async () => ((await ask('GET', `/api/jobs/${running.job_id}`, undefined, id)).body as { state: string }).state,
    )
    .toBe('running')
  return id
}

const placesOf = (id: string): string[] =>
  [join(home, 'workspaces', id), join(home, 'data_plane', id)].filter(path => existsSync(path))

describe('a deleted workspace', () => {
  it('is gone with its files, tables, jobs and schedules, and nothing brings it back', async () => {
    await start()
    const lab = await fullWorkspace()
    expect(placesOf(lab)).toHaveLength(2)
    expect((await ask('DELETE', `/api/workspaces/${lab}`)).status).toBe(204)
    await expect.poll(() => placesOf(lab), { timeout: 10_000 }).toEqual([])
    expect(await stop()).toEqual([0, [stoppedJob]])
    await start()
    expect((await ask('GET', '/api/workspaces')).body).toMatchObject({ items: [{ name: "owner's workspace" }] })
    expect((await ask('POST', '/api/workspace/notes', { title: 'on', body: 'it goes' })).status).toBe(201)
    expect([placesOf(lab), await stop()]).toEqual([[], [0, []]])
  })

  it('is removed by the next start when the server dies in the midst', async () => {
    await start({ fault: { touching: 'DELETE FROM kernel_job_schedules', at: 'before-commit', nth: 1 } })
    const lab = await fullWorkspace()
    // Whether its answer comes through is for chance to say.
    await ask('DELETE', `/api/workspaces/${lab}`).catch(() => undefined)
    expect(await server.exited).toMatchObject({ signal: 'SIGKILL' })
    expect(placesOf(lab)).toHaveLength(2)
    await start()
    await expect.poll(() => placesOf(lab), { timeout: 10_000 }).toEqual([])
  })

  it('leaves nothing in the place of its contents, also when that was away as its file went', async () => {
    const bucket = await mkdtemp(join(tmpdir(), 'svc-removed-contents-'))
    const away = `${bucket}-away`
    try {
      await start({ env: { SVC_CONTENT_URL: pathToFileURL(bucket).href } })
      const lab = await fullWorkspace()
      const contents = join(bucket, 'w', lab)
      expect(readdirSync(contents)).not.toEqual([])
      await rename(bucket, away)
      expect((await ask('DELETE', `/api/workspaces/${lab}`)).status).toBe(204)
      await expect.poll(() => server.stderr(), { timeout: 10_000 }).toContain('could not be removed; trying again')
      expect(placesOf(lab)).toEqual([])
      await rename(away, bucket)
      await expect.poll(() => existsSync(contents), { timeout: 10_000 }).toBe(false)
    } finally {
      await rm(bucket, { recursive: true, force: true })
      await rm(away, { recursive: true, force: true })
    }
  })

  it('is gone also when its file was damaged', async () => {
    await start()
    const lab = await fullWorkspace()
    await stop()
    await writeFile(join(home, 'workspaces', lab, 'data_plane.sqlite'), 'no database '.repeat(1000))
    await start()
    expect((await ask('GET', '/api/workspace/notes', undefined, lab)).status).toBe(503)
    expect((await ask('DELETE', `/api/workspaces/${lab}`)).status).toBe(204)
    await expect.poll(() => placesOf(lab), { timeout: 10_000 }).toEqual([])
  })

  it('takes its rows in PostgreSQL along', async () => {
    const postgres = await startPostgres()
    try {
      const DATABASE_URL = await postgres.createDatabase('removed')
      await start({ env: { DATABASE_URL } })
      const lab = await fullWorkspace()
      const client = new pg.Client(DATABASE_URL)
      // The database may end before it, when the test fails.
      client.on('error', () => undefined)
      await client.connect()
      const rowsOf = async (): Promise<number[]> => {
        const count = (table: string) => client.query(`SELECT 1 FROM svc.${table} WHERE workspace_id = $1`, [lab])
        return [(await count('jobs')).rowCount ?? 0, (await count('job_schedules')).rowCount ?? 0]
      }
      expect(await rowsOf()).toEqual([2, 1])
      expect((await ask('DELETE', `/api/workspaces/${lab}`)).status).toBe(204)
      await expect.poll(() => placesOf(lab), { timeout: 10_000 }).toEqual([])
      expect(await rowsOf()).toEqual([0, 0])
      await client.end()
      expect(await stop()).toEqual([0, [stoppedJob]])
    } finally {
      await postgres.stop()
    }
  })
})
