import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServerProcess } from '../support/programs/server-process.ts'
import type { ServerProcessOptions } from '../support/programs/server-process.ts'
import { freePort } from '../support/servers/local-server.ts'
import { startPostgres } from '../support/storage/postgres.ts'
import type { TestPostgres } from '../support/storage/postgres.ts'

let folder: string
let postgres: TestPostgres

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-places-'))
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

/** What a server says that cannot start. */
async function refusalOf(options: Partial<ServerProcessOptions>): Promise<string> {
  const server = startServerProcess({ home: join(folder, 'home'), cwd: folder, ...options })
  const { code } = await server.exited
  expect(code).toBeGreaterThan(0)
  return server.stderr()
}

/** The address of the database with something else in it. */
function changed(change: (url: URL) => void): string {
  const url = new URL(postgres.url)
  change(url)
  return url.href
}

describe('A server whose DATABASE_URL cannot be used says why and what to do', () => {
  it.each<[string, () => Promise<string> | string, string]>([
    [
      'a wrong password',
      () => changed(url => (url.password = 'canary-password')),
      'it refuses the user or the password.',
    ],
    ['an unknown user', () => changed(url => (url.username = 'nobody')), 'it refuses the user or the password.'],
    [
      'a database that is not there',
      () => changed(url => (url.pathname = '/none')),
      'the server has no database of that name.',
    ],
    [
      'nothing on its port',
      async () => {
        const port = await freePort()
        return changed(url => (url.port = String(port)))
      },
      'nothing listens there.',
    ],
    [
      'an unknown host',
      () => changed(url => (url.hostname = 'no-such-host.invalid')),
      'there is no host of that name.',
    ],
  ])('%s', async (_, url, reason) => {
    const said = await refusalOf({ env: { DATABASE_URL: await url() } })
    expect(said).toContain(`cannot be used now: ${reason} `)
    expect(said).toContain('in DATABASE_URL')
    expect(said).not.toMatch(/canary-password|only-for-tests/)
  })
})

/** In a mount namespace of its own a process may mount what it likes, where the system lets it have one. */
function mayMount(): boolean {
  try {
    execFileSync('unshare', ['-rm', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe('A server whose home cannot be used says why and what to do', () => {
  it.runIf(mayMount())('a read-only file system', async () => {
    const place = join(folder, 'mounted')
    await mkdir(place, { recursive: true })
    const mount = `mount -t tmpfs -o ro,mode=700 none '${place}' && exec "$@"`
    const through = ['unshare', '-rm', 'sh', '-c', mount, 'sh']
    expect(await refusalOf({ home: place, through })).toContain(
      `The home ${place} cannot be used: its file system is read-only. Mount it for writing, or choose another one with SVC_HOME.`,
    )
    expect(await refusalOf({ home: join(place, 'new'), through })).toContain(
      'no folder can be made there, as where the file system is read-only. Choose another one with SVC_HOME.',
    )
  })

  it('a file in its place, or above it', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    expect(await refusalOf({ home: file })).toContain('it is not a folder. Choose another one with SVC_HOME.')
    expect(await refusalOf({ home: join(file, 'home') })).toContain('a part of its path is no folder.')
  })

  it.runIf(process.getuid?.() === 0)('the folder of another user', async () => {
    const home = join(folder, 'closed')
    await mkdir(home, { mode: 0o700 })
    const through = ['setpriv', '--reuid', '65534', '--clear-groups']
    expect(await refusalOf({ home, through, cwd: '/' })).toContain('Run svc as its owner, or choose another')
  })
})
