import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { downloadBackup, scratchFolder } from '../support/storage/home-copies.ts'
import { startPostgres } from '../support/storage/postgres.ts'
import type { TestPostgres } from '../support/storage/postgres.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import { restoreTestArchive } from '../rooms/offline-homes.ts'
import type { TestKernel } from '../rooms/kernel.ts'

const plugins = ['backup', 'admin', 'data', 'developer', 'tools']
let scratch: Awaited<ReturnType<typeof scratchFolder>>
let postgres: TestPostgres
let kernel: TestKernel
let archive: string

beforeAll(async () => {
  scratch = await scratchFolder()
  postgres = await startPostgres()
  kernel = await startTestKernel({ plugins, env: { DATABASE_URL: await postgres.createDatabase('first') } })
  const job = { kind: 'external.work', payload: { page: 1 } }
  expect((await kernel.request('POST', '/api/jobs', { body: job })).status).toBe(201)
  archive = join(scratch.path, 'home.tar.gz')
  expect((await downloadBackup(kernel, { path: archive, scope: 'home' })).status).toBe(200)
})
afterAll(async () => {
  await kernel.stop()
  await postgres.stop()
  await scratch.remove()
})

function restore(home: string, databaseUrl: string | null): ReturnType<typeof restoreTestArchive> {
  return restoreTestArchive(archive, home, { databaseUrl })
}

/** What the old key sees in a server on a restored home; that it started says that the old password signs in. */
async function seen(home: string, env: Record<string, string>): Promise<unknown> {
  const other = await startTestKernel({ plugins, home, env })
  try {
    const headers = { authorization: `Bearer ${kernel.key}` }
    const jobs = await other.request('GET', '/api/jobs', { as: 'none', headers })
    const audit = await other.request('GET', '/api/admin/audit?limit=200', { as: 'none', headers })
    const actions = (audit.body as { items: { action: string }[] }).items.map(({ action }) => action)
    const { items } = jobs.body as { items: { kind: string; payload: unknown; state: string }[] }
    return [items.map(({ kind, payload, state }) => [kind, payload, state]), actions.at(-1)]
  } finally {
    await other.stop()
  }
}

const expected = [[['external.work', { page: 1 }, 'queued']], 'setup.completed']

it('restores a server on PostgreSQL into files alone', async () => {
  const home = join(scratch.path, 'files')
  expect(await restore(home, null)).toMatchObject({ users: 1, workspaces: 1, jobs: 1 })
  expect(await readdir(home)).not.toContain('jobs.jsonl')
  expect(await seen(home, {})).toEqual(expected)
})

it('restores it into an empty database, and into no other', async () => {
  const home = join(scratch.path, 'database')
  const databaseUrl = await postgres.createDatabase('second')
  expect(await restore(home, databaseUrl)).toMatchObject({ users: 1, jobs: 1 })
  expect((await readdir(home)).includes('control_plane')).toBe(false)
  expect(await seen(home, { DATABASE_URL: databaseUrl })).toEqual(expected)
  const again = join(scratch.path, 'again')
  await expect(restore(again, databaseUrl)).rejects.toMatchObject({ code: 'database_not_empty' })
  expect((await readdir(scratch.path)).filter(name => name.startsWith('again'))).toEqual([])
})

it('restores a server on files into a database, its jobs included', async () => {
  const files = await startTestKernel({ plugins, home: join(scratch.path, 'files') })
  const path = join(scratch.path, 'of-files.tar.gz')
  await downloadBackup(files, { path, scope: 'home', key: kernel.key })
  await files.stop()
  archive = path
  const databaseUrl = await postgres.createDatabase('third')
  const home = join(scratch.path, 'from-files')
  expect(await restore(home, databaseUrl)).toMatchObject({ users: 1, jobs: 1 })
  expect(await seen(home, { DATABASE_URL: databaseUrl })).toEqual(expected)
})

it('restores one workspace into a database', async () => {
  const workspace = join(scratch.path, 'workspace.tar.gz')
  expect((await downloadBackup(kernel, { path: workspace, scope: 'workspace' })).status).toBe(200)
  const databaseUrl = await postgres.createDatabase('fourth')
  const home = join(scratch.path, 'of-workspace')
  expect(await restoreTestArchive(workspace, home, { databaseUrl })).toMatchObject({ users: 1, workspaces: 1, jobs: 1 })
  const [jobs] = (await seen(home, { DATABASE_URL: databaseUrl })) as [unknown]
  expect(jobs).toEqual(expected[0])
})

it('leaves an unreachable database and the folder as they were', async () => {
  await writeFile(join(scratch.path, 'note.txt'), '')
  const home = join(scratch.path, 'unreachable')
  await expect(restore(home, 'postgres://svc:x@127.0.0.1:1/none')).rejects.toMatchObject({ code: 'unavailable' })
  expect((await readdir(scratch.path)).filter(name => name.startsWith('unreachable'))).toEqual([])
})
