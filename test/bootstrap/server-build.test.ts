import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'

interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

const building = 'svc: Building the server …\n'
const program = `import { greeting } from './greeting.ts'
const place: string = process.argv[1] ?? ''
console.log(greeting, place.includes('/dist/') ? 'built' : 'source', process.execArgv.join(), process.argv.slice(2).join())
`

/** A checkout with the real bootstrap and build, a server of one line, and packages that are installed. */
const checkoutFiles: Record<string, string> = {
  'package.json': '{ "name": "checkout", "version": "1.0.0", "type": "module" }',
  'package-lock.json': '{ "name": "checkout", "lockfileVersion": 3, "packages": { "": { "version": "1.0.0" } } }',
  'node_modules/.package-lock.json': '{ "packages": {} }',
  'apps/server/main.ts': program,
  'apps/server/greeting.ts': `export const greeting: string = 'Hello'\n`,
  'apps/cli/main.ts': program.replace('./greeting.ts', '../server/greeting.ts'),
  'sdk/plugin/package.json': '{ "name": "@svc/plugin", "type": "module" }',
  'sdk/plugin/src/index.ts': 'export const one = 1\n',
  'sdk/typescript/package.json': '{ "name": "@svc/sdk", "type": "module" }',
  'sdk/typescript/src/types.ts': 'export type One = 1\n',
}

describe('The build of the server', () => {
  let checkout: string

  beforeEach(async () => {
    checkout = await mkdtemp(join(tmpdir(), 'svc-checkout-'))
    await cp(join(repositoryRoot, 'scripts'), join(checkout, 'scripts'), { recursive: true })
    await write(checkoutFiles)
    // The build reads the manifests as a start does.
    await cp(join(repositoryRoot, 'kernel/manifest'), join(checkout, 'kernel/manifest'), { recursive: true })
    await mkdir(join(checkout, 'node_modules/@svc'))
    for (const name of ['esbuild', 'ajv', '@svc/plugin'])
      await symlink(join(repositoryRoot, 'node_modules', name), join(checkout, 'node_modules', name))
  })

  afterEach(async () => {
    await rm(checkout, { recursive: true, force: true })
  })

  async function write(files: Record<string, string>): Promise<void> {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(checkout, name)), { recursive: true })
      await writeFile(join(checkout, name), content)
    }
  }

  async function run(...command: string[]): Promise<Outcome> {
    const child = spawn(process.execPath, command, { cwd: checkout })
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    return { code: code as number | null, stdout, stderr }
  }

  const start = (): Promise<Outcome> => run('scripts/bootstrap.mjs', 'start', '--port=1')
  const started = { code: 0, stdout: 'Hello built  --port=1\n' }

  it('is made at the first start, and found at the next', async () => {
    expect(await start()).toEqual({ ...started, stderr: building })
    expect(await start()).toEqual({ ...started, stderr: '' })
  })

  it.each([
    ['a source', { 'apps/server/greeting.ts': `export const greeting = 'Welcome'\n` }, 'Welcome'],
    [
      'the lock file',
      { 'package-lock.json': '{ "lockfileVersion": 3, "packages": { "": { "version": "2.0.0" } } }' },
      'Hello',
    ],
    ['a file that is only read', { 'plugins/web/page/index.html': '<p>' }, 'Hello'],
  ])('is stale when %s changed', async (_what, change, greeting) => {
    await start()
    await write(change)

    expect(await start()).toEqual({ code: 0, stdout: `${greeting} built  --port=1\n`, stderr: building })
  })

  it('is fresh when only tests, pages and a file’s time changed', async () => {
    await start()
    await write({
      'apps/server/greeting.test.ts': 'broken(',
      'apps/server/README.md': '# Server',
      'apps/server/main.ts': program,
    })

    expect(await start()).toEqual({ ...started, stderr: '' })
  })

  it('stays where it is when another is made, for the server that runs from it', async () => {
    await start()
    const [first] = await readdir(join(checkout, 'dist'))
    await write({ 'apps/server/greeting.ts': `export const greeting = 'Welcome'\n` })
    await start()

    expect(await run(join('dist', first!, 'apps/server/main.js'))).toMatchObject({ stdout: 'Hello built  \n' })
  })

  it('is made once by two starts at once', async () => {
    const outcomes = await Promise.all([start(), start()])

    expect(outcomes.map(({ code, stdout }) => ({ code, stdout }))).toEqual([started, started])
    expect(await readdir(join(checkout, 'dist'))).toHaveLength(1)
  })

  it('is never the half that a killed build left, which the next one removes', async () => {
    const gone = spawn(process.execPath, ['--version'])
    await once(gone, 'exit')
    await write({
      'dist/.lock': String(gone.pid),
      'dist/.building-abc/apps/server/main.js': `console.log('half')`,
    })

    expect(await start()).toMatchObject(started)
    expect((await readdir(join(checkout, 'dist'))).filter(name => name.startsWith('.'))).toEqual([])
  })

  it('says why it cannot be made, and nothing is started', async () => {
    await start()
    await write({ 'apps/server/greeting.ts': `export const greeting = 'Hello\n` })
    const { code, stdout, stderr } = await start()

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('apps/server/greeting.ts:1')
    expect(stderr).toContain('Unterminated string literal')
    expect(stderr).toContain('svc: The server could not be built: see above. Nothing was started.\n')
  })

  it('serves the commands of svc too, which take the sources when it is stale', async () => {
    const stale = await run('scripts/svc.mjs', 'health')
    expect(stale).toEqual({ code: 0, stdout: 'Hello source --conditions=svc-source health\n', stderr: '' })
    expect(await run('scripts/svc.mjs', 'start', '--port=1')).toEqual({ ...started, stderr: building })
    expect(await run('scripts/svc.mjs', 'health')).toEqual({ code: 0, stdout: 'Hello built  health\n', stderr: '' })
  })
})
