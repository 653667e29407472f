import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ServerProcess } from '../support/programs/server-process.ts'
import { ask, makeKey, openInstallation, owner } from './servers.ts'
import type { Installation } from './servers.ts'

let installation: Installation
let servers: ServerProcess[]
let urls: string[]
let client: pg.Client
beforeAll(async () => {
  installation = await openInstallation()
  servers = []
  urls = []
  for (let count = 0; count < 2; count += 1) {
    const server = installation.start(await installation.home())
    servers.push(server)
    urls.push(await server.ready)
  }
  client = new pg.Client(installation.env['DATABASE_URL'])
  // The database may end before it, when a test fails.
  client.on('error', () => undefined)
  await client.connect()
}, 90_000)
afterAll(async () => {
  await client?.end()
  await installation?.close()
})

/** Names of files below a folder. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(({ name }) => name)
}

async function signIn(url: string): Promise<string> {
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  })
  return login.headers.getSetCookie().join('; ')
}

/** Asks in the name of who is signed in. */
const sender =
  (cookie: string) =>
  (url: string, method: string, path: string, body?: unknown, of?: string): Promise<Response> =>
    fetch(url + path, {
      method,
      headers: {
        cookie,
        origin: url,
        ...(of !== undefined && { 'x-workspace-id': of }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })

/** Of the server that listens there, once the others know that it does. */
async function idOf(url: string, key: string): Promise<string> {
  const find = async (): Promise<string | undefined> => {
    const { body } = await ask(url, key, 'GET', '/api/admin/servers')
    return (body as { items: { server_id: string; url: string }[] }).items.find(each => each.url === url)?.server_id
  }
  await expect.poll(find).toBeDefined()
  return (await find()) ?? ''
}

async function isDone(id: string): Promise<boolean> {
  const fact = await client.query<{ value: string }>(`SELECT value FROM svc.facts WHERE id = 'removed_workspaces'`)
  const removals = JSON.parse(fact.rows[0]?.value ?? '{}') as Record<string, { done: boolean }>
  return removals[id]?.done === true
}

async function rowsOf(id: string): Promise<number> {
  let count = 0
  for (const table of ['placements', 'workspace_log', 'jobs'])
    count += (await client.query(`SELECT 1 FROM svc.${table} WHERE workspace_id = $1`, [id])).rowCount ?? 0
  return count
}

it('is gone from the database, the bucket and the disk of its server, whichever server is asked to delete it', async () => {
  const [asked = '', other = ''] = urls
  const cookie = await signIn(asked)
  const send = sender(cookie)
  const { id } = (await (await send(asked, 'POST', '/api/workspaces', { name: 'Lab' })).json()) as { id: string }
  const noted = await send(asked, 'POST', '/api/workspace/notes', { title: 'a', body: 'note' }, id)
  const key = await makeKey(asked)
  const elsewhere = await idOf(other, key)
  // So that the one that is asked to delete it is not the one that has it.
  if (noted.headers.get('x-svc-server') !== elsewhere)
    await ask(asked, key, 'POST', `/api/admin/placements/${id}/move`, { server_id: elsewhere })
  const serverOf = async () =>
    (await send(asked, 'GET', '/api/workspace/notes', undefined, id)).headers.get('x-svc-server')
  await expect.poll(serverOf, { timeout: 20_000 }).toBe(elsewhere)
  const upload = await fetch(`${asked}/api/files/content/a.txt`, {
    method: 'PUT',
    headers: { cookie, origin: asked, 'x-workspace-id': id },
    body: 'kept until the end',
  })
  expect(upload.status).toBe(201)
  const objects = join(fileURLToPath(installation.env['SVC_CONTENT_URL'] ?? ''), 'w', id)
  expect(filesIn(objects)).not.toEqual([])

  expect((await send(asked, 'DELETE', `/api/workspaces/${id}`)).status).toBe(204)
  await expect.poll(() => isDone(id), { timeout: 40_000 }).toBe(true)
  expect([await rowsOf(id), filesIn(objects)]).toEqual([0, []])
  // The other workspaces go on.
  expect((await ask(other, key, 'POST', '/api/workspace/notes', { title: 'b', body: 'stays' })).status).toBe(201)
}, 90_000)

it('is gone also when it cannot be restored any more', async () => {
  const [asked = '', other = ''] = urls
  const send = sender(await signIn(asked))
  const { id } = (await (await send(asked, 'POST', '/api/workspaces', { name: 'Torn' })).json()) as { id: string }
  const noted = await send(asked, 'POST', '/api/workspace/notes', { title: 'a', body: 'note' }, id)
  expect(noted.status).toBe(201)
  const isOfAsked = noted.headers.get('x-svc-server') === (await idOf(asked, await makeKey(asked)))
  const [itsServer, left = ''] = isOfAsked ? [servers[0], other] : [servers[1], asked]
  itsServer?.signal('SIGKILL')
  await itsServer?.exited
  // It was in the log alone, and the log has a gap now.
  await client.query(`DELETE FROM svc.workspace_log WHERE workspace_id = $1 AND seq = 1`, [id])
  const refusal = async () => (await send(left, 'GET', '/api/workspace/notes', undefined, id)).text()
  await expect.poll(refusal, { timeout: 40_000 }).toContain('cannot be restored')
  await expect.poll(async () => (await send(left, 'DELETE', `/api/workspaces/${id}`)).status).toBe(204)
  await expect.poll(() => isDone(id), { timeout: 40_000 }).toBe(true)
  expect(await rowsOf(id)).toBe(0)
}, 90_000)
