import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defineService } from '@svc/plugin'
import { createKernel } from '../../kernel/index.ts'
import type { BootError, Kernel } from '../../kernel/index.ts'
import { writePlugin } from '../support/plugin-folder.ts'

let folder: string
let kernel: Kernel | null = null

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-packages-'))
})

afterEach(async () => {
  await kernel?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
}

test('an installed npm package is a plugin, and shares the kernel’s @svc/plugin whatever copy it brought', async () => {
  const installed = 'node_modules/@acme/svc-lost'
  await write({
    'svc.config.yaml': 'plugin_packages: ["@acme/svc-lost"]\n',
    [`${installed}/package.json`]: JSON.stringify({
      name: '@acme/svc-lost',
      version: '1.0.0',
      type: 'module',
      exports: './lib/plugin.js',
      svc: { plugin: './lib/plugin.json' },
    }),
    [`${installed}/lib/plugin.json`]: JSON.stringify({
      manifest: 1,
      id: 'lost',
      version: '1.0.0',
      kernel: '^1',
      title: 'Lost',
      description: 'Finds nothing',
      entry: './plugin.js',
      routes: ['/api/lost'],
    }),
    [`${installed}/lib/plugin.js`]: `
      import { definePlugin, NotFoundError } from '@svc/plugin'
      export const plugin = definePlugin()({
        id: 'lost',
        setup(_services, env) {
          env.routes(app => app.route({
            method: 'GET', path: '/api/lost', operationId: 'findLost', summary: 'Finds nothing', permission: 'signed-in',
            responses: { 200: { description: 'Never' } },
            handler() { throw new NotFoundError('It is lost.') },
          }))
        },
      })`,
    // An older copy of the interface, as npm may have installed beside the plugin: its errors would be strangers to the kernel.
    [`${installed}/node_modules/@svc/plugin/package.json`]:
      '{ "name": "@svc/plugin", "version": "0.0.1", "type": "module", "exports": "./index.js" }',
    [`${installed}/node_modules/@svc/plugin/index.js`]:
      'export class NotFoundError extends Error {}\nexport const definePlugin = () => definition => definition\n',
  })
  await mkdir(join(folder, 'plugins'))
  kernel = createKernel({
    env: { SVC_HOME: join(folder, 'home'), SVC_LOG_LEVEL: 'silent' },
    cwd: folder,
    builtinPlugins: join(folder, 'plugins'),
    childPrograms: {},
    listen: false,
  })
  const report = await kernel.start()
  expect(report.plugins.map(({ id, outcome, builtin }) => ({ id, outcome, builtin }))).toEqual([
    { id: 'lost', outcome: 'running', builtin: false },
  ])
  expect(report.url).toBeNull()
  const principal = {
    user_id: 'usr_1',
    username: 'ada',
    role: 'owner' as const,
    workspace_id: 'ws_01hx3v9k2m8t5r7w4y6z0q1n3p',
    via: 'operator' as const,
    scopes: ['*'],
  }
  const answer = await kernel.dispatch({ method: 'GET', path: '/api/lost', principal })
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found', detail: 'It is lost.' } })
})

test('a package whose manifest is not there, or is called otherwise, is reported with the remedy', async () => {
  const packageOf = (manifest: string) =>
    JSON.stringify({ name: 'x', version: '1.0.0', type: 'module', svc: { plugin: manifest } })
  await write({
    'svc.config.yaml': 'plugin_packages: ["svc-half", "@acme/svc-odd"]\nplugin_folders: ["./locked"]\n',
    'node_modules/svc-half/package.json': packageOf('./lib/plugin.json'),
    'node_modules/@acme/svc-odd/package.json': packageOf('./manifest.json'),
    'node_modules/@acme/svc-odd/manifest.json': '{}',
    'locked/readme.md': '',
  })
  kernel = createKernel({
    env: { SVC_HOME: join(folder, 'home'), SVC_LOG_LEVEL: 'silent' },
    cwd: folder,
    builtinPlugins: join(folder, 'plugins'),
    childPrograms: {},
    listen: false,
  })
  const problems = await kernel.start().then(
    () => [],
    (error: unknown) => (error as BootError).problems.map(({ where, message }) => `${where}: ${message}`),
  )
  expect(problems).toEqual([
    `plugin_folders (SVC_PLUGINS): No plugin there: neither ${join(folder, 'locked')} nor a folder in it holds a plugin.json. Correct or remove the entry.`,
    'plugin_packages: svc-half: Its package.json names the manifest "./lib/plugin.json", and there is no file svc-half/lib/plugin.json. Install the package again, or remove the entry.',
    'plugin_packages: @acme/svc-odd: Its package.json names the manifest "./manifest.json", and a manifest is called plugin.json. Rename it there, or remove the entry.',
  ])
})

test('tools, contributions and services are known to a kernel that is set up and not started', async () => {
  await writePlugin(join(folder, 'plugins'), 'hosting', {
    manifest: {
      services: { provides: ['test.report'] },
      extension_points: { hosts: ['test.words'], contributes: ['test.words'] },
      tools: [{ name: 'echo', effect: 'read', input: './echo.json' }],
    },
    head: "import { toolBindings } from '@svc/plugin'",
    uses: 'tools: toolBindings',
    files: { 'echo.json': '{ "type": "object", "description": "Says it again" }' },
    setup: `
      const point = defineExtensionPoint('test.words')
      const words = env.contributions(point)
      env.tool('echo', async (input: any) => input)
      env.contribute(point, 'word')
      env.provide(defineService('test.report'), () => [words().length, services.tools.all().map((tool: any) => tool.manifest.name)])
      const early = (read: () => unknown) => { try { read(); return 'read' } catch (error: any) { return error.message } }
      env.log.warn({}, early(words) + ' ' + early(() => services.tools.all()))`,
  })
  const lines: string[] = []
  kernel = createKernel({
    env: { SVC_HOME: join(folder, 'home'), SVC_LOG_LEVEL: 'warn' },
    cwd: folder,
    builtinPlugins: join(folder, 'plugins'),
    childPrograms: {},
    listen: false,
    scratch: true,
    logDestination: { write: line => void lines.push(line) },
  })
  await kernel.setup()
  expect(lines.join('')).toMatch(/Contributions to test\.words are complete once .*Tools are complete once/)
  expect(kernel.service(defineService<() => unknown>('test.report'))?.()).toEqual([1, ['echo']])
  expect(kernel.service(defineService('test.nobody'))).toBeUndefined()
})

test('a kernel on a scratch home is set up beside a running server and leaves nothing behind', async () => {
  await mkdir(join(folder, 'plugins'))
  const options = {
    env: { SVC_HOME: join(folder, 'home'), SVC_LOG_LEVEL: 'silent' },
    cwd: folder,
    builtinPlugins: join(folder, 'plugins'),
    childPrograms: {},
    listen: false,
  }
  kernel = createKernel(options)
  await kernel.start()
  const contents = pathToFileURL(join(folder, 'contents of the other home')).href
  const scratch = createKernel({ ...options, env: { ...options.env, SVC_CONTENT_URL: contents }, scratch: true })
  await scratch.setup()
  const home = (await scratch.start()).home
  expect(home).not.toBe(join(folder, 'home'))
  await scratch.stop()
  await expect(rm(home, { recursive: true })).rejects.toThrow('ENOENT')
})
