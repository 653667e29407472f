import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { restoreTestArchive } from '../rooms/offline-homes.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import { verifyTestArchive } from '../rooms/plugins/backups.ts'
import { ask, makeKey, openInstallation } from './servers.ts'
import type { Installation } from './servers.ts'

let installation: Installation
beforeAll(async () => {
  installation = await openInstallation()
})
afterAll(() => installation.close())

it('a backup of workspaces in PostgreSQL and contents in a bucket restores to a home that has them all itself', async () => {
  const home = await installation.home()
  const list = `${JSON.stringify({ mcpServers: {} })}\n`
  await writeFile(join(home, 'mcp.json'), list)
  const server = installation.start(home)
  const url = await server.ready
  const key = await makeKey(url)
  const paths = ['/api/workspace/notes', '/api/files', '/.well-known/svc-signing-keys.json']
  const answers = (at: string) =>
    Promise.all(paths.map(async path => (await ask(at, key, 'GET', path)).body as unknown))
  const made = await ask(url, key, 'POST', '/api/workspace/notes', { title: 'one', body: 'kept' })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/plain' }
  const file = '/api/files/content/kept.txt'
  const put = await fetch(url + file, { method: 'PUT', headers, body: 'the same bytes' })
  const rotated = await ask(url, key, 'POST', '/api/export/keys/rotate')
  expect([made.status, put.status, rotated.status]).toEqual([201, 201, 201])
  const before = await answers(url)

  const answer = await fetch(`${url}/api/data/backup`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ scope: 'home' }),
  })
  const archive = join(await installation.home(), 'backup.tar.gz')
  await writeFile(archive, Buffer.from(await answer.arrayBuffer()))
  const { files } = await verifyTestArchive(archive)
  const names = files.map(({ path }) => path)
  expect(names).toEqual(
    expect.arrayContaining(['home.json', 'mcp.json', 'secrets.json', 'control_plane/registry.json']),
  )
  expect(names.filter(name => /^installation-files|data_plane-/.test(name))).toEqual([])

  const restored = join(await installation.home(), 'restored')
  await restoreTestArchive(archive, restored)
  const alone = await startTestKernel({
    home: restored,
    plugins: ['workspace', 'files', 'export', 'data', 'developer'],
  })
  try {
    expect(await answers(alone.url)).toEqual(before)
    expect(await (await fetch(alone.url + file, { headers })).text()).toBe('the same bytes')
    const { body } = await ask(alone.url, key, 'GET', '/api/data/planes/status')
    expect(body).toMatchObject({ planes: { data: { driver: 'sqlite' }, control: { driver: 'registry' } } })
  } finally {
    await alone.stop()
  }
})
