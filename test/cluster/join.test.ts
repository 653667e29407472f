import { execFile, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BootError } from '../../kernel/index.ts'
import { asksSecond, itOfOneServer as it } from '../rooms/first-of-two.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { runSvcHere } from '../support/programs/run-svc.ts'
import type { SvcRun } from '../support/programs/run-svc.ts'
import { repositoryRoot } from '../support/repository.ts'
import { svcProgram } from '../support/programs/svc-program.ts'
import { ask, openInstallation } from './servers.ts'
import type { Installation } from './servers.ts'

const plugins = ['workspace', 'files', 'export', 'data', 'developer', 'jobs']
/** What the lines of the manual need. */
const programs = ['bash', 'jq', 'zstd', 'psql', 'dd', 'sha256sum']
const folders = (process.env['PATH'] ?? '').split(delimiter)
const hasPrograms = programs.every(name => folders.some(folder => existsSync(join(folder, name))))
let installation: Installation
let env: Record<string, string>
let home: string
let key: string
let before: unknown[]
let server: TestKernel | undefined
beforeAll(async () => {
  installation = await openInstallation()
  env = { ...installation.env, SVC_PLUGINS: '' }
  home = await mkdtemp(join(tmpdir(), 'svc-join-'))
})
afterAll(async () => {
  await server?.stop()
  await installation.close()
  await rm(home, { recursive: true, force: true })
})

/** The home for itself. */
const alone = () => startTestKernel({ plugins, home, env: { SVC_LOG_LEVEL: 'error' } })

async function everything(url: string): Promise<unknown[]> {
  const paths = [
    '/api/workspace/notes',
    '/api/files',
    '/api/data/catalog',
    '/api/jobs?kind=watering',
    '/api/auth/me',
    '/.well-known/svc-signing-keys.json',
  ]
  const lists = await Promise.all(paths.map(async path => (await ask(url, key, 'GET', path)).body as unknown))
  const file = await fetch(`${url}/api/files/content/kept.txt`, { headers: { authorization: `Bearer ${key}` } })
  const rows = await ask(url, key, 'POST', '/api/data/query', { sql: 'SELECT sum(price) AS total FROM harvest' })
  return [...lists, await file.text(), (rows.body as { rows: unknown }).rows]
}

const svcJoin = (args: readonly string[] = [], at = home, more: Record<string, string> = {}): Promise<SvcRun> =>
  runSvcHere(['cluster', 'join', ...args], { cwd: at, env: { ...env, SVC_HOME: at, ...more } })

/** Moves the home in a process of its own, which is killed where it meets a lock that was taken in or before a step. */
async function killedAt(table: string, step = ''): Promise<void> {
  const holder = new pg.Client(env['DATABASE_URL'])
  holder.on('error', () => undefined)
  await holder.connect()
  const lock = () => holder.query(`BEGIN; LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`)
  if (step === '') await lock()
  const child = spawn(process.execPath, [...svcProgram('cli'), 'cluster', 'join'], {
    cwd: home,
    env: { PATH: process.env['PATH'], ...env, SVC_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  if (step !== '') {
    for await (const line of createInterface({ input: child.stderr })) if (line.startsWith(step)) break
    await lock()
  }
  const waiting = `SELECT pid FROM pg_locks WHERE NOT granted AND relation = $1::regclass`
  await expect.poll(async () => (await holder.query(waiting, [table])).rowCount, { timeout: 30_000 }).toBe(1)
  child.kill('SIGKILL')
  expect(await exited).toEqual([null, 'SIGKILL'])
  // What it has sent would be done all the same.
  await holder.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) w`, [table])
  await holder.end()
}

async function refusalOf(at: string, given: Record<string, string | undefined> = env): Promise<string> {
  const started = await startTestKernel({ plugins, home: at, env: given }).catch((error: unknown) => error)
  const { cause = started } = started instanceof Error ? started : {}
  if (cause instanceof BootError) return cause.message
  throw new Error('The start was not refused.', { cause: started })
}

async function fill({ url, request, ...kernel }: TestKernel): Promise<void> {
  key = kernel.key
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/plain' }
  const made = [
    await request('POST', '/api/workspace/notes', { body: { title: 'one', body: 'kept' } }),
    await fetch(`${url}/api/files/content/kept.txt`, { method: 'PUT', headers, body: 'the same bytes' }),
    await request('POST', '/api/export/keys/rotate'),
    await request('POST', '/api/data/import', { body: { name: 'Harvest', format: 'csv', content: 'price\n1.5\n2\n' } }),
    await request('POST', '/api/jobs', { body: { kind: 'watering', payload: { litres: 3 } } }),
  ]
  for (const { status } of made) expect([200, 201, 202]).toContain(status)
}

it('is refused while a server has the home, and a dry run changes nothing', async () => {
  await writeFile(join(home, 'mcp.json'), '{}\n')
  const kernel = await alone()
  await fill(kernel)
  const refused = await svcJoin()
  expect([refused.code, refused.stderr]).toEqual([75, expect.stringContaining('is in use')])
  await kernel.stop()
  const files = async (): Promise<string[]> =>
    (await readdir(home, { recursive: true })).filter(name => !/-(?:wal|shm)$/.test(name)).toSorted()
  const hashOfFiles = async (): Promise<string[]> => {
    const databases = (await files()).filter(name => name.endsWith('data_plane.sqlite'))
    return Promise.all(databases.map(async name => hash('sha256', await readFile(join(home, name)))))
  }
  const [there, hashes] = [await files(), await hashOfFiles()]

  const { code, stdout } = await svcJoin(['--dry-run', '--json'])
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { dry_run: true, moved: { workspaces: 1, users: 1, jobs: 1 } }])
  expect(await files()).toEqual(there)
  expect(await hashOfFiles()).toEqual(hashes)
  const client = new pg.Client(env['DATABASE_URL'])
  await client.connect()
  expect((await client.query(`SELECT 1 FROM pg_namespace WHERE nspname = 'svc'`)).rowCount).toBe(0)
  await client.end()
})

it('needs the settings of the servers, and a start on such a home names it', async () => {
  expect(await svcJoin([], home, { SVC_CLUSTER_SECRET: '' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Set SVC_CLUSTER_SECRET, DATABASE_URL and SVC_CONTENT_URL'),
  })
  const used = join(fileURLToPath(env['SVC_CONTENT_URL'] ?? ''), 'used')
  await mkdir(join(used, 'w'), { recursive: true })
  await writeFile(join(used, 'w/svc-contents'), 'of another home')
  expect(await svcJoin(['--dry-run'], home, { SVC_CONTENT_URL: pathToFileURL(used).href })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has contents of another home'),
  })
  expect(await refusalOf(home)).toContain('svc cluster join')
})

it('goes on after it was killed, and leaves the home as it was until all has arrived', async () => {
  const other = join(home, '..', `${basename(home)}-other`)
  await mkdir(other, { mode: 0o700 })
  await killedAt('svc.workspace_log')
  await killedAt('svc.workspace_log', 'Moving users')
  expect(await refusalOf(other)).toContain('is being moved into this database')
  const kernel = await alone()
  const later = await kernel.request('POST', '/api/workspace/notes', { body: { title: 'later', body: '' } })
  expect(later.status).toBe(201)
  before = await everything(kernel.url)
  await kernel.stop()

  // The home says that it is shared, and the database does not say so yet.
  await killedAt('svc.cluster', 'Moving users')
  expect(await refusalOf(home, {})).toContain('Set SVC_CLUSTER_SECRET')
  expect(await refusalOf(other)).toContain('is being moved into this database')
  await rm(other, { recursive: true })
  const { code, stdout, stderr } = await svcJoin()
  expect([code, stderr, stdout]).toEqual([
    0,
    expect.stringContaining('Moving the old files aside'),
    expect.stringContaining('svc start'),
  ])
  // As if it had been killed there.
  const aside = join(home, 'backups', 'before-cluster')
  await rm(join(aside, 'README.txt'))
  await rename(join(aside, 'workspaces'), join(home, 'workspaces'))
  expect(await svcJoin()).toMatchObject({ code: 0, stdout: expect.stringContaining(aside) })
  expect(await readdir(home)).not.toContain('workspaces')
  expect(await svcJoin()).toMatchObject({ code: 0, stdout: expect.stringContaining('has been moved already') })
}, 240_000)

it('has all of it on a server with an empty folder, and once', async () => {
  server = await startTestKernel({ plugins, home: await installation.home(), env })
  expect(await everything(server.url)).toEqual(before)
  expect((before[0] as { items: object[] }).items).toHaveLength(2)
  expect(before.at(-1)).toEqual([[3.5]])
  const client = new pg.Client(env['DATABASE_URL'])
  await client.connect()
  expect((await client.query(`SELECT 1 FROM svc.facts WHERE id = 'file:mcp.json'`)).rowCount).toBe(1)
  await client.end()
})

test.skipIf(asksSecond || !hasPrograms)(
  'gives a plain SQLite file by the lines of the manual, with what is in no snapshot yet',
  async () => {
    const added = await server?.request('POST', '/api/workspace/notes', {
      body: { title: 'not in a snapshot', body: '' },
    })
    expect(added?.status).toBe(201)
    const page = await readFile(join(repositoryRoot, 'docs/cluster-file.md'), 'utf8')
    const [, lines = ''] = /```bash\n([^]*?)```/.exec(page) ?? []
    const scratch = await installation.home()
    const folder = fileURLToPath(env['SVC_CONTENT_URL'] ?? '')
    const [workspace = ''] = (await readdir(join(folder, 'w'))).filter(name => name.startsWith('ws_'))
    const file = join(scratch, 'workspace.sqlite')
    const given = {
      DATABASE_URL: env['DATABASE_URL'],
      FOLDER: folder,
      WORKSPACE: workspace,
      FILE: file,
      SCRATCH: scratch,
    }
    await promisify(execFile)('bash', ['-c', lines], { env: { PATH: process.env['PATH'], ...given } })
    const database = new Database(file)
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    const titles = database.prepare('SELECT title FROM workspace_notes ORDER BY created_at').pluck().all()
    expect(titles).toEqual(['one', 'later', 'not in a snapshot'])
    database.close()
  },
)

it('refuses a second home', async () => {
  const second = await installation.home()
  const kernel = await startTestKernel({ plugins, home: second })
  await kernel.stop()
  const { code, stderr } = await svcJoin([], second)
  expect([code, stderr]).toEqual([1, expect.stringContaining('a second one cannot be moved in')])
})
