import { execFile as run } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import { writePlugin } from '../support/plugin-folder.ts'
import { runSvc, runSvcHere } from '../support/programs/run-svc.ts'
import type { SvcRun } from '../support/programs/run-svc.ts'

const execFile = promisify(run)
let folder: string
const owner = { SVC_ADMIN_USERNAME: 'ada', SVC_ADMIN_PASSWORD: 'correct horse battery' }
const svc = (...args: string[]): Promise<SvcRun> =>
  runSvcHere(args, { cwd: folder, env: { SVC_HOME: join(folder, 'home'), ...owner } })
const problemsOf = async (...args: string[]): Promise<{ where: string; message: string }[]> => {
  const { code, stdout } = await svc('plugin', 'validate', ...args, '--json')
  const answer = JSON.parse(stdout) as { valid: boolean; problems: { where: string; message: string }[] }
  expect([code, answer.valid]).toEqual(answer.problems.length === 0 ? [0, true] : [1, false])
  return answer.problems
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-plugin-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('svc plugin new', () => {
  it('writes a plugin that is valid, passes its own test, and greets when it is added', async () => {
    const made = await svc('plugin', 'new', 'my-plugin')
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toMatch(/^my-plugin\/plugin\.json\n[^]*plugin add \.\/my-plugin\n$/)
    expect((await svc('plugin', 'validate', 'my-plugin')).stdout).toBe('my-plugin can run here.\n')
    const tested = await svc('plugin', 'test', 'my-plugin')
    expect([tested.code, tested.stdout]).toEqual([0, expect.stringMatching(/tests 4\n[^]*skipped 0\n/)])

    expect((await svc('plugin', 'add', './my-plugin')).code).toBe(0)
    expect(await svc('my-plugin', 'greet', 'Grace & Ada')).toMatchObject({ code: 0, stdout: 'Hello, Grace & Ada!\n' })
  })

  it('becomes a package that runs where it is installed', async () => {
    await svc('plugin', 'new', 'my-plugin')
    // As on an author's machine: "npm test" hands its settings on, and this repository runs no scripts of packages.
    const npm = (args: string[], cwd: string) =>
      execFile('npm', [...args, '--no-audit', '--no-fund', '--offline', '--ignore-scripts=false'], { cwd })
    const packed = await npm(['pack', '--json'], join(folder, 'my-plugin'))
    const [{ filename, files }] = JSON.parse(packed.stdout) as [{ filename: string; files: { path: string }[] }]
    expect(files.map(({ path }) => path).toSorted()).toEqual([
      'README.md',
      'dist/config.schema.json',
      'dist/greet-command.js',
      'dist/greet.schema.json',
      'dist/greeting.js',
      'dist/plugin.js',
      'dist/plugin.json',
      'package.json',
    ])
    const server = join(folder, 'server')
    await mkdir(server)
    await writeFile(join(server, 'package.json'), '{ "private": true }')
    await npm(['install', join(folder, 'my-plugin', filename)], server)
    const there = (...args: string[]) =>
      runSvcHere(args, { cwd: server, env: { SVC_HOME: join(folder, 'home'), ...owner } })
    expect((await there('plugin', 'add', 'svc-plugin-my-plugin')).stderr).toBe('')
    await there('setup', '--username', 'ada', '--password-stdin')
    const greeted = await runSvc(['my-plugin', 'greet', 'Ada'], {
      cwd: server,
      env: { SVC_HOME: join(folder, 'home'), ...owner },
    })
    expect(greeted).toMatchObject({ code: 0, stdout: 'Hello, Ada!\n' })
  })

  it('is added to a configuration that stays as private as it was, and where it was', async () => {
    await svc('plugin', 'new', 'my-plugin')
    const [link, file] = [join(folder, 'svc.config.yaml'), join(folder, 'private.yaml')]
    await writeFile(file, '# Of this machine alone.\nlog_level: warn\n')
    await chmod(file, 0o640)
    const isRoot = process.getuid?.() === 0
    if (isRoot) await chown(file, 0, 65_534)
    await symlink(file, link)
    expect(await svc('plugin', 'add', './my-plugin')).toMatchObject({ code: 0, stderr: '' })
    expect(await readFile(file, 'utf8')).toMatch(/^# Of this machine alone\.\n[^]*- \.\/my-plugin\n$/)
    const { mode, gid } = await stat(file)
    expect([(await lstat(link)).isSymbolicLink(), mode & 0o777]).toEqual([true, 0o640])
    if (isRoot) expect(gid).toBe(65_534)
  })

  it('is refused as a package of TypeScript, which would not run', async () => {
    await svc('plugin', 'new', 'node_modules/my-plugin')
    const file = join(folder, 'node_modules/my-plugin/package.json')
    await writeFile(file, JSON.stringify({ name: 'my-plugin', type: 'module', svc: { plugin: './plugin.json' } }))
    expect(await svc('plugin', 'add', 'my-plugin')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('holds its plugin as TypeScript (./plugin.ts)') as string,
    })
    expect(existsSync(join(folder, 'svc.config.yaml'))).toBe(false)
  })

  it('has a route that a key reaches with its scope, and with no other', async () => {
    await svc('plugin', 'new', 'my-plugin')
    const kernel = await startTestKernel({ plugins: ['developer'], pluginFolders: [join(folder, 'my-plugin')] })
    try {
      const answerTo = async (scope: string): Promise<unknown[]> => {
        const { body } = await kernel.request('POST', '/api/developer/keys', {
          as: 'owner',
          body: { name: scope, scopes: [scope] },
        })
        const headers = { authorization: `Bearer ${body.key}` }
        const answer = await kernel.request('GET', '/api/my-plugin?name=Ada', { as: 'none', headers })
        return [answer.status, answer.body.text]
      }
      expect(await answerTo('my-plugin:read')).toEqual([200, 'Hello, Ada!'])
      expect(await answerTo('jobs:read')).toEqual([403, undefined])
    } finally {
      await kernel.stop()
    }
  })

  it('refuses what is there, what is no id and what is taken, and leaves nothing behind', async () => {
    await svc('plugin', 'new', 'mine')
    await writeFile(join(folder, 'mine', 'greeting.ts'), 'changed')
    expect(await svc('plugin', 'new', 'mine')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is there already. Choose another name, or remove it first.'),
    })
    expect(await readFile(join(folder, 'mine', 'greeting.ts'), 'utf8')).toBe('changed')

    const refused: [string, number, RegExp][] = [
      ['My_Plugin', 2, /"My_Plugin" is no plugin id: write small letters/],
      ['kernel', 1, /"kernel" is the kernel's own name\. Choose another\. Nothing was written\./],
      ['jobs', 1, /The plugin id "jobs" is declared by .* already\. /],
      ['doctor', 1, /There is a command "doctor greet" already, or one that begins so\. /],
    ]
    for (const [id, code, message] of refused) {
      expect(await svc('plugin', 'new', id)).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) })
      expect(existsSync(join(folder, id))).toBe(false)
    }
  })
})

describe('svc plugin test', () => {
  it('fails with a test, and with a plugin that does not run', async () => {
    await svc('plugin', 'new', 'my-plugin')
    const route = join(folder, 'my-plugin/plugin.ts')
    const source = await readFile(route, 'utf8')
    await writeFile(route, source.replaceAll('env.config.salutation', "'Bye'"))
    const failed = await svc('plugin', 'test', 'my-plugin')
    expect([failed.code, failed.stdout]).toEqual([
      1,
      expect.stringMatching(/Bye, Ada![^]*fail 2\n|fail 2\n[^]*Bye, Ada!/),
    ])

    await writeFile(route, source.replace('env.routes(', "throw new Error('not today')\n    env.routes("))
    expect(await svc('plugin', 'test', 'my-plugin')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('my-plugin does not run, and nothing was tested: not today'),
    })
  })
})

describe('svc plugin validate', () => {
  it('names all that is wrong at once, with the place and a remedy', async () => {
    await writePlugin(folder, 'broken', {
      manifest: {
        config: './absent.json',
        programs: [{ id: 'host', entry: './hosts/main.ts' }],
        drivers: [{ id: 'mine', entry: './driver.ts#mine', planes: ['jobs'] }],
      },
    })
    expect(await problemsOf('broken')).toEqual([
      {
        where: expect.stringMatching(/^broken\/plugin\.json:\d+:\d+$/),
        message: expect.stringContaining('./hosts/main.ts is not there. Write it, or correct the path.'),
      },
      { where: expect.any(String), message: expect.stringContaining('./driver.ts is not there.') },
      { where: expect.any(String), message: expect.stringContaining('./absent.json cannot be read as a JSON Schema') },
    ])
    const { code, stdout } = await svc('plugin', 'validate', 'broken')
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^There are 3 problems with the plugin broken\.\n\n/)])
  })

  it('knows what other plugins and commands have, and what is missing', async () => {
    const commands = [{ name: 'data list', summary: 'Mine', acts_on: 'server', run: './cli.ts#list' }]
    const services = { consumes: ['nobody.at-all'] }
    const drivers = [{ id: 'sqlite', entry: './plugin.ts#mine', planes: ['jobs'] }]
    await writePlugin(folder, 'third', { manifest: { drivers } })
    expect(await problemsOf('third')).toMatchObject([{ message: expect.stringContaining('svc has a driver "sqlite"') }])
    await writePlugin(folder, 'other', { manifest: { routes: ['/api/jobs'] } })
    await writePlugin(folder, 'second', { manifest: { commands, services } })
    expect(await problemsOf('other')).toMatchObject([{ message: expect.stringContaining('/api/jobs') }])
    expect((await problemsOf('second')).map(({ message }) => message)).toEqual([
      expect.stringContaining('It needs the service nobody.at-all'),
      expect.stringContaining('There is a command "data list" already'),
      expect.stringContaining('./cli.ts is not there'),
    ])
  })

  it('loads the code as a start would, and says why it fails', async () => {
    await writePlugin(folder, 'failing', { setup: "throw new Error('not today')" })
    await writePlugin(folder, 'ending', { setup: 'process.exit(3)' })
    expect(await problemsOf('failing')).toEqual([{ where: 'start', message: 'not today' }])
    expect(await problemsOf('ending')).toMatchObject([{ message: expect.stringContaining('exit code 3') }])
  })

  it('tries migrations on an empty database', async () => {
    await writePlugin(folder, 'tables', {
      manifest: { storage: [{ plane: 'data', migrations: './migrations' }] },
      files: {
        'migrations/0001-first.ts': `export default { id: '0001-first', statements: ['CREATE TABEL tables_x (id)'] }\n`,
      },
    })
    expect(await problemsOf('tables')).toMatchObject([{ message: expect.stringContaining('0001-first') }])
  })

  it('accepts the examples, and asks for a plugin where there is none', async () => {
    for (const example of ['hello-plugin', 'memory-jobs-driver'])
      expect(await problemsOf(join(import.meta.dirname, '../../examples', example))).toEqual([])
    expect(await svc('plugin', 'validate', 'absent')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('absent has no plugin.json. Name the folder of a plugin, or make one'),
    })
  })
})
