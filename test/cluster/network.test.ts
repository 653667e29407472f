import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSeparateHosts } from '../support/network/separate-hosts.ts'
import type { SeparateHost, SeparateHosts } from '../support/network/separate-hosts.ts'
import type { ServerProcess } from '../support/programs/server-process.ts'
import { ask, makeKey, openInstallation } from './servers.ts'
import type { Installation } from './servers.ts'

/*
 * Two servers and their database on machines of their own, as far as the network goes. What is cut off is silent: nobody says that a
 * machine is gone.
 */

interface Server {
  host: SeparateHost
  process: ServerProcess
  url: string
  id: string
}

const network: SeparateHosts | null = await openSeparateHosts(3)
const inNetwork = it.skipIf(network === null)
const [databaseHost, ...serverHosts] = network?.hosts ?? []
const path = '/api/workspace/notes'
/** A request that is not answered by then is not answered. */
const patienceMs = 20_000

let installation: Installation
let servers: Server[]
let key: string

beforeAll(async () => {
  if (databaseHost === undefined) return
  installation = await openInstallation({ host: databaseHost })
  servers = []
  for (const host of serverHosts) servers.push(await start(host))
  key = await makeKey((servers[0] as Server).url)
}, 90_000)
afterAll(async () => {
  await installation?.close()
  await network?.end()
})

async function start(host: SeparateHost): Promise<Server> {
  const process = installation.start(await installation.home(), {}, host)
  const url = await process.ready
  const { headers } = await ask(url, null, 'GET', '/api/auth/me')
  return { host, process, url, id: headers.get('x-svc-server') ?? '' }
}

/** The server that has the workspace, and the other. */
async function bothOf(): Promise<[owner: Server, other: Server]> {
  const [first, second] = servers as [Server, Server]
  const { headers } = await ask(first.url, key, 'GET', path)
  return headers.get('x-svc-server') === first.id ? [first, second] : [second, first]
}

/** 0 when no answer comes. */
async function statusOf(server: Server, method = 'GET', title?: string, idempotencyKey?: string): Promise<number> {
  const answer = await fetch(server.url + path, {
    method,
    signal: AbortSignal.timeout(patienceMs),
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    ...(title && { body: JSON.stringify({ title, body: 'kept' }) }),
  }).catch(() => null)
  await answer?.arrayBuffer()
  return answer?.status ?? 0
}

async function titles(server: Server): Promise<string[]> {
  const { body } = await ask(server.url, key, 'GET', `${path}?limit=100`)
  return (body as { items: { title: string }[] }).items.map(({ title }) => title).toSorted()
}

/** Waits until the server has the workspace itself. */
async function hasTaken({ url, id }: Server): Promise<void> {
  const taken = async (): Promise<[number, string | null]> => {
    const { status, headers } = await ask(url, key, 'GET', path)
    return [status, headers.get('x-svc-server')]
  }
  await expect.poll(taken).toEqual([200, id])
}

/** In place of a server that has ended. */
async function replace(server: Server): Promise<void> {
  const { code } = await server.process.exited
  expect(code).toBe(69)
  servers = [...servers.filter(each => each !== server), await start(server.host)]
}

inNetwork(
  'refuses soon what it cannot send on, while each server answers for what it has',
  async () => {
    const [owner, other] = await bothOf()
    expect(await statusOf(owner, 'POST', 'before')).toBe(201)
    // A connection between them stays for the next request.
    expect(await statusOf(other)).toBe(200)
    await owner.host.stopSendingTo(other.host)
    await other.host.stopSendingTo(owner.host)
    expect([await statusOf(other), await statusOf(other)]).toEqual([503, 503])
    expect(await statusOf(owner)).toBe(200)
    await owner.host.sendAgainTo(other.host)
    await other.host.sendAgainTo(owner.host)
    await expect.poll(() => statusOf(other)).toBe(200)
  },
  60_000,
)

inNetwork(
  'answers elsewhere for a server that does not reach PostgreSQL, which says nothing old meanwhile',
  async () => {
    const [owner, other] = await bothOf()
    expect(await statusOf(owner, 'POST', 'acknowledged')).toBe(201)
    const database = databaseHost as SeparateHost
    await owner.host.stopSendingTo(database)
    await database.stopSendingTo(owner.host)
    await hasTaken(other)
    expect(await titles(other)).toEqual(['acknowledged', 'before'])
    expect(await statusOf(other, 'POST', 'written elsewhere')).toBe(201)
    expect(await statusOf(owner)).toBe(503)
    await owner.host.sendAgainTo(database)
    await database.sendAgainTo(owner.host)
    await replace(owner)
    for (const server of servers) expect(await titles(server)).toEqual(['acknowledged', 'before', 'written elsewhere'])
  },
  90_000,
)

inNetwork(
  'makes something once, though the answer of PostgreSQL was lost and it was asked for again',
  async () => {
    const [owner, other] = await bothOf()
    const database = databaseHost as SeparateHost
    await database.stopSendingTo(owner.host)
    expect(await statusOf(owner, 'POST', 'asked for twice', 'once')).not.toBe(201)
    await hasTaken(other)
    expect(await statusOf(other, 'POST', 'asked for twice', 'once')).toBe(201)
    expect((await titles(other)).filter(title => title === 'asked for twice')).toHaveLength(1)
    await database.sendAgainTo(owner.host)
    await replace(owner)
    for (const server of servers)
      expect((await titles(server)).filter(title => title === 'asked for twice')).toHaveLength(1)
  },
  90_000,
)
