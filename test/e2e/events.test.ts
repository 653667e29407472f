import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestStream } from '../support/event-stream.ts'
import type { StreamMessage } from '../support/event-stream.ts'
import { startServerProcess } from '../support/programs/server-process.ts'
import type { ServerProcess } from '../support/programs/server-process.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { main, manifest } from './agent-apps-support.ts'
import { WorkerBench } from './workers-support.ts'

const owner = { username: 'owner', password: 'correct horse battery' }
const jobOf = ({ data }: StreamMessage) => (data['data'] as { job_id: string }).job_id

/** Signs somebody in; their cookie. */
async function signIn(url: string, who: { username: string; password: string }): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(who),
  })
  expect(response.status).toBe(200)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

describe('the events of a running server', () => {
  let server: TestKernel
  const streams: TestStream[] = []

  async function listen(path: string, headers: Record<string, string> = { authorization: `Bearer ${server.key}` }) {
    const stream = await TestStream.open(server.url + path, headers)
    streams.push(stream)
    return stream
  }

  async function createJob(kind = 'events.test'): Promise<string> {
    const answer = await server.request('POST', '/api/jobs', { body: { kind } })
    expect(answer.status).toBe(201)
    return (answer.body as { job_id: string }).job_id
  }

  beforeAll(async () => {
    server = await startTestKernel({ plugins: ['admin', 'developer'] })
  })

  afterEach(async () => {
    await Promise.all(streams.splice(0).map(stream => stream.close()))
  })

  afterAll(() => server.stop())

  it('come to a reader from the log and then as they happen, each once, while more are made', async () => {
    const before = await listen('/api/events?types=job.created')
    const first = await createJob()
    const [start] = await before.take(1)
    const early = await Promise.all(Array.from({ length: 30 }, () => createJob()))
    const late = Promise.all(Array.from({ length: 60 }, () => createJob()))
    const readers = await Promise.all(
      Array.from({ length: 8 }, () => listen(`/api/events?types=job.created&last_event_id=${start?.id}`)),
    )
    const all = [...early, ...(await late)]
    const heard = await Promise.all([before, ...readers].map(reader => reader.take(90)))
    const orders = heard.map(messages => messages.map(jobOf))
    expect(jobOf(start as StreamMessage)).toBe(first)
    expect(orders.map(order => order.toSorted())).toEqual(orders.map(() => all.toSorted()))
    expect(orders).toEqual(orders.map(() => orders[0]))
  })

  it('of one workspace never come to another', async () => {
    const user = { username: 'grace', password: 'another horse battery' }
    await server.request('POST', '/api/users', { body: { ...user, role: 'admin' }, as: 'owner' })
    const cookie = await signIn(server.url, user)
    const theirs = await listen('/api/events', { cookie })
    const ours = await listen('/api/events')
    const job = await createJob()
    const made = await fetch(`${server.url}/api/jobs`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: '{"kind":"events.test"}',
    })
    const other = ((await made.json()) as { job_id: string }).job_id
    const [[mine], [her]] = await Promise.all([ours.take(1), theirs.take(1)])
    expect([jobOf(mine as StreamMessage), jobOf(her as StreamMessage)]).toEqual([job, other])
  })

  it('for admins come to admins alone, and an admin who is one no longer hears no more of them', async () => {
    const { body } = await server.request('POST', '/api/workspaces', { body: { name: 'shared' }, as: 'owner' })
    const workspace = (body as { id: string }).id
    const people = await Promise.all(
      (['admin', 'user'] as const).map(async role => {
        const person = { username: `${role}-of-shared`, password: 'another horse battery' }
        const made = await server.request('POST', '/api/users', { body: { ...person, role }, as: 'owner' })
        const id = (made.body as { id?: string; user?: { id: string } }).user?.id ?? (made.body as { id: string }).id
        const joined = await server.request('POST', `/api/workspaces/${workspace}/members`, {
          body: { username: person.username },
          as: 'owner',
        })
        expect(joined.status).toBeLessThan(300)
        return { id, cookie: await signIn(server.url, person) }
      }),
    )
    const [admin, user] = people.map(({ cookie }) => ({ cookie, 'x-workspace-id': workspace }))
    const [toAdmin, toUser] = await Promise.all([listen('/api/events', admin), listen('/api/events', user)])
    const adminsKey = await fetch(`${server.url}/api/developer/keys`, {
      method: 'POST',
      headers: { ...admin, 'content-type': 'application/json' },
      body: '{"name":"of the admin"}',
    })
    const { key } = (await adminsKey.json()) as { key: string }
    const toKey = await listen('/api/events', { authorization: `Bearer ${key}` })
    const inShared = { as: 'owner' as const, headers: { 'x-workspace-id': workspace } }
    await server.request('POST', '/api/developer/keys', { ...inShared, body: { name: 'shared' } })
    await server.request('POST', '/api/jobs', { ...inShared, body: { kind: 'events.test' } })
    const heard = await Promise.all([toAdmin.take(3), toKey.take(2), toUser.take(1)])
    expect(heard.map(messages => messages.map(({ event }) => event))).toEqual([
      ['key.created', 'key.created', 'job.created'],
      ['key.created', 'job.created'],
      ['job.created'],
    ])
    await server.request('PATCH', `/api/users/${people[0]?.id}`, { as: 'owner', body: { role: 'user' } })
    const ends = await Promise.all([toAdmin.rest(), toKey.rest()])
    expect(ends.map(messages => messages.map(({ data }) => data['code']))).toEqual([['unauthenticated'], ['forbidden']])
  })

  it('end with the key that reads them', async () => {
    const made = await server.request('POST', '/api/developer/keys', {
      as: 'owner',
      body: { name: 'short', scopes: ['events:read'] },
    })
    const { id, key } = made.body as { id: string; key: string }
    const stream = await listen('/api/events', { authorization: `Bearer ${key}` })
    await server.request('DELETE', `/api/developer/keys/${id}`, { as: 'owner' })
    expect((await stream.rest()).map(({ data }) => data['code'])).toEqual(['unauthenticated'])
  })
})

describe('events that a worker process writes', () => {
  let bench: WorkerBench

  beforeAll(async () => {
    bench = await WorkerBench.start()
    const folder = join(bench.folder, 'manifests', 'greets')
    await mkdir(folder)
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest('greets')))
    await writeFile(join(folder, 'main.ts'), main(`return { greeting: 'hello' }`))
  })

  afterAll(() => bench.stop())

  it('come to the readers of the server at once, between those of its own', async () => {
    await bench.worker()
    const { key, url } = bench.server
    const headers = { authorization: `Bearer ${key}` }
    const stream = await TestStream.open(`${url}/api/events?types=job.*,run.*`, headers)
    const body = { inputs: {}, runner: 'job' }
    const { body: queued } = await bench.server.request('POST', '/api/agent-apps/greets/run', { body })
    const heard = await stream.until(({ event }) => event === 'job.succeeded')
    await stream.close()
    const { run_id, job_id } = queued as { run_id: string; job_id: string }
    const facts = heard.map(({ event, data }) => [event, data['data'] as Record<string, unknown>] as const)
    expect(facts.map(([event, data]) => [event, data['job_id'], data['run_id']])).toEqual([
      ['job.created', job_id, undefined],
      ['job.started', job_id, undefined],
      ['run.started', job_id, run_id],
      ['run.succeeded', job_id, run_id],
      ['job.succeeded', job_id, undefined],
    ])
  })
})

describe('after a kill -9', () => {
  let home: string
  let running: ServerProcess

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'svc-events-'))
  })

  afterEach(async () => {
    running.signal('SIGKILL')
    await running.exited
    await rm(home, { recursive: true, force: true })
  })

  async function start() {
    running = startServerProcess({
      home,
      env: { SVC_ADMIN_USERNAME: owner.username, SVC_ADMIN_PASSWORD: owner.password, SVC_LOG_LEVEL: 'warn' },
    })
    const url = await running.ready
    return { url, cookie: await signIn(url, owner) }
  }

  /** Creates jobs until the server is gone; those it has acknowledged. */
  async function createUntilKilled(url: string, cookie: string, killAfter: number): Promise<string[]> {
    const acknowledged: string[] = []
    const lane = async () => {
      for (;;) {
        const answer = await fetch(`${url}/api/jobs`, {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json' },
          body: '{"kind":"events.test"}',
        }).then(
          async response => (response.status === 201 ? ((await response.json()) as { job_id: string }) : null),
          () => null,
        )
        if (answer === null) return
        acknowledged.push(answer.job_id)
        if (acknowledged.length === killAfter) running.signal('SIGKILL')
      }
    }
    await Promise.all([lane(), lane(), lane(), lane()])
    await running.exited
    return acknowledged
  }

  it('a reader that resumes has heard of every acknowledged job, and of none twice', async () => {
    const before = await start()
    const stream = await TestStream.open(`${before.url}/api/events?types=job.created`, { cookie: before.cookie })
    const [acknowledged, heard] = await Promise.all([createUntilKilled(before.url, before.cookie, 100), stream.rest()])
    const after = await start()
    const resumed = await TestStream.open(`${after.url}/api/events?types=job.created`, {
      cookie: after.cookie,
      'last-event-id': stream.last?.id ?? '',
    })
    const made = await fetch(`${after.url}/api/jobs`, {
      method: 'POST',
      headers: { cookie: after.cookie, 'content-type': 'application/json' },
      body: '{"kind":"events.last"}',
    })
    const last = ((await made.json()) as { job_id: string }).job_id
    const rest = await resumed.until(message => jobOf(message) === last)
    await resumed.close()
    const jobs = [...heard, ...rest].map(jobOf)
    expect(new Set(jobs).size).toBe(jobs.length)
    expect(acknowledged.filter(job => !jobs.includes(job))).toEqual([])
  })
})
