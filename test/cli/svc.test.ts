import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runSvc, runSvcHere } from '../support/programs/run-svc.ts'
import type { SvcRun } from '../support/programs/run-svc.ts'

describe('svc', () => {
  let cwd: string
  let home: string
  interface Options {
    env?: Record<string, string>
    input?: string
  }
  const around = ({ env, input }: Options) => ({ cwd, env: { SVC_HOME: home, ...env }, ...(input ? { input } : {}) })
  const svc = (args: string[], options: Options = {}): Promise<SvcRun> => runSvcHere(args, around(options))
  const svcProcess = (args: string[], options: Options = {}): Promise<SvcRun> => runSvc(args, around(options))

  beforeEach(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'svc-cli-'))
    home = join(cwd, 'home')
  })

  afterEach(async () => {
    await rm(cwd, { recursive: true, force: true })
  })

  it('creates the first owner once, and says so the second time', async () => {
    const input = 'correct horse battery\n'
    const first = await svcProcess(['setup', '--username', 'ada', '--password-stdin'], { input })
    const second = await svcProcess(['setup', '--username', 'eve', '--password-stdin', '--json'], { input })
    const users = await svcProcess(['user', 'list', '--json'])

    expect(first).toEqual({ code: 0, stdout: 'Created the owner ada.\n', stderr: '' })
    expect({ ...second, stdout: JSON.parse(second.stdout) as unknown }).toEqual({
      code: 0,
      stdout: { created: false },
      stderr: '',
    })
    expect(JSON.parse(users.stdout)).toMatchObject({ items: [{ username: 'ada', role: 'owner' }] })
  })

  it('refuses a short password with the rule, and leaves the home without an owner', async () => {
    const refused = await svc(['setup', '--username', 'ada', '--password-stdin'], { input: 'short\n' })
    const status = await svc(['setup', '--username', 'ada', '--password-stdin', '--json'], {
      input: 'long enough now\n',
    })

    expect(refused.code).toBe(2)
    expect(refused.stderr).toMatch(/password.*8/s)
    expect(JSON.parse(status.stdout)).toEqual({ created: true, username: 'ada' })
  })

  it('never prompts without a terminal', async () => {
    const { code, stderr } = await svcProcess(['setup'])

    expect(code).toBe(2)
    expect(stderr).toBe('svc: Say who the owner is: echo "$PASSWORD" | svc setup --username ada --password-stdin\n')
    expect(existsSync(home)).toBe(false)
  })

  it('suggests the command that was meant, also one that a plugin adds', async () => {
    const [own, contributed] = await Promise.all([svc(['docter']), svc(['user', 'lst'])])

    expect(own).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Did you mean doctor?') as string,
    })
    expect(own.stderr).toMatch(/The commands of svc: .*backup, .*doctor, .*user, /)
    expect(contributed).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean list?') as string })
    expect(contributed.stderr).toMatch(/The commands of svc user: .*list/)
  })

  it('refuses an unknown option and a missing argument with exit code 2', async () => {
    const [option, argument] = await Promise.all([svcProcess(['health', '--jsn']), svcProcess(['plugin', 'add'])])

    expect(option).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean --json?') as string })
    expect(argument).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("missing required argument 'plugin'") as string,
    })
    expect(argument.stderr).toContain('Usage: svc plugin add [options] <plugin>\n')
  })

  it('lists its commands and those of the plugins', async () => {
    const { code, stdout } = await svcProcess(['--help'])

    expect(code).toBe(0)
    for (const command of ['app', 'config', 'doctor', 'health', 'plugin', 'setup', 'start', 'user']) {
      expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'))
    }
  })

  it('tells every setting with its origin and keeps secrets to itself', async () => {
    await writeFile(join(cwd, 'svc.config.yaml'), '# ours\nport: 9001\nhost: 127.0.0.2\n')
    const { stdout } = await svc(['config', 'list', '--json'], {
      env: {
        SVC_PORT: '',
        SVC_HOST: '127.0.0.3',
        SVC_MODEL_API_KEY: 'sk-very-secret',
        SVC_MODEL_BASE_URL: 'http://127.0.0.1:9/v1',
        SVC_MODEL_NAME: 'm',
      },
    })
    const { items } = JSON.parse(stdout) as { items: { key: string; value: unknown; origin: string }[] }
    const entry = (key: string): unknown => items.find(item => item.key === key)

    expect(entry('port')).toEqual({ key: 'port', value: 9001, origin: 'svc.config.yaml:2' })
    expect(entry('host')).toEqual({ key: 'host', value: '127.0.0.3', origin: 'SVC_HOST' })
    expect(entry('home')).toEqual({ key: 'home', value: home, origin: 'SVC_HOME' })
    expect(entry('plugins.models.api_key')).toMatchObject({ value: '[redacted]', origin: 'SVC_MODEL_API_KEY' })
    expect(stdout).not.toContain('sk-very-secret')
  })

  it('says which key of the configuration is unknown, where, and which was meant', async () => {
    await writeFile(join(cwd, 'svc.config.yaml'), 'prot: 9001\n')
    const { code, stderr } = await svc(['config', 'list'])

    expect(code).toBe(1)
    expect(stderr).toMatch(/svc\.config\.yaml:1:1/)
    expect(stderr).toMatch(/port/)
  })

  it('knows that no server runs', async () => {
    const { code, stderr } = await svc(['health'])

    expect(code).toBe(1)
    expect(stderr).toBe(`svc: No server runs on the home ${home}. Start one with: svc start\n`)
  })

  it('asks for both SVC_BASE_URL and SVC_API_KEY, or for neither', async () => {
    const { code, stderr } = await svc(['user', 'list'], { env: { SVC_API_KEY: 'svc_x' } })

    expect(code).toBe(2)
    expect(stderr).toMatch(/^svc: SVC_API_KEY is set and SVC_BASE_URL is not/)
  })

  it('names the server that does not answer', async () => {
    const { code, stderr } = await svc(['user', 'list', '--json'], {
      env: { SVC_BASE_URL: 'http://127.0.0.1:1', SVC_API_KEY: 'svc_x' },
    })

    expect(code).toBe(1)
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: 'unavailable', message: expect.stringContaining('No answer from http://127.0.0.1:1') as string },
    })
  })

  it('gives a fresh machine a clean bill of health without making a home', async () => {
    const { code, stdout } = await svc(['doctor'])

    expect(stdout).toMatch(/^ok +node: v/m)
    expect(stdout).toMatch(/is not there yet/)
    expect(code).toBe(0)
    expect(existsSync(home)).toBe(false)
  })

  it('begins no home in an empty folder', async () => {
    const home = join(cwd, 'empty')
    await mkdir(home, { mode: 0o700 })
    const { code, stdout } = await svc(['doctor', '--home', home])
    expect([code, stdout]).toEqual([0, expect.not.stringContaining('FAIL')])
    expect(await readdir(home)).toEqual([])
  })

  it('says of a home without an owner what to do first', async () => {
    await svc(['plugin', 'enable', 'stats'])
    const { stdout } = await svc(['doctor'])

    expect(stdout).toMatch(/^warn +planes: the server refused: There is no owner yet\. Run "svc setup" first\.$/m)
  })

  it('examines a home with its planes and plugins', async () => {
    await svc(['setup', '--username', 'ada', '--password-stdin'], { input: 'correct horse battery' })
    const { code, stdout } = await svc(['doctor', '--json'])
    const { healthy, findings } = JSON.parse(stdout) as {
      healthy: boolean
      findings: { check: string; outcome: string }[]
    }

    expect(findings.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining([
        'node',
        'configuration',
        'home',
        'disk',
        'server',
        'plane control',
        'plane data',
        'plugins',
      ]),
    )
    expect({ code, healthy }).toEqual({ code: 0, healthy: true })
  })

  it('reports what is wrong with the configuration, and exits 1', async () => {
    const { code, stdout } = await svc(['doctor'], { env: { SVC_PORT: 'many' } })

    expect(code).toBe(1)
    expect(stdout).toMatch(/^FAIL +configuration: [^]*SVC_PORT[^]*must be a number/m)
  })

  describe('plugin add', () => {
    beforeEach(async () => {
      await mkdir(join(cwd, 'greeter'))
      await writeFile(join(cwd, 'greeter/plugin.json'), '{}')
    })

    it('adds a folder to svc.config.yaml and keeps its comments', async () => {
      await writeFile(join(cwd, 'svc.config.yaml'), '# how we run\nport: 9001 # behind the proxy\n')
      const first = await svc(['plugin', 'add', 'greeter', '--json'])
      const second = await svc(['plugin', 'add', './greeter'])

      expect(JSON.parse(first.stdout)).toEqual({
        added: true,
        file: join(cwd, 'svc.config.yaml'),
        plugin_folders: './greeter',
      })
      expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('already') as string })
      expect(await readFile(join(cwd, 'svc.config.yaml'), 'utf8')).toBe(
        '# how we run\nport: 9001 # behind the proxy\nplugin_folders:\n  - ./greeter\n',
      )
    })

    it('writes the path of a folder elsewhere as a person would', async () => {
      const elsewhere = await mkdtemp(join(cwd, '..', 'elsewhere-'))
      await writeFile(join(elsewhere, 'plugin.json'), '{}')
      const { stdout } = await svc(['plugin', 'add', elsewhere, '--json'])
      await rm(elsewhere, { recursive: true })

      expect(JSON.parse(stdout)).toMatchObject({ plugin_folders: `../${basename(elsewhere)}` })
    })

    it('adds an installed package that says it is a plugin, and refuses one that does not', async () => {
      const packages = { 'svc-plugin-a': { svc: { plugin: './plugin.json' } }, plain: {} }
      for (const [name, content] of Object.entries(packages)) {
        await mkdir(join(cwd, 'node_modules', name), { recursive: true })
        await writeFile(
          join(cwd, 'node_modules', name, 'package.json'),
          JSON.stringify({ name, version: '1.0.0', ...content }),
        )
      }
      const early = await svc(['plugin', 'add', 'svc-plugin-a'])
      await writeFile(join(cwd, 'node_modules', 'svc-plugin-a', 'plugin.json'), '{}')
      const added = await svc(['plugin', 'add', 'svc-plugin-a'])
      const refused = await svc(['plugin', 'add', 'plain'])

      expect(early).toMatchObject({ code: 1, stderr: expect.stringContaining('./plugin.json, which is not') as string })
      expect(added.code).toBe(0)
      expect(await readFile(join(cwd, 'svc.config.yaml'), 'utf8')).toBe('plugin_packages:\n  - svc-plugin-a\n')
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('it is no plugin') as string })
    })

    it('says how to go on when there is nothing of that name', async () => {
      const { code, stderr } = await svc(['plugin', 'add', 'nothing-here'])

      expect(code).toBe(2)
      expect(stderr).toContain('npm install nothing-here')
    })

    it('leaves a file alone that is not valid YAML', async () => {
      await writeFile(join(cwd, 'svc.config.yaml'), 'port: [9001\n')
      const { code } = await svc(['plugin', 'add', 'greeter'])

      expect(code).toBe(1)
      expect(await readFile(join(cwd, 'svc.config.yaml'), 'utf8')).toBe('port: [9001\n')
    })
  })
})
