import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writePlugin } from '../support/plugin-folder.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel, TestKernelOptions } from '../rooms/kernel.ts'

let folder: string
let home: string
const open: TestKernel[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-switches-'))
  home = join(folder, 'home')
})

afterEach(async () => {
  for (const kernel of open.splice(0)) await kernel.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Stops the kernel that runs, if any, and starts another on the same home. */
async function restart(options: TestKernelOptions = {}): Promise<TestKernel> {
  for (const kernel of open.splice(0)) await kernel.stop()
  const kernel = await startTestKernel({ home, plugins: ['admin', 'developer'], allowFailures: true, ...options })
  open.push(kernel)
  return kernel
}

async function outcomeOf(
  kernel: TestKernel,
  id: string,
): Promise<{ enabled: boolean; outcome: string; restart_required: boolean }> {
  const { body } = await kernel.request('GET', '/api/admin/plugins', { as: 'owner' })
  const plugins = body.items as { id: string; enabled: boolean; outcome: string; restart_required: boolean }[]
  const found = plugins.find(plugin => plugin.id === id)
  if (!found) throw new Error(`No plugin ${id} in the list.`)
  return { enabled: found.enabled, outcome: found.outcome, restart_required: found.restart_required }
}

const switchPlugin = (kernel: TestKernel, id: string, enabled: boolean) =>
  kernel.request('PATCH', `/api/admin/plugins/${id}`, { as: 'owner', body: { enabled } })

test('a plugin that the owner disables is off from the next start on, until it is enabled again', async () => {
  const guest = await writePlugin(folder, 'guest')
  const pluginFolders = [guest]
  let kernel = await restart({ pluginFolders })

  expect((await switchPlugin(kernel, 'guest', false)).status).toBe(200)
  expect(await outcomeOf(kernel, 'guest')).toEqual({ enabled: false, outcome: 'running', restart_required: true })

  kernel = await restart({ pluginFolders })
  expect(await outcomeOf(kernel, 'guest')).toEqual({ enabled: false, outcome: 'disabled', restart_required: false })

  await switchPlugin(kernel, 'guest', true)
  expect(await outcomeOf(kernel, 'guest')).toEqual({ enabled: true, outcome: 'disabled', restart_required: true })
  kernel = await restart({ pluginFolders })
  expect(await outcomeOf(kernel, 'guest')).toEqual({ enabled: true, outcome: 'running', restart_required: false })
})

test('a plugin that was added since the start is switched too, and keeps the switch', async () => {
  const later = join(folder, 'later')
  await mkdir(later)
  await writePlugin(later, 'first')
  let kernel = await restart({ pluginFolders: [later] })
  await writePlugin(later, 'guest')
  expect(await outcomeOf(kernel, 'guest')).toEqual({ enabled: true, outcome: 'not-started', restart_required: true })

  expect((await switchPlugin(kernel, 'guest', false)).body).toMatchObject({ enabled: false, restart_required: false })
  expect(await outcomeOf(kernel, 'guest')).toEqual({ enabled: false, outcome: 'not-started', restart_required: false })
  kernel = await restart({ pluginFolders: [later] })
  expect(await outcomeOf(kernel, 'guest')).toEqual({ enabled: false, outcome: 'disabled', restart_required: false })
})

test('a plugin that there is not is answered with the one that was probably meant', async () => {
  const kernel = await restart()
  expect([
    (await switchPlugin(kernel, 'develper', false)).body.detail,
    (await switchPlugin(kernel, 'zzz', false)).body.detail,
  ]).toEqual([
    'There is no plugin "develper". Did you mean "developer"?',
    'There is no plugin "zzz". GET /api/admin/plugins lists them.',
  ])
})

test('what configuration decides cannot be switched by the owner, and the answer says where it is decided', async () => {
  const guest = await writePlugin(folder, 'guest')
  const kernel = await restart({ pluginFolders: [guest], env: { SVC_PLUGIN_GUEST_ENABLED: 'true' } })
  const answer = await switchPlugin(kernel, 'guest', false)
  expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
    409,
    'set_by_configuration',
    'Whether guest runs is set by SVC_PLUGIN_GUEST_ENABLED. Change it there, or remove it there and try again.',
  ])
})

/** Two plugins, of which `reader` needs `words`. */
async function writeWordsAndReader(): Promise<string[]> {
  await writePlugin(folder, 'words', {
    manifest: { services: { provides: ['words.list'] } },
    setup: "env.provide(defineService('words.list'), [])",
  })
  await writePlugin(folder, 'reader', {
    manifest: { services: { consumes: ['words.list'] } },
    uses: "words: defineService('words.list')",
  })
  return [join(folder, 'words'), join(folder, 'reader')]
}

test('a plugin that another one needs cannot be disabled before that one', async () => {
  const kernel = await restart({ pluginFolders: await writeWordsAndReader() })

  const refused = await switchPlugin(kernel, 'words', false)
  expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
    409,
    'required_by',
    'words is needed by reader. Disable that first.',
  ])
  expect((await switchPlugin(kernel, 'reader', false)).status).toBe(200)
  expect((await switchPlugin(kernel, 'words', false)).status).toBe(200)
  const late = await switchPlugin(kernel, 'reader', true)
  expect([late.status, late.body.code]).toEqual([409, 'required_by'])
})

test('of two switches at one moment, of which the second needs what the first ends, one is refused', async () => {
  const kernel = await restart({ pluginFolders: await writeWordsAndReader() })
  await switchPlugin(kernel, 'reader', false)
  const both = await Promise.all([switchPlugin(kernel, 'words', false), switchPlugin(kernel, 'reader', true)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a third-party manifest that changed waits for the owner, its code does not run, and the rest boots', async () => {
  const guest = await writePlugin(folder, 'guest', {
    manifest: { services: { provides: ['guest.words'] } },
    setup: "env.provide(defineService('guest.words'), [])",
  })
  const needy = await writePlugin(folder, 'needy', {
    manifest: { services: { consumes: ['guest.words'] } },
    uses: "words: defineService('guest.words')",
  })
  const pluginFolders = [guest, needy]
  let kernel = await restart({ pluginFolders })
  expect(await outcomeOf(kernel, 'guest')).toMatchObject({ outcome: 'running' })

  const manifest = JSON.parse(await readFile(join(guest, 'plugin.json'), 'utf8')) as object
  const witness = join(folder, 'ran')
  // Its entry and its migrations would leave a trace, were they only loaded.
  const code = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(witness)}, 'ran')\n`
  await writeFile(join(guest, 'changed.ts'), code)
  await writeFile(join(guest, 'plugin.json'), JSON.stringify({ ...manifest, entry: './changed.ts', version: '1.0.1' }))

  kernel = await restart({ pluginFolders })
  expect(await outcomeOf(kernel, 'guest')).toEqual({
    enabled: true,
    outcome: 'waiting-for-owner',
    restart_required: false,
  })
  expect(await outcomeOf(kernel, 'needy')).toMatchObject({ outcome: 'degraded' })
  expect(await outcomeOf(kernel, 'admin')).toMatchObject({ outcome: 'running' })
  await expect(readFile(witness)).rejects.toThrow('ENOENT')

  await writeFile(join(guest, 'changed.ts'), await readFile(join(guest, 'plugin.ts')))
  expect((await switchPlugin(kernel, 'guest', true)).status).toBe(200)
  expect(await outcomeOf(kernel, 'guest')).toMatchObject({ outcome: 'waiting-for-owner', restart_required: true })
  kernel = await restart({ pluginFolders })
  expect(await outcomeOf(kernel, 'guest')).toEqual({ enabled: true, outcome: 'running', restart_required: false })
  expect(await outcomeOf(kernel, 'needy')).toMatchObject({ outcome: 'running' })
})

test('the manifest hash covers the schemas that the manifest names', async () => {
  const tool = { tools: [{ name: 'guest_do', input: './input.json', effect: 'read' }] }
  const guest = await writePlugin(folder, 'guest', {
    manifest: tool,
    files: { 'input.json': '{ "type": "object" }' },
    setup: "env.tool('guest_do', async () => null)",
  })
  await restart({ pluginFolders: [guest] })
  await writeFile(join(guest, 'input.json'), '{ "type": "object", "properties": { "path": { "type": "string" } } }')
  const kernel = await restart({ pluginFolders: [guest] })
  expect(await outcomeOf(kernel, 'guest')).toMatchObject({ outcome: 'waiting-for-owner' })
})
