import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startFakeWebHost } from '../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../support/servers/fake-web-host.ts'
import type { FaultPoint } from '../support/programs/fault-points.ts'
import { repositoryRoot } from '../support/repository.ts'
import { startServerProcess } from '../support/programs/server-process.ts'
import type { ServerProcess } from '../support/programs/server-process.ts'

const owner = { username: 'owner', password: 'correct horse battery' }
const hooks = '/api/developer/webhooks'
const eventually = <T>(check: () => T) => vi.waitFor(check, { timeout: 60_000, interval: 50 })

let folder: string
let home: string
let receiver: FakeWebHost
let answers: number[]
const servers: ServerProcess[] = []

interface Client {
  server: ServerProcess
  request<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: Body }>
}

/** The server as a process of its own, and its owner's session. */
async function start(env: Record<string, string> = {}): Promise<Client> {
  const server = startServerProcess({
    home,
    env: {
      SVC_ADMIN_USERNAME: owner.username,
      SVC_ADMIN_PASSWORD: owner.password,
      SVC_LOG_LEVEL: 'warn',
      SVC_EGRESS_ALLOW: receiver.key,
      SVC_WEBHOOKS_RETRY_SECONDS: '[0,1,1]',
      ...env,
    },
  })
  servers.push(server)
  const url = await server.ready
  const headers = { 'content-type': 'application/json', cookie: '' }
  const request: Client['request'] = async (method, path, body) => {
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const cookie = response.headers.getSetCookie()[0]
    if (cookie) headers.cookie = cookie.split(';')[0] ?? ''
    return { status: response.status, body: (await response.json()) as never }
  }
  expect((await request('POST', '/api/auth/login', owner)).status).toBe(200)
  return { server, request }
}

/** The process kills itself at this point. */
const dyingAt = (point: FaultPoint): Record<string, string> => ({
  FAULT_POINT: JSON.stringify(point),
  NODE_OPTIONS: `--import ${pathToFileURL(join(repositoryRoot, 'test/support/programs/fault-points.ts')).href}`,
})

async function makeHook(client: Client, events = ['job.created']): Promise<{ id: string; secret: string }> {
  const made = await client.request<{ id: string; secret: string }>('POST', hooks, {
    url: `${receiver.url}/hook`,
    events,
  })
  expect(made.status).toBe(201)
  return made.body
}
const enqueue = (client: Client) => client.request<{ job_id: string }>('POST', '/api/jobs', { kind: 'shop.tell' })
const verified = (secret: string, { body, headers }: FakeWebHost['requests'][number]) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)

beforeEach(async () => {
  answers = []
  receiver = await startFakeWebHost((_, response) => response.writeHead(answers.shift() ?? 204).end())
  folder = await mkdtemp(join(tmpdir(), 'svc-webhooks-'))
  home = join(folder, 'home')
  await mkdir(home)
})
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.signal('SIGKILL')
    await server.exited
  }
  await receiver.close()
  await rm(folder, { recursive: true, force: true })
})

test('a receiver that fails twice gets the third delivery, verified; and so does one whose secret was rotated', async () => {
  const client = await start()
  const { id, secret } = await makeHook(client)
  answers = [500, 503]
  const { body: job } = await enqueue(client)
  await eventually(() => expect(receiver.requests).toHaveLength(3))
  const payload = { type: 'job.created', timestamp: expect.any(String) as string }
  expect(receiver.requests.map(request => verified(secret, request))).toEqual(
    [1, 2, 3].map(() => ({ ...payload, data: expect.objectContaining({ job_id: job.job_id }) as object })),
  )
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)

  const rotated = await client.request<{ secret: string }>('POST', `${hooks}/${id}/rotate`)
  await enqueue(client)
  await eventually(() => expect(receiver.requests).toHaveLength(4))
  const last = receiver.requests[3] as FakeWebHost['requests'][number]
  expect([verified(rotated.body.secret, last), verified(secret, last)]).toEqual([
    expect.objectContaining(payload),
    expect.objectContaining(payload),
  ])

  const { body } = await client.request<{ items: { status: string; attempts: { status: number }[] }[] }>(
    'GET',
    `${hooks}/${id}/deliveries`,
  )
  expect(body.items.map(({ status, attempts }) => [status, ...attempts.map(each => each.status)])).toEqual([
    ['succeeded', 204],
    ['succeeded', 500, 503, 204],
  ])
})

describe('a server that is killed', () => {
  test('between an event and its delivery delivers it after the restart, asked by nobody', async () => {
    const first = await start()
    const { secret } = await makeHook(first)
    first.server.signal('SIGKILL')
    await first.server.exited

    const point = { touching: 'INSERT INTO webhooks_deliveries', at: 'after-commit', nth: 1 } as const
    const second = await start(dyingAt(point))
    await expect(enqueue(second)).rejects.toThrow()
    expect(await second.server.exited).toMatchObject({ signal: 'SIGKILL' })
    expect(receiver.requests).toEqual([])

    await start()
    await eventually(() => expect(receiver.requests).toHaveLength(1))
    expect(verified(secret, receiver.requests[0] as FakeWebHost['requests'][number])).toMatchObject({
      type: 'job.created',
    })
  })

  test('before the event is committed has told nobody of it', async () => {
    const first = await start(dyingAt({ touching: 'INSERT INTO webhooks_deliveries', at: 'before-commit', nth: 1 }))
    const { id } = await makeHook(first)
    await expect(enqueue(first)).rejects.toThrow()
    expect(await first.server.exited).toMatchObject({ signal: 'SIGKILL' })

    const second = await start()
    const jobs = await second.request<{ items: object[] }>('GET', '/api/jobs')
    const deliveries = await second.request<{ items: object[] }>('GET', `${hooks}/${id}/deliveries`)
    expect([jobs.body.items, deliveries.body.items, receiver.requests]).toEqual([[], [], []])
  })
})

/** The files below the home that hold the text. The server must not run: closing a file drops its locks. */
async function filesWith(text: string): Promise<string[]> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const contents = await Promise.all(files.map(file => readFile(file)))
  return files.filter((_, index) => contents[index]?.includes(text))
}

test('a secret stands in no file of the home, and an address that is refused by now is not connected to', async () => {
  const first = await start()
  const { id, secret } = await makeHook(first)
  first.server.signal('SIGTERM')
  await first.server.exited
  expect([await filesWith(secret.slice('whsec_'.length)), (await filesWith(id)).length > 0]).toEqual([[], true])

  const second = await start({ SVC_EGRESS_ALLOW: '' })
  await enqueue(second)
  const delivery = await eventually(async () => {
    const { body } = await second.request<{ items: { error: string | null; attempts: object[] }[] }>(
      'GET',
      `${hooks}/${id}/deliveries`,
    )
    expect(body.items[0]?.attempts).toHaveLength(3)
    return body.items[0]
  })
  expect([delivery, receiver.connections()]).toEqual([
    expect.objectContaining({ status: 'failed', error: expect.stringContaining('is a loopback address') as string }),
    0,
  ])
})
