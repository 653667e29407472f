import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { routeSource, writePlugin } from '../support/plugin-folder.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

let folder: string
let running: TestKernel | null

const counter = `import { serveParent } from '@svc/plugin/child'
serveParent({ methods: {
  count: text => String(text).split(' ').length,
  hog: () => { const kept = []; for (;;) kept.push(Buffer.alloc(8 * 1024 * 1024, 1)) },
} })
`
const programs = [{ id: 'word-host', entry: './hosts/words/main.ts', limits: { memory_mb: 128 } }]
const files = { 'hosts/words/main.ts': counter, 'hosts/words/program.json': '{}' }
const setup = `
  const pool = services.children.pool({ program: 'word-host', size: 1, refusal: 'Too many wait.' })
  const use = (method: string, { principal, signal }: any) =>
    pool.use({ workspaceId: principal.workspace_id, signal }, (child: any) => child.request(method, 'one two three'))
  ${routeSource('/api/words', "async (request: any) => ({ words: await use('count', request) })", "permission: 'signed-in',")}
  ${routeSource('/api/words/hog', "async (request: any) => use('hog', request).catch(({ reason }: any) => ({ reason }))", "permission: 'signed-in',")}
`
const plugin = { manifest: { routes: ['/api/words'], programs }, files, setup }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-boot-'))
  // A server that is root runs programs as another user.
  await chmod(folder, 0o755)
  running = null
})

afterEach(async () => {
  await running?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a plugin from elsewhere brings a child program by its manifest, with its limits and without packages', async () => {
  const own = await writePlugin(folder, 'words', {
    ...plugin,
    head: "import { childProcesses } from '@svc/plugin'",
    uses: 'children: childProcesses',
  })
  running = await startTestKernel({ plugins: [], pluginFolders: [own] })
  const get = async (path: string) => (await running!.request('GET', path, { as: 'owner' })).body
  expect(await get('/api/words')).toEqual({ words: 3 })
  expect(await get('/api/words/hog')).toEqual({ reason: 'memory' })
  expect(await get('/api/words')).toEqual({ words: 3 })
})

test('a program that is not there is found at boot', async () => {
  await writePlugin(folder, 'words', { manifest: { programs } })
  const started = startTestKernel({ builtinPlugins: folder, plugins: [] }).then(kernel => (running = kernel))
  await expect(started).rejects.toThrow('./hosts/words/main.ts is not there')
})
