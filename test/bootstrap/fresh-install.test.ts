import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'

const minutes = 60_000
const mostMegabytes = 450

describe('A fresh clone', () => {
  let clone: string
  let server: ChildProcess | undefined
  let said = ''
  let env: NodeJS.ProcessEnv

  beforeAll(() => {
    clone = mkdtempSync(join(tmpdir(), 'svc-clone-'))
    const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
      cwd: repositoryRoot,
      encoding: 'utf8',
    })
    for (const file of files.split('\n').filter(file => file !== '' && existsSync(join(repositoryRoot, file))))
      cpSync(join(repositoryRoot, file), join(clone, file))
    const { PATH, HOME, USER, npm_config_cache: cache } = process.env
    env = {
      PATH,
      HOME,
      USER,
      ...(cache ? { npm_config_cache: cache } : {}),
      SVC_HOME: join(clone, 'home'),
      SVC_PORT: '0',
    }
  })
  afterAll(async () => {
    if (server?.pid && server.exitCode === null && server.signalCode === null) process.kill(-server.pid, 'SIGKILL')
    await rm(clone, { recursive: true, force: true })
  })

  async function start(): Promise<void> {
    server = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    server.stderr!.setEncoding('utf8').on('data', (part: string) => (said += part))
    for await (const line of createInterface({ input: server.stdout! })) if (/url +http:\S+/.test(line)) return
    throw new Error(`npm start ended without printing its URL: ${said}`)
  }

  async function run(command: string[], input = ''): Promise<string> {
    const child = spawn(process.execPath, command, { cwd: clone, env, stdio: ['pipe', 'pipe', 'pipe'] })
    child.stdin.end(input)
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${String(code)}: ${stdout}${stderr}`)
    return stdout
  }
  const svc = (...args: string[]): Promise<string> => run(['scripts/svc.mjs', ...args])

  it('starts with the packages of a server alone, and says what it does', { timeout: 8 * minutes }, async () => {
    await start()

    expect(said).toMatch(/^svc: Installing packages \(\d+ MB in node_modules; .+, only this once\) …$/m)
    expect(said).toMatch(/^svc: Packages are installed \(\d+ s\)\.$/m)
    const megabytes = Math.ceil(diskBytes(join(clone, 'node_modules')) / 2 ** 20)
    console.log(`A start installs ${megabytes} MB of packages.`)
    expect(megabytes).toBeLessThanOrEqual(mostMegabytes)
    expect(existsSync(join(clone, 'node_modules/vitest'))).toBe(false)
  })

  it('loads every package of which it installs only a part', { timeout: minutes }, async () => {
    const { dependencies } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    // One of them has no entry under its own name.
    const names = Object.keys(dependencies).map(name => name.replace(/^read-excel-file$/, '$&/node'))
    const load = `await Promise.all(${JSON.stringify(names)}.map(name => import(name))); console.log('loaded')`
    expect(await run(['--input-type=module', '--eval', load])).toBe('loaded\n')
  })

  it(
    'takes the packages of the tests beside a running server, which then runs its first app, import, query and analysis',
    { timeout: 8 * minutes },
    async () => {
      expect(await run(['scripts/bootstrap.mjs', 'vitest', '--version'])).toContain('vitest/')

      await run(['scripts/svc.mjs', 'setup', '--username', 'ada', '--password-stdin'], 'correct horse battery\n')
      const profile = await svc('app', 'run', 'csv-profile', '--csv', '@examples/data/weather.csv')
      await svc('data', 'import', 'examples/data/weather.csv', '--name', 'weather')
      const answer = await svc('data', 'query', 'SELECT count(*) AS days FROM weather', '--json')
      const analysis = await svc(
        'stats',
        'run',
        'anova',
        '--dataset',
        'weather',
        '--variables',
        'dependent=temp_max factors=weather',
      )

      expect(profile).toContain('precipitation')
      expect(JSON.parse(answer)).toMatchObject({ rows: [[731]] })
      expect(analysis).toContain('weather')
    },
  )

  it('asks npm for nothing from then on, with or without the tests', { timeout: minutes }, async () => {
    expect(server!.exitCode).toBeNull()
    env = { ...env, PATH: '' }

    expect(await run(['scripts/bootstrap.mjs', 'vitest', '--version'])).toContain('vitest/')
    expect(await svc('--version')).toMatch(/^\d+\.\d+\.\d+$/m)
  })
})

/** What the folder takes on the disk; a file that stands in two places counts once. */
function diskBytes(folder: string): number {
  const seen = new Set<number>()
  let bytes = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const { ino, blocks } = lstatSync(join(entry.parentPath, entry.name))
    if (seen.has(ino)) continue
    seen.add(ino)
    bytes += blocks * 512
  }
  return bytes
}
