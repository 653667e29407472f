import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Principal } from '@svc/plugin'
import { createPasses } from '../../kernel/planes/placement/passes.ts'
import { TestStream } from '../support/event-stream.ts'
import { runSvcHere } from '../support/programs/run-svc.ts'
import type { SvcRun } from '../support/programs/run-svc.ts'
import type { ServerProcess } from '../support/programs/server-process.ts'
import { ask, clusterSecret, makeKey, openInstallation, owner } from './servers.ts'
import type { Installation } from './servers.ts'

interface Server {
  home: string
  process: ServerProcess
  url: string
  id: string
}

let installation: Installation
let servers: Server[]
let key: string
beforeAll(async () => {
  installation = await openInstallation()
  const start = async (aheadMs: number): Promise<Server> => {
    const home = await installation.home()
    const process = installation.start(home, { ...noOwner, SVC_FILES_MAX_MB: '4', ...(await clockOf(home, aheadMs)) })
    const url = await process.ready
    const { headers } = await ask(url, null, 'GET', '/api/auth/me')
    return { home, process, url, id: headers.get('x-svc-server') ?? '' }
  }
  // All three are the first, and their clocks differ.
  servers = await Promise.all([start(0), start(hourMs), start(-hourMs)])
  const set = await svc(1, ['setup', '--username', owner.username, '--password-stdin'], owner.password)
  expect(set).toMatchObject({ code: 0 })
  key = await makeKey(urlOf(0))
}, 90_000)
afterAll(() => installation.close())

const hourMs = 3_600_000
/** The settings of a server whose clock is wrong by so much. */
async function clockOf(home: string, aheadMs: number): Promise<Record<string, string>> {
  const file = `${home}.clock`
  await writeFile(file, String(aheadMs))
  const preload = fileURLToPath(new URL('../support/programs/fault-clock.ts', import.meta.url))
  return { NODE_OPTIONS: `--import ${preload}`, FAULT_CLOCK: file, FAULT_CLOCK_AT_START: '1' }
}
const noOwner = { SVC_ADMIN_USERNAME: '', SVC_ADMIN_PASSWORD: '' }
const svc = (n: number, args: readonly string[], input = ''): Promise<SvcRun> => {
  const { home } = servers[n] as Server
  return runSvcHere(args, { cwd: home, env: { SVC_HOME: home, SVC_PORT: '8080' }, input })
}
const urlOf = (n: number): string => (servers[n] as Server).url
const path = '/api/workspace/notes'
const write = (at: string, title: string) => ask(at, key, 'POST', path, { title, body: 'kept' })

async function titles(at: string): Promise<string[]> {
  const found: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await ask(at, key, 'GET', `${path}?limit=100${cursor && `&cursor=${cursor}`}`)
    const page = body as { items: { title: string }[]; next_cursor: string | null }
    found.push(...page.items.map(({ title }) => title))
    cursor = page.next_cursor
  }
  return found.toSorted()
}

/** The place of the server that has the workspace; the others follow. */
async function placesOf(): Promise<[owner: number, ...others: number[]]> {
  const { headers } = await ask(urlOf(servers.length - 1), key, 'GET', path)
  const owner = servers.findIndex(({ id }) => id === headers.get('x-svc-server'))
  return [owner, ...servers.keys().filter(n => n !== owner)]
}

it('answers at each server for the one that has the workspace', async () => {
  const made = await Promise.all(servers.map(({ url }, n) => write(url, `note ${n}`)))
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(made.map(({ headers }) => headers.get('x-svc-server'))).size).toBe(1)
  for (const { url } of servers) expect(await titles(url)).toEqual(['note 0', 'note 1', 'note 2'])

  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const messages = [{ role: 'user', content: 'Who has the workspace?' }]
  const body = JSON.stringify({ model: 'svc/offline', messages, stream: true })
  for (const { url } of servers) {
    const streamed = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body })
    expect(await streamed.text()).toContain('[DONE]')
  }
  for (const { process } of servers) expect(process.stderr()).not.toContain('MaxListeners')
})

it('brings uploads, downloads and streams of events through a server that has not the workspace', async () => {
  const [, other = 0, third = 0] = await placesOf()
  const bytes = Buffer.alloc(3 * 1024 * 1024, 'many of them ')
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' }
  const file = '/api/files/content/large.bin'
  expect((await fetch(urlOf(other) + file, { method: 'PUT', headers, body: bytes })).status).toBe(201)
  const there = await fetch(urlOf(third) + file, { headers })
  expect(Buffer.from(await there.arrayBuffer()).equals(bytes)).toBe(true)

  const { body: found } = await ask(urlOf(other), key, 'GET', '/api/files?limit=10')
  const [{ file_id }] = (found as { items: [{ file_id: string }] }).items
  const { body: made } = await ask(urlOf(other), key, 'POST', `/api/files/${file_id}/link`, { expires_seconds: 60 })
  for (const { url } of servers) {
    const opened = await fetch(url + new URL((made as { url: string }).url).pathname)
    expect([opened.status, (await opened.arrayBuffer()).byteLength]).toEqual([200, bytes.length])
  }

  const stream = await TestStream.open(`${urlOf(third)}/api/events`, { authorization: `Bearer ${key}` })
  const job = await ask(urlOf(other), key, 'POST', '/api/jobs', { kind: 'faults.work', payload: { n: 1, ms: 1 } })
  for (let message = await stream.next(); message?.event !== 'job.succeeded'; message = await stream.next())
    expect(message).not.toBeNull()
  expect(stream.last?.data).toMatchObject({ data: { job_id: (job.body as { job_id: string }).job_id } })
  await stream.close()
})

it('goes on over the connection of a body that the server of the workspace refused before it was there', async () => {
  const [, other = 0] = await placesOf()
  const client = new Client(urlOf(other), { pipelining: 1 })
  const headers = { authorization: `Bearer ${key}` }
  const large = 'too large '.repeat(500_000)
  const refused = [
    { path, type: 'application/json', method: 'POST' },
    { path: '/api/files/content/large.txt', type: 'application/octet-stream', method: 'PUT' },
  ] as const
  for (const { path: refusing, type, method } of refused) {
    const body = method === 'POST' ? JSON.stringify({ title: 'large', body: large }) : large
    const answer = await client.request({ path: refusing, method, headers: { ...headers, 'content-type': type }, body })
    expect([answer.statusCode, (await answer.body.json()) as object]).toMatchObject([
      413,
      { code: 'payload_too_large' },
    ])
    const next = await client.request({ path: `${path}?limit=1`, method: 'GET', headers })
    expect(next.statusCode).toBe(200)
    await next.body.dump()
  }
  await client.close()
})

it('counts the requests of a caller at the owner, and refuses a revoked key at every server', async () => {
  const made = await Promise.all(servers.map(({ url }) => ask(url, key, 'GET', path)))
  const remaining = made.map(({ headers }) => Number(headers.get('ratelimit-remaining')))
  expect(new Set(remaining).size).toBe(servers.length)
  const { body } = await ask(urlOf(0), key, 'POST', '/api/developer/keys', { name: 'short' })
  const short = body as { key: string; id: string }
  for (const { url } of servers) expect((await ask(url, short.key, 'GET', path)).status).toBe(200)
  expect((await ask(urlOf(1), key, 'DELETE', `/api/developer/keys/${short.id}`)).status).toBe(204)
  for (const { url } of servers)
    await expect.poll(async () => (await ask(url, short.key, 'GET', path)).status).toBe(401)
})

it('takes a request that another server has sent on once, and none that a client has made up', async () => {
  const [owner, other = 0] = await placesOf()
  const passes = createPasses({ secret: clusterSecret, serverId: 'srv_x', now: () => Date.now() })
  const forged = createPasses({ secret: 'another secret of the same length', serverId: 'srv_x', now: () => Date.now() })
  const { body: me } = await ask(urlOf(owner), key, 'GET', '/api/auth/me')
  const { user, workspace } = me as { user: { id: string; username: string }; workspace: { id: string } }
  const who = { user_id: user.id, username: user.username, workspace_id: workspace.id }
  const principal: Principal = { ...who, role: 'owner', scopes: ['*'], via: 'operator' }
  const passage = { ip: '192.0.2.1', protocol: 'https', principal }
  const request = { method: 'GET', url: '/api/auth/me' }
  const send = async (pass: string): Promise<number> =>
    (await fetch(urlOf(owner) + request.url, { headers: { [passes.header]: pass } })).status
  const [ours, elsewhere] = [owner, other].map(n => ({ server_id: servers[n]?.id ?? '', url: '' }))
  if (!ours || !elsewhere) throw new Error('There are too few servers.')
  const good = passes.issue({ ...request, to: ours }, passage)
  expect(await send(good)).toBe(200)
  expect(await send(good)).toBe(421)
  expect(await send(passes.issue({ ...request, to: elsewhere }, passage))).toBe(421)
  expect(await send(passes.issue({ ...request, url: '/api/jobs', to: ours }, passage))).toBe(401)
  expect(await send(forged.issue({ ...request, to: ours }, passage))).toBe(401)
  expect(await send('nonsense')).toBe(401)
})

it('asks a server about itself over its own socket, and about workspaces where they are', async () => {
  for (const [n, { home, id }] of servers.entries()) {
    const made = await svc(n, ['backup', 'create', '--json'])
    expect(JSON.parse(made.stdout)).toMatchObject({ path: expect.stringContaining(`${home}/backups/`) })
    const { stdout } = await svc(n, ['cluster', 'status', '--json'])
    const { items } = JSON.parse(stdout) as { items: { server_id: string; answers: boolean }[] }
    expect(items.filter(({ answers }) => answers).map(({ server_id }) => server_id)).toEqual([id])
    expect((await svc(n, ['workspace', 'list'])).stdout).toContain("owner's workspace")
  }
  expect(await svc(0, ['cluster', 'drain', 'srv_unknown'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"svc cluster status" lists them'),
  })
})

it('names what lies on one machine and not on the others, and is ready all the same', async () => {
  const [{ home, url }, other] = servers as [Server, Server]
  await mkdir(join(home, 'manifests/extra'), { recursive: true })
  await writeFile(join(home, 'manifests/extra/manifest.json'), '{}')
  const again = installation.start(await installation.home(), { ...noOwner, SVC_MANIFESTS: join(home, 'manifests') })
  const late = await again.ready
  const ready = async () => (await ask(late, null, 'GET', '/readyz')) as { status: number; body: unknown }
  await expect.poll(ready).toMatchObject({
    status: 200,
    body: { checks: expect.arrayContaining([expect.objectContaining({ name: 'admin: same files', ok: false })]) },
  })
  const { stdout } = await svc(1, ['cluster', 'status', '--json'])
  const { items } = JSON.parse(stdout) as { items: { url: string; differences: string[] }[] }
  const of = (at: string) => items.find(item => item.url === at)?.differences
  expect([of(late), of(other.url), of(url)]).toEqual([['manifests'], [], []])
  again.signal('SIGTERM')
  await again.exited
})

it('gives a workspace to another server without a failed request', async () => {
  const [owner, other = 0] = await placesOf()
  const before = await titles(urlOf(0))
  const { body: me } = await ask(urlOf(0), key, 'GET', '/api/auth/me')
  const { id: workspace_id } = (me as { workspace: { id: string } }).workspace
  const asked = await ask(urlOf(0), key, 'POST', `/api/admin/placements/${workspace_id}/move`, {
    server_id: servers[other]?.id,
  })
  expect(asked.status).toBe(202)
  const statuses = new Set<number>()
  let writes = 0
  const untilMoved = async (send: (n: number) => Promise<Pick<Response, 'status' | 'headers'>>): Promise<void> => {
    for (let n = 0, at: string | null = ''; at !== servers[other]?.id; n += 1) {
      const { status, headers } = await send(n)
      statuses.add(status)
      at = headers.get('x-svc-server')
    }
  }
  const writeAt = (url: string) => untilMoved(() => write(url, `moved ${(writes += 1)}`))
  const file = { method: 'PUT', body: 'some bytes', headers: { authorization: `Bearer ${key}` } }
  // The one that the workspace leaves, and the one that it comes to while their bodies are under way.
  await Promise.all([
    ...[owner, other].map(n => writeAt(urlOf(n))),
    untilMoved(n => fetch(`${urlOf(other)}/api/files/content/moved-${n}.txt`, file)),
  ])
  expect([...statuses]).toEqual([201])
  expect((await titles(urlOf(owner))).length).toBe(before.length + writes)
})

it('gives all that a server has to others when it is drained, and streams go on', async () => {
  const [owner, other = 0] = await placesOf()
  const ownerId = servers[owner]?.id ?? ''
  const stream = await TestStream.open(`${urlOf(other)}/api/events`, { authorization: `Bearer ${key}` })
  const drained = await ask(urlOf(other), key, 'POST', `/api/admin/servers/${ownerId}/drain`)
  expect(drained.status).toBe(202)
  const statuses = new Set<number>()
  await expect
    .poll(async () => {
      const { status, body } = await ask(urlOf(owner), key, 'GET', '/api/admin/servers')
      statuses.add(status)
      return (body as { items: { server_id: string; state: string; workspaces: number }[] }).items
    })
    .toContainEqual(expect.objectContaining({ server_id: ownerId, state: 'draining', workspaces: 0 }))
  expect([...statuses]).toEqual([200])
  // The stream has ended, so that its reader goes on where the workspace is.
  while ((await stream.next()) !== null) continue
  await stream.close()
  const placements = async () => {
    const { body } = await ask(urlOf(owner), key, 'GET', '/api/admin/placements')
    return (body as { items: { server_id: string; state: string }[] }).items
  }
  await expect.poll(placements).toEqual([expect.objectContaining({ state: 'owned' })])
  expect((await placements())[0]?.server_id).not.toBe(ownerId)
  const asked = await ask(urlOf(other), key, 'POST', '/api/admin/servers/srv_unknown/drain')
  expect(asked.status).toBe(404)
})

it('answers elsewhere when the owner is killed, with all that was answered, and what waits there goes on', async () => {
  const [owner, other = 0, third = 0] = await placesOf()
  const before = await titles(urlOf(other))
  // By the clock of PostgreSQL, and behind the end of the owner: what it has begun waits until its lease of the job is over.
  const run_at = new Date(Date.now() + 5000).toISOString()
  const late = await ask(urlOf(other), key, 'POST', '/api/jobs', {
    kind: 'faults.work',
    payload: { n: 2, ms: 1 },
    run_at,
  })
  servers[owner]?.process.signal('SIGKILL')
  await servers[owner]?.process.exited
  for (const n of [other, third])
    await expect.poll(async () => (await ask(urlOf(n), key, 'GET', path)).status, { interval: 200 }).toBe(200)
  expect(await titles(urlOf(third))).toEqual(before)
  const { job_id } = late.body as { job_id: string }
  await expect
    .poll(async () => (await ask(urlOf(other), key, 'GET', `/api/jobs/${job_id}`)).body)
    .toMatchObject({ state: 'succeeded' })
}, 60_000)
