import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadBackup, scratchFolder } from '../support/storage/home-copies.ts'
import { itOfOneServer } from '../rooms/first-of-two.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import { restoreTestArchive } from '../rooms/offline-homes.ts'
import type { TestKernel } from '../rooms/kernel.ts'

const password = 'another horse battery'
let scratch: Awaited<ReturnType<typeof scratchFolder>>
let t: TestKernel
let workspace: string
let adminCookie: string

const at = (...names: string[]): string => join(scratch.path, ...names)
const cookieOf = (headers: Headers): string => headers.getSetCookie()[0]?.split(';')[0] ?? ''

/** An admin who is no owner, by a key of the owner's workspace. */
async function adminKey(scopes?: string[]): Promise<string> {
  const { status, body } = await t.request('POST', '/api/developer/keys', {
    as: 'none',
    headers: { cookie: adminCookie, 'x-workspace-id': workspace },
    body: { name: 'of an admin', ...(scopes && { scopes }) },
  })
  expect(status).toBe(201)
  return (body as { key: string }).key
}

beforeAll(async () => {
  scratch = await scratchFolder()
  t = await startTestKernel({ plugins: ['admin', 'backup', 'data', 'developer', 'webhooks'], home: at('home') })
  workspace = ((await t.request('GET', '/api/auth/me')).body as { workspace: { id: string } }).workspace.id
  const alice = { username: 'alice', password, role: 'admin' }
  await t.request('POST', '/api/users', { body: alice })
  await t.request('POST', '/api/users', { body: { ...alice, username: 'stranger', role: 'user' } })
  await t.request('POST', `/api/workspaces/${workspace}/members`, { as: 'owner', body: { username: 'alice' } })
  const signedIn = await t.request('POST', '/api/auth/login', { as: 'none', body: { username: 'alice', password } })
  adminCookie = cookieOf(signedIn.headers)
})
afterAll(async () => {
  await t.stop()
  await scratch.remove()
})

itOfOneServer(
  'an admin who downloads the workspace gets no hash of an owner’s password to guess at, and nobody else’s',
  async () => {
    const path = at('by-admin.tar.gz')
    expect((await downloadBackup(t, { path, key: await adminKey() })).status).toBe(200)
    const registry = await readFile(at('home', 'control_plane', 'registry.json'), 'utf8')
    const users = (JSON.parse(registry) as { tables: { users: { username: string; password_hash: string }[] } }).tables
      .users
    const archive = gunzipSync(await readFile(path)).toString('latin1')
    const found = users.map(({ username, password_hash }) => [username, archive.includes(password_hash)])
    expect(Object.fromEntries(found)).toEqual({ owner: false, alice: true, stranger: false })

    await restoreTestArchive(path, at('moved'))
    const moved = await startTestKernel({ plugins: ['admin', 'developer'], home: at('moved') }).then(
      () => 'signed in with the password of the owner',
      (error: Error) => error.message,
    )
    expect(moved).toContain('The owner could not sign in: 401')
  },
)

test('no secret of the home leaves it with a workspace', async () => {
  await t.request('POST', '/api/developer/webhooks', { body: { url: 'https://example.com/hook', events: ['job.*'] } })
  const made = await t.request('POST', '/api/developer/keys', {
    body: { name: 'kept' },
    headers: { 'idempotency-key': 'one' },
  })
  const hook = await t.request('POST', '/api/developer/webhooks', {
    body: { url: 'https://example.com/hook', events: ['job.*'] },
    headers: { 'idempotency-key': 'two' },
  })
  const path = at('secrets.tar.gz')
  await downloadBackup(t, { path })
  const archive = gunzipSync(await readFile(path)).toString('latin1')
  const secrets = JSON.parse(await readFile(at('home', 'secrets.json'), 'utf8')) as Record<string, string>
  const canaries = [
    ...Object.values(secrets),
    (made.body as { key: string }).key,
    (hook.body as { secret: string }).secret,
    t.owner.cookie.split('=')[1] ?? '',
  ].map(String)
  expect(canaries.every(canary => canary.length > 16)).toBe(true)
  expect(canaries.filter(canary => archive.includes(canary))).toEqual([])
})

test('an admin gets neither the home nor the archives of it, also with the scope for backups', async () => {
  const path = at('refused')
  const keys = [await adminKey(), await adminKey(['admin:backup'])]
  for (const key of keys) expect((await downloadBackup(t, { path, scope: 'home', key })).status).toBe(403)
  const { body, headers } = await t.request('POST', '/api/backups')
  const { name } = body as { name: string }
  expect(headers.get('location')).toBe(`${t.url}/api/backups/${name}`)
  const asked = ['/api/backups', `/api/backups/${name}`, `/api/backups/${name}/archive`]
  const as = 'none' as const
  const answers = await Promise.all(
    keys.flatMap(key => asked.map(url => t.request('GET', url, { as, headers: { authorization: `Bearer ${key}` } }))),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
})

test.each(['..%2F..%2Fsecrets.json', '%2e%2e', '%00', 'setup_token', '..%5Csecrets.json'])(
  'GET /api/backups/%s finds nothing',
  async name => {
    const answers = await Promise.all(['', '/archive'].map(end => t.request('GET', `/api/backups/${name}${end}`)))
    for (const { status, body } of answers)
      expect([status, (body as { code: string }).code]).toEqual([404, 'not_found'])
  },
)
