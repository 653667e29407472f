import { execFile } from 'node:child_process'
import type { ExecFileException } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../support/servers/local-server.ts'
import { repositoryRoot } from '../support/repository.ts'

let folder: string
let registry: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-clone-'))
  registry = `http://127.0.0.1:${await freePort()}/`
  await cp(join(repositoryRoot, 'scripts'), join(folder, 'scripts'), { recursive: true })
  await writeFile(join(folder, '.npmrc'), `registry=${registry}\ncache=${join(folder, 'cache')}\n`)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

interface Outcome {
  code: number
  stderr: string
}

/** Runs the bootstrap in the clone, with none of the outer npm's settings. */
function start(args: readonly string[], more: Record<string, string> = {}): Promise<Outcome> {
  const outer = Object.entries(process.env).filter(([name]) => !/^npm_|_proxy$/i.test(name))
  const env = { ...Object.fromEntries(outer), ...more }
  return new Promise(resolve => {
    execFile(
      process.execPath,
      ['scripts/bootstrap.mjs', ...args],
      { cwd: folder, env },
      (error: ExecFileException | null, _, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stderr }),
    )
  })
}

async function writePackages(spec: string, entries: Record<string, unknown>): Promise<void> {
  const own = { name: 'clone', version: '1.0.0', dependencies: { tool: spec } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(own))
  const lock = {
    name: 'clone',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: { '': own, ...entries },
  }
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock))
}

describe('A clone without a network', () => {
  it('says so at once, and names the registry that npm is configured for', async () => {
    const resolved = `${registry}tool/-/tool-1.0.0.tgz`
    const integrity = `sha512-${Buffer.alloc(64).toString('base64')}`
    await writePackages('1.0.0', { 'node_modules/tool': { version: '1.0.0', resolved, integrity } })
    const { code, stderr } = await start(['node', 'show.ts'])
    expect(code).toBe(1)
    expect(stderr).toContain(
      `svc: The npm registry ${registry} cannot be reached (ECONNREFUSED). Trying with what npm has kept …\n`,
    )
    expect(stderr).toContain(`cannot be reached (ECONNREFUSED), and npm has not kept all that is needed. Connect`)
    expect(stderr).not.toContain('trying once more')
  })

  it('is installed from what npm has', async () => {
    await mkdir(join(folder, 'tool'))
    await writeFile(join(folder, 'tool/package.json'), JSON.stringify({ name: 'tool', version: '1.0.0' }))
    await writePackages('file:tool', {
      'node_modules/tool': { resolved: 'tool', link: true },
      tool: { version: '1.0.0' },
    })
    await writeFile(join(folder, 'show.ts'), 'process.exitCode = 7')
    const { code, stderr } = await start(['node', 'show.ts'])
    expect([code, stderr]).toEqual([7, expect.stringContaining('svc: Packages are installed')])
  })
})

describe('A clone behind a proxy that the environment names', () => {
  it.each(['HTTP_PROXY', 'http_proxy', 'PROXY'])('leaves it to npm whom it asks (%s)', async variable => {
    const asked: string[] = []
    const proxy = createServer((request, answer) => {
      asked.push(request.url ?? '')
      answer.writeHead(404).end()
    })
    await once(proxy.listen(0, '127.0.0.1'), 'listening')
    const { port } = proxy.address() as AddressInfo
    registry = 'http://registry.invalid/'
    await writeFile(join(folder, '.npmrc'), `registry=${registry}\ncache=${join(folder, 'cache')}\n`)
    const resolved = `${registry}tool/-/tool-1.0.0.tgz`
    await writePackages('1.0.0', { 'node_modules/tool': { version: '1.0.0', resolved } })
    const { code, stderr } = await start(['node', 'show.ts'], { [variable]: `http://127.0.0.1:${port}` })
    proxy.close()
    expect(code).toBe(1)
    expect(asked).toContain(resolved)
    expect(stderr).not.toContain('cannot be reached')
  })
})

describe('npm start with options that npm keeps for itself', () => {
  it.each([
    [['--port', '8421'], 'npm start -- --port 8421'],
    [['--port=8421', '--home', '/tmp/x'], 'npm start -- --home /tmp/x --port 8421'],
    [['8421'], 'npm start -- --name value'],
  ])('%j: says what to write instead, and starts nothing', async (args, command) => {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
    const { code, stderr } = await new Promise<Outcome>(resolve => {
      execFile('npm', ['start', ...args], { cwd: repositoryRoot, env }, (error, _, said) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stderr: said }),
      )
    })
    expect([code, stderr]).toEqual([1, expect.stringContaining(`so nothing was started. Write: ${command}\n`)])
  })
})
