import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestStream } from '../support/event-stream.ts'
import type { ServerProcess } from '../support/programs/server-process.ts'
import { startTalker } from '../support/servers/talker.ts'
import type { Talker } from '../support/servers/talker.ts'
import { ask, makeKey, openInstallation } from './servers.ts'
import type { Installation } from './servers.ts'

interface Server {
  process: ServerProcess
  url: string
  id: string
}

let installation: Installation
let talker: Talker
let servers: [Server, Server]
let key: string
let workspaceId: string
beforeAll(async () => {
  ;[installation, talker] = await Promise.all([openInstallation(), startTalker()])
  const env = {
    SVC_SERVER_LEASE_SECONDS: '30',
    SVC_MODEL_BASE_URL: talker.baseUrl,
    SVC_MODEL_NAME: 'talker',
    SVC_REGISTRATION_ENABLED: 'true',
  }
  const start = async (): Promise<Server> => {
    const process = installation.start(await installation.home(), env)
    const url = await process.ready
    const { headers } = await ask(url, null, 'GET', '/api/auth/me')
    return { process, url, id: headers.get('x-svc-server') ?? '' }
  }
  // The second finds the owner that the first has made.
  servers = [await start(), await start()]
  key = await makeKey(servers[0].url)
  const { body } = await ask(servers[0].url, key, 'GET', '/api/auth/me')
  workspaceId = (body as { workspace: { id: string } }).workspace.id
}, 180_000)
afterAll(async () => {
  talker.close()
  await installation.close()
})

const notes = '/api/workspace/notes'

/** The server that has the workspace, and the other one. */
async function places(): Promise<[owner: Server, other: Server]> {
  const { headers } = await ask(servers[0].url, key, 'GET', notes)
  const [first, second] = servers
  return first.id === headers.get('x-svc-server') ? [first, second] : [second, first]
}

/** Resolves when the other server has the workspace. */
async function move(to: Server): Promise<void> {
  const path = `/api/admin/placements/${workspaceId}/move`
  expect((await ask(to.url, key, 'POST', path, { server_id: to.id })).status).toBe(202)
  const owner = async () => (await ask(to.url, key, 'GET', notes)).headers.get('x-svc-server')
  await expect.poll(owner, { timeout: 45_000 }).toBe(to.id)
}

async function jobAt({ url }: Server, jobId: string): Promise<{ state: string; attempt: number }> {
  return (await ask(url, key, 'GET', `/api/jobs/${jobId}`)).body
}

/** What a server has said of work that went wrong. */
function complaints({ process }: Server): string[] {
  const lines = `${process.stdout()}\n${process.stderr()}`.split('\n')
  return lines.filter(line => /"level":(?:50|60)|is not open on this server|goes to another server/.test(line))
}

it('counts the requests of the last seconds before a workspace goes to another server', async () => {
  const [owner, other] = await places()
  const waits = { worker_id: 'worker-1', kinds: ['outside'], wait_seconds: 30 }
  const waiting = ask(owner.url, key, 'POST', '/api/jobs/claim', waits)
  const written = 5
  for (let n = 0; n < written; n += 1)
    expect((await ask(owner.url, key, 'POST', notes, { title: `note ${n}`, body: '' })).status).toBe(201)
  // A worker that waits does not keep the workspace.
  const moved = move(other)
  expect(await Promise.race([waiting.then(({ body }) => body as unknown), moved])).toEqual({ jobs: [] })
  await moved
  const { body } = await ask(other.url, key, 'GET', '/api/developer/usage?group_by=route')
  const { items } = body as { items: { route: string; requests: number }[] }
  expect(items.find(({ route }) => route === `POST ${notes}`)).toMatchObject({ requests: written })
})

it('publishes what happened at a server in a workspace that another one has', async () => {
  const [owner, other] = await places()
  const stream = await TestStream.open(`${owner.url}/api/events?types=user.*`, { authorization: `Bearer ${key}` })
  const newcomer = { username: 'newcomer', password: 'a password of some length' }
  expect((await ask(other.url, null, 'POST', '/api/auth/register', newcomer)).status).toBe(201)
  const [event] = await stream.take(1)
  expect(event).toMatchObject({ event: 'user.created', data: { data: { username: newcomer.username } } })
  await stream.close()
})

it('takes jobs and turns along that outlast the time a workspace has to leave', async () => {
  const [owner, other] = await places()
  const file = join(await installation.home(), 'done')
  const made = await ask(owner.url, key, 'POST', '/api/jobs', { kind: 'faults.work', payload: { n: 1, until: file } })
  const { job_id } = made.body as { job_id: string }
  await expect.poll(async () => (await jobAt(owner, job_id)).state).toBe('running')
  const outside = await ask(owner.url, key, 'POST', '/api/jobs', { kind: 'outside', payload: {} })
  const claim = { worker_id: 'worker-1', kinds: ['outside'], lease_seconds: 120 }
  const claimed = await ask(owner.url, key, 'POST', '/api/jobs/claim', claim)
  const [{ claim_token }] = (claimed.body as { jobs: [{ claim_token: string }] }).jobs

  const begun = await ask(owner.url, key, 'POST', '/api/conversations', { title: 'Trial' })
  const { session_id } = begun.body as { session_id: string }
  const conversation = `/api/conversations/${session_id}`
  const asked = fetch(`${owner.url}${conversation}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'Talk.', stream: true }),
  })
  const stream = await TestStream.read(await asked)
  await talker.listener()
  talker.say(1)
  await stream.until(({ event }) => event === 'content')

  await move(other)
  // Nobody pays for what nobody reads.
  await talker.left()
  await stream.rest()
  const follow = `${other.url}${conversation}/events?follow=false`
  const authorization = { authorization: `Bearer ${key}`, 'last-event-id': stream.last?.id ?? '' }
  const rest = await (await TestStream.open(follow, authorization)).rest()
  expect(rest.at(-1)).toMatchObject({ event: 'done', data: { finish_reason: 'interrupted' } })
  const { body: messages } = await ask(other.url, key, 'GET', `${conversation}/messages`)
  expect((messages as { items: { content: string }[] }).items.map(({ content }) => content.trim())).toEqual([
    'Talk.',
    expect.stringMatching(/^word\d+$/),
  ])

  await writeFile(file, '')
  await expect.poll(() => jobAt(other, job_id)).toMatchObject({ state: 'succeeded', attempt: 1 })
  const { job_id: outsideId } = outside.body as { job_id: string }
  expect((await ask(owner.url, key, 'POST', `/api/jobs/${outsideId}/complete`, { claim_token })).status).toBe(200)
  expect(await jobAt(other, outsideId)).toMatchObject({ state: 'succeeded', attempt: 1 })
  expect(servers.flatMap(complaints)).toEqual([])
}, 90_000)
