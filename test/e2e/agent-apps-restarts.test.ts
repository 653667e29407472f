import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startServerProcess } from '../support/programs/server-process.ts'
import type { ServerProcess } from '../support/programs/server-process.ts'
import { main, ManifestsFolder, startWithApps } from './agent-apps-support.ts'

let apps: ManifestsFolder
let home: string
let folder: string
const servers: ServerProcess[] = []
const owner = { username: 'owner', password: 'correct horse battery' }

interface Client {
  server: ServerProcess
  request(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: Record<string, unknown> & { items: Record<string, unknown>[] } }>
}

/** The server as a process of its own, which can be killed, and its owner's session. */
async function start(): Promise<Client> {
  const server = startServerProcess({
    home,
    env: {
      SVC_MANIFESTS: apps.path,
      SVC_ADMIN_USERNAME: owner.username,
      SVC_ADMIN_PASSWORD: owner.password,
      SVC_LOG_LEVEL: 'warn',
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

const untilStatus = (client: Client, runId: unknown, ...statuses: string[]) =>
  vi.waitFor(
    async () => {
      const { body } = await client.request('GET', `/api/agent-apps/runs/${String(runId)}`)
      expect(statuses).toContain(body['status'])
      return body
    },
    { timeout: 60_000, interval: 50 },
  )

beforeEach(async () => {
  apps = await ManifestsFolder.create()
  folder = await mkdtemp(join(tmpdir(), 'svc-restarts-'))
  home = join(folder, 'home')
  await mkdir(home)
  await apps.drop(
    'slow',
    "ctx.log('begun')\n    await new Promise(done => setTimeout(done, 25_000))\n    return 'late'",
  )
})

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.signal('SIGKILL')
    await server.exited
  }
  await apps.delete()
  await rm(folder, { recursive: true, force: true })
})

describe('a server that is killed during runs', () => {
  test('finds them at its next start, and says that they were interrupted', async () => {
    const first = await start()
    const waiting = first.request('POST', '/api/agent-apps/slow/run', {}).catch(() => 'cut off')
    const queued = await first.request('POST', '/api/agent-apps/slow/run', { runner: 'job' })
    const running = await vi.waitFor(
      async () => {
        const { body } = await first.request('GET', '/api/agent-apps/runs?status=running')
        expect(body.items).toHaveLength(2)
        return body.items
      },
      { timeout: 60_000, interval: 50 },
    )
    for (const { run_id } of running) {
      await vi.waitFor(async () => {
        const { body } = await first.request('GET', `/api/agent-apps/runs/${String(run_id)}`)
        expect(body['logs']).toHaveLength(1)
      }, 10_000)
    }
    first.server.signal('SIGKILL')
    expect(await waiting).toBe('cut off')
    await first.server.exited

    const second = await start()
    for (const { run_id } of running) {
      const run = await untilStatus(second, run_id, 'failed')
      expect(run).toMatchObject({
        output: null,
        error: { name: 'InterruptedError', code: 'interrupted' },
        logs: [{ message: 'begun' }],
      })
    }
    expect(running.map(({ run_id }) => run_id)).toContain(queued.body['run_id'])
  })
})

describe('a server that is stopped during runs', () => {
  test('takes up the one in the background again, and tells the one that somebody waited for', async () => {
    const first = await start()
    const waited = first.request('POST', '/api/agent-apps/slow/run', {})
    const { body } = await first.request('POST', '/api/agent-apps/slow/run', { runner: 'job' })
    await untilStatus(first, body['run_id'], 'running')
    const [other] = (await first.request('GET', '/api/agent-apps/runs?status=running')).body.items.filter(
      item => item['runner'] === 'api',
    )
    first.server.signal('SIGTERM')
    const answer = await waited
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(await first.server.exited).toMatchObject({ code: 0 })

    await apps.write('slow', { 'main.ts': main("ctx.log('again'); return 'in time'") })
    const second = await start()
    expect(await untilStatus(second, body['run_id'], 'succeeded')).toMatchObject({
      output: 'in time',
      logs: [{ message: 'again' }],
    })
    expect(await untilStatus(second, other?.['run_id'] ?? answer.body['run_id'], 'failed')).toMatchObject({
      error: { code: 'interrupted' },
    })
  })
})

test('an app with a schedule runs by the clock, in the workspace of the first owner', async () => {
  const kernel = await startWithApps(apps)
  try {
    await apps.drop('hourly', 'return { asked_by: ctx.inputs.by }', {
      inputs: { type: 'object', properties: { by: { type: 'string' } }, additionalProperties: false },
      schedule: { cron: '* * * * * *', timezone: 'Europe/London', inputs: { by: 'the clock' } },
    })
    const item = await vi.waitFor(
      async () => {
        const { body } = await kernel.request('GET', '/api/agent-apps/runs?app=hourly&status=succeeded')
        expect(body.items.length).toBeGreaterThan(0)
        return body.items[0]
      },
      { timeout: 60_000, interval: 100 },
    )
    const { body: run } = await kernel.request('GET', `/api/agent-apps/runs/${item.run_id}`)
    expect(run).toMatchObject({ runner: 'job', trigger: 'schedule', output: { asked_by: 'the clock' } })
  } finally {
    await kernel.stop()
  }
})
