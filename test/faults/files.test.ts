import { createHash, randomBytes } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import type { ClientRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'
import { startServerProcess } from '../support/programs/server-process.ts'
import type { ServerProcess } from '../support/programs/server-process.ts'

const owner = { username: 'owner', password: 'correct horse battery' }
/** A start takes as long as the plugins that it loads. */
const othersOff = Object.fromEntries(
  globSync('plugins/*/plugin.json', { cwd: repositoryRoot })
    .map(file => dirname(file).split('/')[1] ?? '')
    .filter(id => !['accounts', 'developer', 'files'].includes(id))
    .map(id => [`SVC_PLUGIN_${id.replaceAll('-', '_').toUpperCase()}_ENABLED`, 'false']),
)
const piece = 512 * 1024
const hashed = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
let home: string
const servers: ServerProcess[] = []

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'svc-files-'))
})
afterAll(async () => {
  for (const server of servers) server.signal('SIGKILL')
  await Promise.all(servers.map(server => server.exited))
  await rm(home, { recursive: true, force: true })
})

async function start(): Promise<{ url: string; server: ServerProcess; authorization: string }> {
  const env = { SVC_ADMIN_USERNAME: owner.username, SVC_ADMIN_PASSWORD: owner.password, ...othersOff }
  const server = startServerProcess({ home, env })
  servers.push(server)
  const url = await server.ready
  const headers = { 'content-type': 'application/json' }
  const login = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(owner) })
  const cookie = login.headers
    .getSetCookie()
    .map(text => text.split(';')[0])
    .join('; ')
  const made = await fetch(`${url}/api/developer/keys`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: '{"name":"test"}',
  })
  return { url, server, authorization: `Bearer ${((await made.json()) as { key: string }).key}` }
}

/** The names of all that the plugin keeps. */
async function stored(): Promise<string[]> {
  const entries = await readdir(join(home, 'workspaces'), { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile() && entry.parentPath.split('/').includes('files'))
    .map(({ name }) => name)
    .toSorted()
}

/** A PUT of which half has come, and that never ends. */
async function beginPut(url: string, authorization: string): Promise<ClientRequest> {
  const put = request(`${url}/api/files/content/half.bin`, {
    method: 'PUT',
    headers: { authorization, 'content-length': 2_000_000 },
  })
  put.on('error', () => undefined)
  put.write(randomBytes(1_000_000))
  await expect.poll(async () => (await stored()).filter(name => name.endsWith('.tmp')).length).toBe(2)
  return put
}

it('a server that is killed in the midst of uploads keeps no half file, and goes on with the one in pieces', async () => {
  const content = randomBytes(3 * piece + 5)
  const first = await start()
  const kept = await fetch(`${first.url}/api/files/content/kept.txt`, {
    method: 'PUT',
    body: 'kept',
    headers: { authorization: first.authorization },
  })
  const halfway = Promise.withResolvers<void>()
  const options = (authorization: string, more: object) => ({
    headers: { authorization },
    chunkSize: piece,
    retryDelays: [],
    metadata: { filename: 'film.bin' },
    ...more,
  })
  const upload: Upload = new Upload(
    content,
    options(first.authorization, {
      endpoint: `${first.url}/api/files/uploads`,
      onChunkComplete: (_size: number, accepted: number) => {
        if (accepted < 2 * piece) return
        void upload.abort().then(() => halfway.resolve())
      },
    }),
  )
  upload.start()
  await halfway.promise
  const put = await beginPut(first.url, first.authorization)
  first.server.signal('SIGKILL')
  await first.server.exited
  put.destroy()
  expect((await stored()).filter(name => name.endsWith('.tmp'))).toHaveLength(2)

  const second = await start()
  await expect.poll(async () => (await stored()).filter(name => name.endsWith('.tmp')).length).toBe(1)
  const sizes: number[] = []
  await new Promise<void>((resolve, reject) => {
    const { pathname } = new URL(upload.url ?? '')
    const resumed = new Upload(
      content,
      options(second.authorization, {
        uploadUrl: second.url + pathname,
        onChunkComplete: (size: number) => sizes.push(size),
        onSuccess: () => resolve(),
        onError: reject,
      }),
    )
    resumed.start()
  })
  const headers = { authorization: second.authorization }
  const film = await fetch(`${second.url}/api/files/content/film.bin`, { headers })
  const half = await fetch(`${second.url}/api/files/content/half.bin`, { headers })
  const before = await fetch(`${second.url}/api/files/content/kept.txt`, { headers })
  expect(sizes).toEqual([piece, 5])
  expect(hashed(Buffer.from(await film.arrayBuffer()))).toBe(hashed(content))
  expect([kept.status, await before.text(), half.status]).toEqual([201, 'kept', 404])
  expect(await stored()).toEqual([hashed(content), hashed(Buffer.from('kept'))].toSorted())
})
