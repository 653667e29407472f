import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allCommands } from '../../apps/cli/catalogue.ts'
import type { CatalogueEntry } from '../../apps/cli/catalogue.ts'
import type { Shell } from '../../apps/cli/shell.ts'
import { itOfOneServer } from '../rooms/first-of-two.ts'
import { runSvcHere } from '../support/programs/run-svc.ts'
import type { SvcRun } from '../support/programs/run-svc.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

/** What a command does to a home of this machine; every other command asks a server. */
const onHome = [
  ...['app new', 'app test', 'app types', 'app validate'],
  ...['backup create', 'backup list', 'backup restore', 'backup rollback', 'backup verify'],
  ...['cluster join', 'config list', 'doctor', 'jobs move'],
  ...['playbooks dry-run', 'playbooks new', 'playbooks validate'],
  ...[
    'plugin add',
    'plugin dev',
    'plugin disable',
    'plugin enable',
    'plugin list',
    'plugin new',
    'plugin test',
    'plugin validate',
  ],
  ...['setup', 'start', 'tool new', 'tool test', 'tool types', 'tool validate'],
]

let cwd: string
let entries: readonly CatalogueEntry[]
let server: TestKernel

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'svc-cli-'))
  entries = (await allCommands({ env: {}, cwd } as unknown as Shell)).entries
  server = await startTestKernel({
    plugins: ['backup', 'admin', 'data', 'developer', 'memory'],
    home: join(cwd, 'home'),
  })
})

afterAll(async () => {
  await server.stop()
  await rm(cwd, { recursive: true, force: true })
})

function svc(args: readonly string[], env: Record<string, string> = {}): Promise<SvcRun> {
  return runSvcHere(args, { cwd, env: { SVC_HOME: server.home, ...env } })
}

function exported(): Record<string, string> {
  return { SVC_BASE_URL: server.url, SVC_API_KEY: server.key }
}

describe('Every command', () => {
  it('says in its manifest what it acts on', () => {
    const named = (wanted: string): string[] =>
      entries.filter(({ command }) => command.acts_on === wanted).map(({ command }) => command.name)
    expect(named('home').toSorted()).toEqual(onHome)
    expect(named('home').length + named('server').length).toBe(entries.length)
    const offline = entries.filter(({ command }) => command.offline).map(({ command }) => command.name)
    expect(offline.filter(name => !onHome.includes(name))).toEqual([])
  })

  describe('that acts on a home', () => {
    let asked: string[]
    const elsewhere = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(503).end()
    })
    const env = (): Record<string, string> => ({
      SVC_BASE_URL: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`,
      SVC_API_KEY: 'svc_of_another_server',
      SVC_MANIFESTS: join(cwd, 'manifests'),
    })
    beforeAll(async () => {
      await new Promise<void>(resolve => elsewhere.listen(0, '127.0.0.1', resolve))
    })
    beforeEach(() => {
      asked = []
    })
    afterAll(() => void elsewhere.close())

    it.each(onHome)('asks no server elsewhere: %s', async name => {
      const given = entries.find(({ command }) => command.name === name)?.command.arguments ?? []
      await svc([...name.split(' '), ...given.map(argument => `a-${argument.name}`)], env())
      expect(asked).toEqual([])
    })

    it('takes the home that --home names', async () => {
      const other = join(cwd, 'other')
      const { stdout } = await svc(['config', 'list', '--json', '--home', './other'], env())
      const { items } = JSON.parse(stdout) as { items: { key: string; value: unknown }[] }
      expect(items.find(({ key }) => key === 'home')?.value).toBe(other)
    })

    it('is not what one is that asks a server', async () => {
      await svc(['user', 'list'], env())
      expect(asked.length).toBeGreaterThan(0)
    })
  })
})

describe('A command that asks a server', () => {
  it('says which on standard error, when it is not that of the home', async () => {
    const elsewhere = join(cwd, 'elsewhere')
    const { code, stdout, stderr } = await svc(['user', 'list'], { ...exported(), SVC_HOME: elsewhere })
    expect([code, stderr, stdout]).toEqual([
      0,
      `svc: asking ${server.url} (SVC_BASE_URL), not the home ${elsewhere}\n`,
      expect.stringContaining('owner'),
    ])
    expect(existsSync(elsewhere)).toBe(false)
    expect((await svc(['health'], { ...exported(), SVC_HOME: elsewhere })).stderr).toContain(`asking ${server.url}`)
  })

  itOfOneServer('is silent about the server of the home, however its address is written', async () => {
    const { port } = new URL(server.url)
    for (const address of [server.url, `${server.url}/`, `http://localhost:${port}`])
      expect(await svc(['user', 'list'], { ...exported(), SVC_BASE_URL: address })).toMatchObject({
        code: 0,
        stderr: '',
      })
  })
})

describe('Where there is no home yet', () => {
  it.each([
    ['plugin list', { SVC_BASE_URL: 'http://127.0.0.1:9', SVC_API_KEY: 'svc_of_another_server' }],
    ['user list', {}],
    ['app list', {}],
    ['memory import notes', {}],
  ])('svc %s says so once and makes none', async (line, env) => {
    const home = join(cwd, 'none')
    await mkdir(join(cwd, 'notes'), { recursive: true })
    for (const name of ['a.md', 'b.md', 'c.md']) await writeFile(join(cwd, 'notes', name), 'Text')
    const { code, stdout, stderr } = await svc(line.split(' '), { ...env, SVC_HOME: home })
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      `svc: There is no home ${home} yet. "svc start" makes it, and "svc setup" its first owner; --home or SVC_HOME names another, SVC_BASE_URL and SVC_API_KEY a server elsewhere.\n`,
    ])
    expect(existsSync(home)).toBe(false)
  })

  itOfOneServer('an import says once that a key is missing, and which options are wrong', async () => {
    const without = await svc(['memory', 'import', 'notes'], { SVC_BASE_URL: server.url })
    expect([without.code, without.stderr.match(/SVC_API_KEY is not/g)]).toEqual([2, ['SVC_API_KEY is not']])
    const refused = await svc(['memory', 'import', 'notes', '--tag', ''], exported())
    expect([refused.code, refused.stderr.trim().split('\n')]).toEqual([2, [expect.stringContaining('tags')]])
  })
})

describe('With the address of one server and another home', () => {
  it('svc backup create backs up the home', async () => {
    const archive = join(cwd, 'first.tar.gz')
    expect((await svc(['backup', 'create', '--output', archive])).code).toBe(0)
    const restored = join(cwd, 'restored')
    expect((await svc(['backup', 'restore', archive, '--home', restored], exported())).code).toBe(0)

    const made = await svc(['backup', 'create', '--json'], { ...exported(), SVC_HOME: restored })
    expect(JSON.parse(made.stdout)).toMatchObject({
      home: restored,
      path: expect.stringContaining(`${restored}/backups/`) as string,
    })
    const listed = await svc(['backup', 'list', '--home', restored], exported())
    expect(listed.stdout).toContain(`${restored}/backups/svc-backup-`)
  })
})
