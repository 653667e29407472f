import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BootError } from '../../kernel/index.ts'
import { routeSource, writePlugin } from '../support/plugin-folder.ts'
import type { PluginSource } from '../support/plugin-folder.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel, TestKernelOptions } from '../rooms/kernel.ts'

let folder: string
let home: string
const open: TestKernel[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-broken-'))
  home = join(folder, 'home')
  await mkdir(join(folder, 'added'))
})

afterEach(async () => {
  for (const kernel of open.splice(0)) await kernel.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A server with `admin` and all plugins below `added/`. */
async function restart(options: TestKernelOptions = {}): Promise<TestKernel> {
  for (const kernel of open.splice(0)) await kernel.stop()
  const kernel = await startTestKernel({
    home,
    plugins: ['admin'],
    pluginFolders: [join(folder, 'added')],
    allowFailures: true,
    ...options,
  })
  open.push(kernel)
  return kernel
}

const added = (id: string, source?: PluginSource): Promise<string> => writePlugin(join(folder, 'added'), id, source)

const healthy: PluginSource = {
  manifest: { routes: ['/api/healthy'] },
  setup: routeSource('/api/healthy', '() => ({ ok: true })'),
}

async function stateOf(kernel: TestKernel, id: string): Promise<{ outcome: string; error: string | null }> {
  const { body } = await kernel.request<{ items: { id: string; outcome: string; error: string | null }[] }>(
    'GET',
    '/api/admin/plugins',
    { as: 'owner' },
  )
  const found = body.items.find(plugin => plugin.id === id)
  if (!found) throw new Error(`No plugin ${id} in the list.`)
  return { outcome: found.outcome, error: found.error }
}

const answer = async (kernel: TestKernel, path: string): Promise<unknown[]> => {
  const { status, body } = await kernel.request('GET', path, { as: 'owner' })
  return [status, body.code, body.detail]
}

const routes = { routes: ['/api/guest'] }
const page = { path: '/guest', title: 'Guest', icon: 'chart', group: 'main' }
const migrations = { storage: [{ plane: 'data', migrations: './migrations' }], ...routes }
const migration = (statement: string, id = '0001-first'): Record<string, string> => ({
  'migrations/0001-first.ts': `export default { id: '${id}', statements: [${JSON.stringify(statement)}] }`,
})

test.each<[string, PluginSource, RegExp]>([
  ['an unknown key in its manifest', { manifest: { ...routes, verison: '1' } }, /plugin\.json:\d+:\d+: Unknown key/],
  ['a manifest for another interface', { manifest: { ...routes, kernel: '^2' } }, /plugin interface \^2/],
  ['an entry that is not there', { manifest: { ...routes, entry: './none.ts' } }, /\.\/none\.ts is not there/],
  ['a schema that is none', { manifest: { ...routes, config: './c.json' }, files: { 'c.json': '[]' } }, /JSON Schema/],
  ['a prefix that another plugin has', { manifest: { routes: ['/api/guest', '/api/users'] } }, /already/],
  ['a page twice', { manifest: { ...routes, pages: [page, page] } }, /The page "\/guest" is declared/],
  ['a migration of another name', { manifest: migrations, files: migration('', '0001-other') }, /Make it "0001-first"/],
  ['a migration that fails', { manifest: migrations, files: migration('CREATE TABEL guest_a (x)') }, /TABEL/],
  ['a table that is not its own', { manifest: migrations, files: migration('CREATE TABLE other (x)') }, /guest_/],
])('%s fails an added plugin, its paths answer 503, and the rest runs', async (_what, source, reason) => {
  await added('guest', source)
  await added('needy', { manifest: { services: { consumes: ['guest.words'] } } })
  await added('healthy', healthy)

  const kernel = await restart()

  const { outcome, error } = await stateOf(kernel, 'guest')
  expect(outcome).toBe('failed')
  expect(error).toMatch(reason)
  expect(error).toContain('svc plugin disable guest')
  expect(await answer(kernel, '/api/guest/x')).toEqual([
    503,
    'unavailable',
    'guest is not available, it is failed. "svc plugin list" on the server says why.',
  ])
  expect(await answer(kernel, '/api/healthy')).toEqual([200, undefined, undefined])
  const ready = await kernel.request('GET', '/readyz', { as: 'none' })
  expect([ready.status, ready.body.checks]).toEqual([
    200,
    expect.arrayContaining([
      { name: 'plugin guest', ok: false, detail: expect.stringContaining('guest is failed') as string },
    ]),
  ])
})

test('a plugin that is added while the server runs is listed, with what the next start will say of it', async () => {
  await added('first')
  const kernel = await restart()
  await added('healthy', healthy)
  await added('broken', { manifest: { entry: './none.ts' } })
  const { body } = await kernel.request<{ items: { id: string; restart_required: boolean }[] }>(
    'GET',
    '/api/admin/plugins',
    { as: 'owner' },
  )
  const since = body.items.filter(({ id }) => id === 'healthy' || id === 'broken')
  expect(since).toMatchObject([
    {
      id: 'broken',
      outcome: 'not-started',
      restart_required: true,
      error: expect.stringContaining('./none.ts is not there'),
    },
    { id: 'healthy', outcome: 'not-started', restart_required: true, error: expect.stringContaining('added since') },
  ])
  expect((await stateOf(await restart(), 'healthy')).outcome).toBe('running')
})

test('a manifest that is no JSON fails under the id that can be found in it', async () => {
  const guest = await added('guest')
  await writeFile(join(guest, 'plugin.json'), '{ "manifest": 1, "id": "visitor",,')
  await mkdir(join(folder, 'added/No Plugin!'))
  await writeFile(join(folder, 'added/No Plugin!/plugin.json'), 'nothing')
  const kernel = await restart()
  expect((await stateOf(kernel, 'visitor')).outcome).toBe('failed')
  expect((await stateOf(kernel, 'no-plugin')).outcome).toBe('failed')
})

test('a plugin that needs one that cannot load is degraded, and says why', async () => {
  await added('guest', { manifest: { services: { provides: ['guest.words'] }, verison: '1' } })
  await added('needy', {
    manifest: { services: { consumes: ['guest.words'] } },
    uses: "words: defineService('guest.words')",
  })
  const { outcome, error } = await stateOf(await restart(), 'needy')
  expect(outcome).toBe('degraded')
  expect(error).toMatch(/guest\.words of the plugin guest, which cannot load\. .*Unknown key "verison"/)
})

test('one that is switched off is not read further than its id, and runs again once it is whole and on', async () => {
  const guest = await added('guest', healthy)
  let kernel = await restart()
  const whole = await readFile(join(guest, 'plugin.json'), 'utf8')
  await writeFile(join(guest, 'plugin.json'), '{ "id": "guest" }')

  kernel = await restart()
  expect((await stateOf(kernel, 'guest')).outcome).toBe('failed')
  await kernel.request('PATCH', '/api/admin/plugins/guest', { as: 'owner', body: { enabled: false } })
  kernel = await restart()
  expect(await stateOf(kernel, 'guest')).toEqual({ outcome: 'disabled', error: null })

  await kernel.request('PATCH', '/api/admin/plugins/guest', { as: 'owner', body: { enabled: true } })
  await writeFile(join(guest, 'plugin.json'), whole)
  expect((await stateOf(await restart(), 'guest')).outcome).toBe('running')
})

test('one that says abort ends the start, unless it is switched off', async () => {
  await added('guest', { manifest: { on_failure: 'abort', verison: '1' } })
  const error: unknown = await restart().catch((reason: Error) => reason.cause)
  expect(error).toBeInstanceOf(BootError)
  expect(error).toMatchObject({ exitCode: 78, message: expect.stringContaining('verison') as string })
  const kernel = await restart({ env: { SVC_PLUGIN_GUEST_ENABLED: 'false' } })
  expect((await stateOf(kernel, 'guest')).outcome).toBe('disabled')
})

test('two plugins of one id end the start', async () => {
  await added('admin')
  const error: unknown = await restart().catch((reason: Error) => reason.cause)
  expect(error).toMatchObject({ exitCode: 78, message: expect.stringContaining('The plugin id "admin"') as string })
})

test('a circle that an added plugin closes fails that plugin, and those that need it degrade', async () => {
  await added('hen', { manifest: { services: { provides: ['hen.hatch'], consumes: ['egg.lay'] } } })
  await added('egg', { manifest: { services: { provides: ['egg.lay'], consumes: ['hen.hatch'] } } })
  const kernel = await restart()
  expect((await stateOf(kernel, 'egg')).error).toContain('egg -> hen -> egg')
  expect((await stateOf(kernel, 'hen')).outcome).toBe('degraded')
})

test('the paths of a plugin that is off say which one it is and how to switch it on', async () => {
  await added('guest', { manifest: routes, setup: routeSource('/api/guest', '() => 1') })
  let kernel = await restart({ env: { SVC_PLUGIN_GUEST_ENABLED: 'false' } })
  expect(await answer(kernel, '/api/guest/x')).toEqual([
    404,
    'not_found',
    "The plugin guest (guest) is off. Switch it on in the server's configuration (plugins.guest.enabled) and start the server again.",
  ])
  kernel = await restart()
  await kernel.request('PATCH', '/api/admin/plugins/guest', { as: 'owner', body: { enabled: false } })
  kernel = await restart()
  expect(await answer(kernel, '/api/guest')).toEqual([
    404,
    'not_found',
    'The plugin guest (guest) is off. Switch it on with "svc plugin enable guest" and start the server again.',
  ])
})
