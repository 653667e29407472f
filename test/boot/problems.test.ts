import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BootError, createKernel } from '../../kernel/index.ts'
import { writePlugin } from '../support/plugin-folder.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-boot-'))
  await mkdir(join(folder, 'plugins'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** What a start of the plugins in `plugins/` is refused with. */
async function refusal(env: Record<string, string> = {}): Promise<BootError> {
  const kernel = createKernel({
    env: { SVC_HOME: join(folder, 'home'), SVC_PORT: '0', SVC_LOG_LEVEL: 'silent', ...env },
    cwd: folder,
    builtinPlugins: join(folder, 'plugins'),
    childPrograms: {},
    listen: false,
  })
  try {
    await kernel.start()
  } catch (error) {
    if (error instanceof BootError) return error
    throw error
  } finally {
    await kernel.stop()
  }
  throw new Error('The kernel started.')
}

const plugins = (): string => join(folder, 'plugins')

test('everything that is wrong with manifests, services and configuration stands in one report', async () => {
  await writePlugin(plugins(), 'alpha', {
    manifest: {
      services: { provides: ['alpha.words'], consumes: ['core.jbs'] },
      permissions: [{ id: 'alpha:read', title: 'Read' }],
      routes: ['/api/alpha'],
    },
  })
  await writePlugin(plugins(), 'beta', {
    manifest: {
      kernel: '^2',
      services: { provides: ['alpha.words'], consumes: ['alpha.wrods'] },
      permissions: [{ id: 'alpha:read', title: 'Read' }],
      routes: ['/api/alpha/below'],
      tools: [{ name: 'beta_do', input: './schemas/none.json', effect: 'read' }],
    },
    files: { 'plugin.ts': '' },
  })
  await writePlugin(plugins(), 'gamma', {
    manifest: {
      kernel: '^2',
      services: { provides: ['alpha.words', 'core.audit'], consumes: ['alpha.wrods'] },
      permissions: [{ id: 'alpha:read', title: 'Read' }],
      routes: ['/api/alpha'],
    },
  })
  await writePlugin(plugins(), 'delta', { manifest: { verison: '1.0.0', on_failure: 'abrot' } })
  await writePlugin(plugins(), 'epsilon', { files: { 'plugin.json': '{ "manifest": 1,\n  "id": "epsilon",,\n}' } })
  await writePlugin(plugins(), 'zeta', { manifest: { entry: './missing.ts' } })

  const error = await refusal({ SVC_PORT: 'many' })

  expect(error.exitCode).toBe(78)
  expect(error.problems.map(({ where, message }) => `${where} ${message}`)).toEqual([
    expect.stringMatching(
      /beta\/plugin\.json:\d+:\d+ tools\[0\]\.input: \.\/schemas\/none\.json cannot be read as a JSON Schema/,
    ),
    expect.stringMatching(/delta\/plugin\.json:9:3 Unknown key "verison"\. Did you mean "version"\?/),
    expect.stringMatching(
      /delta\/plugin\.json:10:17 on_failure: "abrot" is not one of degrade, abort\. Did you mean "abort"\?/,
    ),
    expect.stringMatching(/epsilon\/plugin\.json:2:19 /),
    expect.stringMatching(/zeta\/plugin\.json:8:12 entry: \.\/missing\.ts is not there/),
    'SVC_PORT port: must be a number, but is "many". The port to listen on; 0 takes a free one.',
    expect.stringMatching(
      /gamma\/plugin\.json:5:13 kernel: the plugin is written for the plugin interface \^2; this is 1\.0\.0/,
    ),
    expect.stringMatching(
      /gamma\/plugin\.json:12:7 services\.provides\[1\]: names that begin with core\. are the kernel's/,
    ),
    expect.stringMatching(
      /gamma\/plugin\.json:11:7 .*The service "alpha\.words" is declared by .*alpha\/plugin\.json already/,
    ),
    expect.stringMatching(
      /gamma\/plugin\.json:20:13 .*The permission "alpha:read" is declared by .*alpha\/plugin\.json already/,
    ),
    expect.stringMatching(
      /gamma\/plugin\.json:25:5 .*The route prefix "\/api\/alpha" is declared by .*alpha\/plugin\.json already/,
    ),
    expect.stringMatching(
      /alpha\/plugin\.json:14:7 services\.consumes\[0\]: There is no service "core\.jbs"\. Did you mean "core\.jobs"\?/,
    ),
    expect.stringMatching(
      /gamma\/plugin\.json:15:7 services\.consumes\[0\]: There is no service "alpha\.wrods"\. Did you mean "alpha\.words"\?/,
    ),
  ])
  expect(error.message).toMatch(/^svc cannot start: there are 13 problems\./)
  expect(error.message).toMatch(/> +9 \| +"verison": "1\.0\.0"/)
})

test('a circle of services is reported with its path', async () => {
  await writePlugin(plugins(), 'hen', { manifest: { services: { provides: ['hen.hatch'], consumes: ['egg.lay'] } } })
  await writePlugin(plugins(), 'egg', { manifest: { services: { provides: ['egg.lay'], consumes: ['nest.build'] } } })
  await writePlugin(plugins(), 'nest', {
    manifest: { services: { provides: ['nest.build'], consumes: ['hen.hatch'] } },
  })

  const error = await refusal()

  expect(error.exitCode).toBe(78)
  expect(error.problems).toHaveLength(1)
  expect(error.problems[0]?.message).toContain('egg -> nest -> hen -> egg')
})

test('a plugin that may not fail and has no provider refuses the start before anything is opened', async () => {
  await writePlugin(plugins(), 'needy', { manifest: { services: { consumes: ['absent.words'] }, on_failure: 'abort' } })
  const error = await refusal()
  expect(error.exitCode).toBe(78)
  expect(error.problems[0]?.message).toContain('It needs the service absent.words, and no enabled plugin provides it.')
})

test('a manifest may not point outside its folder', async () => {
  await writePlugin(plugins(), 'sneaky', { manifest: { entry: './../other/plugin.ts' } })
  const error = await refusal()
  expect(error.problems.map(({ message }) => message)).toEqual([
    "entry: ./../other/plugin.ts lies outside the plugin's folder. Move the file into it.",
  ])
})

test('folders and packages that hold no plugin are named', async () => {
  await mkdir(join(folder, 'node_modules/plain'), { recursive: true })
  await writeFile(join(folder, 'node_modules/plain/package.json'), '{ "name": "plain", "version": "1.0.0" }')
  await writeFile(join(folder, 'svc.config.yaml'), 'plugin_folders: [nowhere]\nplugin_packages: [plain, absent]\n')
  const error = await refusal()
  expect(error.problems.map(({ where, message }) => `${where}: ${message}`)).toEqual([
    expect.stringContaining('plugin_folders (SVC_PLUGINS): No plugin there'),
    expect.stringContaining('plugin_packages: plain: The package is no plugin'),
    expect.stringContaining('plugin_packages: absent: The package is not installed'),
  ])
})

test('a migration whose id is not its file name, of a plugin that may not fail, ends the start and leaves the home free', async () => {
  await writePlugin(plugins(), 'tables', {
    manifest: { storage: [{ plane: 'data', migrations: './migrations' }], on_failure: 'abort' },
    files: { 'migrations/0001-first.ts': "export default { id: '0001-other', statements: [] }" },
  })
  const first = await refusal()
  expect({ exitCode: first.exitCode, message: first.problems[0]?.message }).toEqual({
    exitCode: 78,
    message: expect.stringContaining('declares the id "0001-other". Make it "0001-first"') as string,
  })
  // Were the home still held, this would be 75.
  expect((await refusal()).exitCode).toBe(78)
})
