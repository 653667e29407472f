import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startWorkerProcess } from '../../support/programs/worker-process.ts'
import type { WorkerProcess } from '../../support/programs/worker-process.ts'
import { startFakeWebHost } from '../../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../../support/servers/fake-web-host.ts'
import { startPostgres } from '../../support/storage/postgres.ts'
import { hasEnded, PlaybookServer, waitsFor } from './playbook-server.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A server whose own workers are off, and workers beside it. */
class Workers {
  readonly server: PlaybookServer
  readonly host: FakeWebHost

  constructor(server: PlaybookServer, host: FakeWebHost) {
    this.server = server
    this.host = host
  }

  async begin(): Promise<WorkerProcess> {
    const worker = startWorkerProcess({ env: this.server.env, flags: ['--concurrency', '4'], cwd: this.server.home })
    ends.push(async () => {
      worker.signal('SIGKILL')
      await worker.exited
    })
    await worker.ready
    return worker
  }

  keysOf(path: string): unknown[] {
    return this.host.requests.filter(each => each.path === path).map(({ headers }) => headers['idempotency-key'])
  }
}

async function start(queue: 'SQLite' | 'PostgreSQL', answer: (path: string, response: ServerResponse) => void) {
  const host = await startFakeWebHost((request, response) => answer(request.url ?? '', response))
  ends.push(() => host.close())
  const env: Record<string, string> = {
    SVC_EGRESS_ALLOW: host.key,
    SVC_WORKER_CONCURRENCY: '0',
    SVC_WORKER_LEASE_SECONDS: '2',
    SVC_LOG_LEVEL: 'warn',
  }
  if (queue === 'PostgreSQL') {
    const postgres = await startPostgres()
    ends.push(() => postgres.stop())
    env['DATABASE_URL'] = postgres.url
  }
  const server = await PlaybookServer.create(env)
  ends.push(() => server.remove())
  await server.live()
  return new Workers(server, host)
}

describe.each(['SQLite', 'PostgreSQL'] as const)('with the queue on %s', { timeout: 300_000 }, queue => {
  it('a worker that was frozen past its lease has lost its run when it thaws, and writes nothing', async () => {
    const held: ServerResponse[] = []
    let isHeld = true
    const t = await start(queue, (path, response) => {
      if (path === '/pay' && isHeld) held.push(response)
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"by":"second"}')
    })
    const { server, host } = t
    const post = (path: string) => ({ call: 'http', with: { method: 'post', endpoint: `${host.url}${path}` } })
    const first = await t.begin()
    const id = await server.start('frozen', [{ pay: post('/pay') }, { ship: post('/ship') }])
    await vi.waitFor(() => expect(held).toHaveLength(1), { timeout: 60_000 })
    first.signal('SIGSTOP')
    isHeld = false
    await t.begin()
    const ended = await server.reaches(id, hasEnded)
    expect(ended).toMatchObject({ status: 'completed', output: { by: 'second' } })
    held[0]?.writeHead(200, { 'content-type': 'application/json' }).end('{"by":"first"}')
    first.signal('SIGCONT')
    await vi.waitFor(() => expect(`${first.stdout()}${first.stderr()}`).toMatch(/lost/), { timeout: 60_000 })
    // It works on: what it begins now is no longer that run.
    const { items: tasks } = await server.ask('GET', `/api/playbooks/runs/${id}/tasks`)
    expect(tasks.map(({ name, status, output }: never) => [name, status, output])).toEqual([
      ['pay', 'completed', { by: 'second' }],
      ['ship', 'completed', { by: 'second' }],
    ])
    expect(await server.ask('GET', `/api/playbooks/runs/${id}`)).toEqual(ended)
    const [key, again, ...more] = t.keysOf('/pay')
    expect([key, more]).toEqual([again, []])
    expect(t.keysOf('/ship')).toHaveLength(1)
  })

  it('a run that a worker left waiting goes on when that worker is gone', async () => {
    const t = await start(queue, (_path, response) => void response.writeHead(200).end())
    const { server, host } = t
    const first = await t.begin()
    const then = { call: 'http', with: { method: 'post', endpoint: `${host.url}/then` } }
    const id = await server.start('left', [{ pause: { wait: { seconds: 3 } } }, { then }])
    await server.reaches(id, waitsFor('timer'))
    first.signal('SIGKILL')
    await first.exited
    await t.begin()
    expect(await server.reaches(id, hasEnded)).toMatchObject({ status: 'completed' })
    expect(t.keysOf('/then')).toHaveLength(1)
  })

  it('two workers that want to advance the same runs do each step once', async () => {
    const t = await start(queue, (_path, response) => void response.writeHead(200).end())
    const { server, host } = t
    await t.begin()
    await t.begin()
    const filter = { with: { type: 'test.go' } }
    const post = (path: string) => ({
      call: 'http',
      with: { method: 'post', endpoint: `\${ "${host.url}${path}/" + $workflow.id }` },
      output: { as: '{}' },
    })
    // Each waits in both branches: events, timers and people wake it at the same moments.
    const branches = [
      { left: { do: [{ hear: { listen: { to: { one: filter } } } }, { said: post('/heard') }] } },
      { right: { do: [{ pause: { wait: { milliseconds: 200 } } }, { woke: post('/woke') }] } },
    ]
    await server.store('both', [{ one: post('/one') }, { fork: { fork: { branches } } }, { last: post('/last') }])
    const runs: string[] = []
    for (let n = 0; n < 12; n += 1)
      runs.push((await server.ask('POST', '/api/playbooks/runs', { playbook_id: 'both' })).id)
    for (const id of runs) await server.reaches(id, waitsFor('event'))
    await server.ask('POST', '/api/playbooks/events', { source: 'https://test', type: 'test.go', id: 'go' })
    for (const id of runs) expect(await server.reaches(id, hasEnded)).toMatchObject({ status: 'completed' })
    const paths = host.requests.map(({ path }) => path).toSorted()
    expect(paths).toEqual(['heard', 'last', 'one', 'woke'].flatMap(what => runs.map(id => `/${what}/${id}`)).toSorted())
  })
})
