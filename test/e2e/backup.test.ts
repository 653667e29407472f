import { createHash } from 'node:crypto'
import { cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { downloadBackup, scratchFolder } from '../support/storage/home-copies.ts'
import { runSvc, runSvcHere } from '../support/programs/run-svc.ts'
import type { SvcRun } from '../support/programs/run-svc.ts'
import { itOfOneServer } from '../rooms/first-of-two.ts'
import { verifyTestArchive } from '../rooms/plugins/backups.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import { restoreTestArchive } from '../rooms/offline-homes.ts'
import type { TestKernel } from '../rooms/kernel.ts'

const plugins = ['backup', 'admin', 'data', 'developer', 'tools']
let scratch: Awaited<ReturnType<typeof scratchFolder>>
let kernel: TestKernel
let home: string

beforeAll(async () => {
  scratch = await scratchFolder()
  home = join(scratch.path, 'home')
  kernel = await startTestKernel({ plugins, home })
})
afterAll(async () => {
  await kernel.stop()
  await scratch.remove()
})

function svc(args: readonly string[], env: Record<string, string> = {}): Promise<SvcRun> {
  return runSvc(args, { cwd: scratch.path, env: { SVC_HOME: home, ...env } })
}

function svcHere(args: readonly string[], env: Record<string, string> = {}): Promise<SvcRun> {
  return runSvcHere(args, { cwd: scratch.path, env: { SVC_HOME: home, ...env } })
}

function at(...names: string[]): string {
  return join(scratch.path, ...names)
}

async function workspaceOf(server: TestKernel): Promise<string> {
  const me = await server.request('GET', '/api/auth/me')
  return (me.body as { workspace: { id: string } }).workspace.id
}

/** Starts a server on a restored home and asks it with the old key, and for a sign-in with the old password; then the statement. */
async function serves(restored: string, sql?: string): Promise<unknown[]> {
  const other = await startTestKernel({ plugins, home: restored })
  try {
    const headers = { authorization: `Bearer ${kernel.key}` }
    const me = await other.request('GET', '/api/auth/me', { as: 'none', headers })
    // startTestKernel signed in with the password, or it would not be here.
    const facts = [me.status, (me.body as { user: { username: string } }).user.username, other.report.setupUrl]
    if (sql === undefined) return facts
    const { body } = await other.request('POST', '/api/data/query', { as: 'none', headers, body: { sql } })
    return [...facts, (body as { rows: unknown }).rows]
  } finally {
    await other.stop()
  }
}

describe('svc backup', () => {
  it('backs up beside the running server, verifies, and restores a home that serves with the same key, password and datasets', async () => {
    const table = { name: 'Sales', format: 'csv', content: 'shop,sold\nnorth,1\nsouth,2\n' }
    expect((await kernel.request('POST', '/api/data/import', { body: table })).status).toBe(201)
    const made = await svc(['backup', 'create', '--json'])
    const { path, sha256, bytes } = JSON.parse(made.stdout) as { path: string; sha256: string; bytes: number }
    const content = await readFile(path)
    expect([made.code, createHash('sha256').update(content).digest('hex'), content.length]).toEqual([0, sha256, bytes])
    const listed = JSON.parse((await svcHere(['backup', 'list', '--json'])).stdout) as { items: { path: string }[] }
    expect(listed.items.map(item => item.path)).toEqual([path])
    expect((await svcHere(['backup', 'verify', path])).code).toBe(0)
    const restored = await svc(['backup', 'restore', path, '--home', at('restored')])
    expect([restored.code, restored.stderr, restored.stdout.includes(', 1 user.')]).toEqual([
      0,
      expect.any(String),
      true,
    ])
    expect(restored.stdout).toContain('--port 8421')
    const sum = 'SELECT sum(sold) FROM sales'
    expect(await serves(at('restored'), sum)).toEqual([200, 'owner', null, [[3]]])
    expect((await stat(at('restored', 'secrets.json'))).mode & 0o777).toBe(0o600)
  })

  it('downloads the archive of a server elsewhere, leaves nothing there, and never writes over a file', async () => {
    const output = at('mine.tar.gz')
    const env = { SVC_BASE_URL: kernel.url, SVC_API_KEY: kernel.key, SVC_HOME: at('nowhere') }
    const kept = await readdir(join(home, 'backups')).catch(() => [])
    const made = await svc(['backup', 'download', output, '--json'], env)
    expect(JSON.parse(made.stdout)).toMatchObject({ path: output, scope: 'home' })
    expect([await verifyTestArchive(output), await readdir(join(home, 'backups'))]).toMatchObject([
      { scope: 'home' },
      kept,
    ])
    const again = await svcHere(['backup', 'download', output], env)
    expect([again.code, again.stderr]).toEqual([
      1,
      `svc: ${output} is there already. Choose another name for the backup.\n`,
    ])
    const ofWorkspace = at('workspace.tar.gz')
    await svcHere(['backup', 'download', ofWorkspace, '--scope', 'workspace'], env)
    expect(await verifyTestArchive(ofWorkspace)).toMatchObject({ scope: 'workspace' })
  })

  it('refuses with an exit code and the reason', async () => {
    const good = at('good.tar.gz')
    await downloadBackup(kernel, { path: good, scope: 'home' })
    await writeFile(at('cut.tar.gz'), (await readFile(good)).subarray(0, -20))
    const runs = await Promise.all([
      svcHere(['backup', 'verify', at('cut.tar.gz')]),
      svcHere(['backup', 'restore', at('cut.tar.gz'), '--home', at('never')]),
      svcHere(['backup', 'restore', good]),
      svcHere(['backup', 'create'], { SVC_HOME: at('typo') }),
    ])
    expect(runs.map(({ code }) => code)).toEqual([1, 1, 75, 1])
    const reasons = ['is damaged', 'is damaged', 'is in use by another svc process', 'typo is no home of svc']
    for (const [index, reason] of reasons.entries()) expect(runs[index]?.stderr).toContain(reason)
    const names = await readdir(scratch.path)
    expect(names.filter(name => name.startsWith('never') || name.startsWith('typo'))).toEqual([])
  })

  it('restores and verifies while the plugin is switched off, and makes none', async () => {
    const off = { SVC_PLUGIN_BACKUP_ENABLED: 'false' }
    const { stdout: help } = await svcHere(['backup', '--help'], off)
    expect(help.match(/^ {2}(?!--|help)\S+(?= )/gm)?.map(name => name.trim())).toEqual([
      'list',
      'restore',
      'rollback',
      'verify',
    ])
    const good = at('good.tar.gz')
    const restored = await svcHere(['backup', 'restore', good, '--home', at('while-off'), '--json'], off)
    expect([restored.code, JSON.parse(restored.stdout)]).toMatchObject([0, { users: 1, home: at('while-off') }])
  })

  it('shows the newest in the status of the server', async () => {
    const [newest] = (await kernel.request('GET', '/api/backups')).body.items
    const { body } = await kernel.request('GET', '/api/server/status')
    expect(body.last_backup).toEqual({
      name: newest.name,
      bytes: newest.bytes,
      created_at: newest.created_at,
      reason: 'manual',
    })
  })

  it('works on a home that no server runs on', async () => {
    const { path } = JSON.parse((await svc(['backup', 'create', '--json'], { SVC_HOME: at('restored') })).stdout) as {
      path: string
    }
    expect([path.startsWith(at('restored', 'backups')), (await svcHere(['backup', 'verify', path])).code]).toEqual([
      true,
      0,
    ])
  })
})

describe('POST /api/data/backup', () => {
  it('sends one workspace, which restores as a home of its own with the key and the password', async () => {
    const path = at('workspace.tar.gz')
    const { status, headers, bytes } = await downloadBackup(kernel, { path })
    const sha256 = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
    expect([status, headers.get('x-content-sha256'), Number(headers.get('content-length'))]).toEqual([
      200,
      sha256,
      bytes,
    ])
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="svc-backup-\S+\.tar\.gz"$/)
    expect(await verifyTestArchive(path)).toMatchObject({ scope: 'workspace' })
    await restoreTestArchive(path, at('moved'))
    const secretsOf = async (folder: string): Promise<string> => readFile(join(folder, 'secrets.json'), 'utf8')
    expect(await secretsOf(at('moved'))).not.toBe(await secretsOf(home))
    expect(await serves(at('moved'))).toEqual([200, 'owner', null])
  })

  it('leaves out everybody and everything else', async () => {
    const password = 'quite another battery'
    await kernel.request('POST', '/api/users', { body: { username: 'bob', password, role: 'user' } })
    const login = await kernel.request('POST', '/api/auth/login', { body: { username: 'bob', password }, as: 'none' })
    const bob = { as: 'none' as const, headers: { cookie: login.headers.getSetCookie()[0] ?? '' } }
    await kernel.request('PATCH', '/api/auth/me', { ...bob, body: { preferences: { of: 'bob' } } })
    await kernel.request('PATCH', '/api/auth/me', { body: { preferences: { of: 'owner' } } })
    const path = at('alone.tar.gz')
    await downloadBackup(kernel, { path, scope: 'workspace' })
    await restoreTestArchive(path, at('alone'))
    const registry = JSON.parse(await readFile(at('alone', 'control_plane', 'registry.json'), 'utf8')) as {
      tables: Record<string, { username?: string; value?: string }[]>
    }
    expect([registry.tables['users']?.map(user => user.username), registry.tables['sessions']]).toEqual([['owner'], []])
    const chosen = registry.tables['facts']?.map(({ value = '' }) => value).filter(value => value.includes('"of"'))
    expect(chosen).toEqual(['{"of":"owner"}'])
    expect(await readdir(at('alone', 'workspaces'))).toEqual([await workspaceOf(kernel)])
  })

  it('takes a key that may do nothing else, and refuses the others', async () => {
    const keyWith = async (scopes: string[]): Promise<string> => {
      const made = await kernel.request('POST', '/api/developer/keys', { body: { name: scopes.join(), scopes } })
      return (made.body as { key: string }).key
    }
    const path = at('by-key.tar.gz')
    const narrow = await downloadBackup(kernel, { path, key: await keyWith(['admin:backup']) })
    const other = await downloadBackup(kernel, { path, key: await keyWith(['data:read']) })
    expect([narrow.status, other.status]).toEqual([200, 403])
    const audit = await kernel.request('GET', '/api/admin/audit')
    const actions = (audit.body as { items: { action: string }[] }).items.map(entry => entry.action)
    expect(actions).toContain('backup.downloaded')
    await vi.waitFor(async () => {
      const left = await readdir(join(home, 'backups'))
      expect(left.filter(name => name.endsWith('.tmp'))).toEqual([])
    })
  })

  it('makes one at a time', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(index => downloadBackup(kernel, { path: at(`at-once-${index}.tar.gz`) })),
    )
    const statuses = answers.map(({ status }) => status).toSorted()
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 409])
  })
})

describe('a copy of the files', () => {
  itOfOneServer('is whole for a workspace that was idle for five seconds, while the server runs', async () => {
    const id = await workspaceOf(kernel)
    const file = join(home, 'workspaces', id, 'data_plane.sqlite')
    await kernel.request('POST', '/api/tools/calculate', { body: {} })
    await vi.waitFor(() => expect(stat(`${file}-wal`).catch(() => null)).resolves.toBeNull(), {
      timeout: 60_000,
      interval: 200,
    })
    await cp(file, at('copied.sqlite'))
    const copy = new Database(at('copied.sqlite'), { readonly: true })
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(copy.prepare('SELECT count(*) AS count FROM svc_migrations').get()).not.toEqual({ count: 0 })
    copy.close()
  })

  itOfOneServer('is a home once the server has stopped', async () => {
    const stopped = at('stopped')
    const first = await startTestKernel({ plugins, home: stopped })
    const key = first.key
    await first.stop()
    expect((await readdir(stopped, { recursive: true })).filter(name => /-(?:wal|shm)$/.test(name))).toEqual([])
    await cp(stopped, at('stopped-copy'), { recursive: true })
    await rm(stopped, { recursive: true })
    const second = await startTestKernel({ plugins, home: at('stopped-copy') })
    const headers = { authorization: `Bearer ${key}` }
    expect((await second.request('GET', '/api/auth/me', { as: 'none', headers })).status).toBe(200)
    await second.stop()
  })
})
