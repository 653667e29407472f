import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writePlugin } from '../support/plugin-folder.ts'
import type { ServerProcess } from '../support/programs/server-process.ts'
import { ask, makeKey, openInstallation } from './servers.ts'
import type { Installation } from './servers.ts'

const path = '/api/workspace/notes'

interface Server {
  process: ServerProcess
  url: string
  id: string
}

let folder: string
let installation: Installation
/** `SVC_PLUGINS` of two releases; the second has a migration more. */
let releases: [older: string, newer: string]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-upgrade-'))
  installation = await openInstallation()
  const migration = (name: string) => `import { defineMigration } from '@svc/plugin'
export default defineMigration({ id: '${name}', statements: ['CREATE TABLE grown_${name.slice(5)} (text TEXT NOT NULL) STRICT'] })
`
  const release = async (version: string, names: readonly string[]): Promise<string> => {
    const grown = await writePlugin(join(folder, version), 'grown', {
      manifest: { storage: [{ plane: 'data', migrations: './migrations' }] },
      files: Object.fromEntries(names.map(name => [`migrations/${name}.ts`, migration(name)])),
    })
    return [installation.env['SVC_PLUGINS'], grown].join(',')
  }
  releases = [await release('1', ['0001-one']), await release('2', ['0001-one', '0002-two'])]
}, 90_000)
afterAll(async () => {
  await installation?.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(plugins: string): Promise<Server> {
  const process = installation.start(await installation.home(), { SVC_PLUGINS: plugins })
  const url = await process.ready
  const { headers } = await ask(url, null, 'GET', '/api/auth/me')
  return { process, url, id: headers.get('x-svc-server') ?? '' }
}

it('lets a newer server take a workspace over with its migration, and no older one open it afterwards', async () => {
  const [olderRelease, newerRelease] = releases
  const older = await start(olderRelease)
  const key = await makeKey(older.url)
  const write = (at: Server, title: string) => ask(at.url, key, 'POST', path, { title, body: 'kept' })
  const has = async (at: Server): Promise<[number, string | null]> => {
    const { status, headers } = await ask(at.url, key, 'GET', path)
    return [status, headers.get('x-svc-server')]
  }
  expect((await write(older, 'by the older')).status).toBe(201)

  const newer = await start(newerRelease)
  // The older one goes on with what it has, and the newer one sends requests on to it.
  expect(await has(newer)).toEqual([200, older.id])
  expect((await ask(newer.url, key, 'POST', `/api/admin/servers/${older.id}/drain`)).status).toBe(202)
  await expect.poll(() => has(older)).toEqual([200, newer.id])
  expect((await write(older, 'by the newer')).status).toBe(201)

  // Another older one, as when the upgrade is not everywhere yet.
  const late = await start(olderRelease)
  newer.process.signal('SIGKILL')
  await newer.process.exited
  const refused = async () => {
    const { status, body } = await ask(late.url, key, 'GET', path)
    return [status, JSON.stringify(body)]
  }
  await expect.poll(refused).toEqual([503, expect.stringContaining('newer')])

  const again = await start(newerRelease)
  await expect.poll(() => has(late)).toEqual([200, again.id])
  const { body } = await ask(late.url, key, 'GET', path)
  const titles = (body as { items: { title: string }[] }).items.map(({ title }) => title)
  expect(titles.toSorted()).toEqual(['by the newer', 'by the older'])
}, 90_000)
