import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'

interface Outcome {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** Everything that is said by an installation that works. */
const installing = expect.stringMatching(
  /^svc: Installing packages, those of the tests too \(.+\) …\nsvc: Packages are installed \(\d+ s\)\.\n$/,
) as unknown

/** A checkout with the real bootstrap, whose only package lies beside it: npm does its whole work without a registry. */
async function makeCheckout(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-checkout-'))
  await cp(join(repositoryRoot, 'scripts'), join(folder, 'scripts'), { recursive: true })
  await mkdir(join(folder, 'tool'))
  const files: Record<string, string> = {
    'package.json': JSON.stringify({ name: 'checkout', version: '1.0.0', dependencies: { tool: 'file:tool' } }),
    'package-lock.json': lockFile('1.0.0'),
    'tool/package.json': JSON.stringify({ name: 'tool', version: '1.0.0', bin: { measure: 'measure.mjs' } }),
    'tool/measure.mjs': `console.log('measured', process.argv[2])`,
    'show.ts': `const shown: unknown = { args: process.argv.slice(2), flags: process.execArgv }\nconsole.log(JSON.stringify(shown))\nprocess.exitCode = 7`,
    'wait.ts': `process.on('SIGTERM', () => { console.log('asked to stop'); process.exit(3) })\nsetInterval(() => {}, 1000)\nconsole.log('waiting')`,
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return folder
}

function lockFile(version: string): string {
  const own = { name: 'checkout', version, dependencies: { tool: 'file:tool' } }
  const packages = {
    '': own,
    'node_modules/tool': { resolved: 'tool', link: true },
    tool: { version: '1.0.0', bin: { measure: 'measure.mjs' } },
  }
  return JSON.stringify({ name: 'checkout', version, lockfileVersion: 3, requires: true, packages })
}

function start(
  folder: string,
  args: string[],
  { env = {}, nodeFlags = [] }: { env?: NodeJS.ProcessEnv; nodeFlags?: string[] } = {},
): ChildProcess {
  return spawn(process.execPath, [...nodeFlags, 'scripts/bootstrap.mjs', ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
  })
}

async function outcomeOf(child: ChildProcess): Promise<Outcome> {
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'exit'),
  ])
  return { code: code as number | null, signal: signal as NodeJS.Signals | null, stdout, stderr }
}

describe('The bootstrap', () => {
  let checkout: string
  let installed: string
  const run = (args: string[], options?: Parameters<typeof start>[2]): Promise<Outcome> =>
    outcomeOf(start(checkout, args, options))
  /** What a first start leaves behind, without npm's second for it. */
  const install = (): Promise<void> =>
    cp(join(installed, 'node_modules'), join(checkout, 'node_modules'), { recursive: true, verbatimSymlinks: true })

  beforeAll(async () => {
    installed = await makeCheckout()
    expect(await outcomeOf(start(installed, ['node', 'show.ts']))).toMatchObject({ code: 7, stderr: installing })
  })
  afterAll(() => rm(installed, { recursive: true, force: true }))

  beforeEach(async () => {
    checkout = await makeCheckout()
  })

  afterEach(async () => {
    await rm(checkout, { recursive: true, force: true })
  })

  it('installs what the lock file asks for, then runs the file with its arguments and keeps its exit code', async () => {
    const { code, stdout, stderr } = await run(['node', 'show.ts', 'a', '--b'])

    expect(stderr).toEqual(installing)
    expect(JSON.parse(stdout)).toEqual({ args: ['a', '--b'], flags: ['--conditions=svc-source'] })
    expect(code).toBe(7)
  })

  it('asks npm for nothing the second time', async () => {
    await install()
    // Without a PATH there is no npm to ask.
    const second = await run(['node', 'show.ts'], { env: { PATH: '' } })

    expect(second).toMatchObject({ code: 7, stderr: '' })
  })

  it('installs again when the lock file changed', async () => {
    await install()
    await writeFile(join(checkout, 'package-lock.json'), lockFile('1.0.1'))
    await writeFile(
      join(checkout, 'package.json'),
      JSON.stringify({ name: 'checkout', version: '1.0.1', dependencies: { tool: 'file:tool' } }),
    )
    await rm(join(checkout, 'node_modules/.package-lock.json'))

    expect((await run(['node', 'show.ts'])).stderr).toEqual(installing)
  })

  it('accepts a tree that somebody installed with npm themselves', async () => {
    await install()
    await rm(join(checkout, 'node_modules/.svc-installed'))

    expect((await run(['node', 'show.ts'])).stderr).toBe('')
  })

  it('sees a tree whose installation was cut short, and installs the rest', async () => {
    await install()
    await rm(join(checkout, 'node_modules/tool'), { recursive: true })

    expect(await run(['measure', 'twice'])).toMatchObject({ code: 0, stdout: 'measured twice\n', stderr: installing })
  })

  it('lets the second of two first starts wait for the first', async () => {
    const outcomes = await Promise.all([run(['node', 'show.ts', 'one']), run(['node', 'show.ts', 'two'])])

    expect(outcomes.map(({ code }) => code)).toEqual([7, 7])
    expect(outcomes.filter(({ stderr }) => stderr.includes('Installing')).length).toBe(1)
  })

  it('takes over from an installer that was killed', async () => {
    const gone = spawn(process.execPath, ['--version'])
    await once(gone, 'exit')
    await mkdir(join(checkout, '.runtime'))
    await writeFile(join(checkout, '.runtime/install.lock'), String(gone.pid))

    expect((await run(['node', 'show.ts'])).code).toBe(7)
  })

  it('passes signals on and ends as the program ended', async () => {
    await install()
    const child = start(checkout, ['node', 'wait.ts'])
    onTestFinished(() => void child.kill('SIGKILL'))
    child.stdout!.once('data', () => child.kill('SIGTERM'))

    expect(await outcomeOf(child)).toMatchObject({ code: 3, signal: null, stdout: 'waiting\nasked to stop\n' })
  })

  it('carries on in the Node of .runtime/ when it is started by an older one', async () => {
    await install()
    const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
    const folder = join(checkout, '.runtime/node_modules', name, 'bin')
    await mkdir(folder, { recursive: true })
    await symlink(process.execPath, join(folder, 'node'))
    const source = await readFile(join(repositoryRoot, 'scripts/bootstrap/runtime.mjs'), 'utf8')
    await writeFile(join(checkout, '.runtime/node-version'), /pinnedVersion = '(.+)'/.exec(source)![1]!)
    await writeFile(join(checkout, 'which.ts'), 'console.log(process.env.PATH)')
    // Whatever Node runs this test, it says that it is Node 20.
    const pretend = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.19.0'}})`
    const { code, stdout, stderr } = await run(['node', 'which.ts'], { nodeFlags: ['--import', pretend] })

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.startsWith(`${folder}:`)).toBe(true)
  })

  it('says what it can run when it is asked for something else', async () => {
    await install()
    const { code, stderr } = await run(['mesure'])

    expect(code).toBe(1)
    expect(stderr).toContain(
      'No package brings a program "mesure". Ask for "start", "svc", "node <file>", "test" or a program in node_modules/.bin.\n',
    )
  })

  it('says what to do when npm cannot install', async () => {
    await writeFile(
      join(checkout, 'package-lock.json'),
      lockFile('1.0.0').replace('"tool":{"version"', '"other":{"version"'),
    )
    await rm(join(checkout, 'tool'), { recursive: true })
    const { code, stderr } = await run(['node', 'show.ts'])

    expect(code).toBe(1)
    expect(stderr).toContain('svc: That did not work; trying once more …\n')
    expect(stderr).toContain('run the command again')
  })
})
