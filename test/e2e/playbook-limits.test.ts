import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { startFakeWebHost } from '../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../support/servers/fake-web-host.ts'

let host: FakeWebHost
let kernel: TestKernel
let folder: string
let open = 0
let mostOpen = 0
let count = 0

const startKernel = () =>
  startTestKernel({
    plugins: ['playbooks', 'developer'],
    home: join(folder, 'home'),
    env: {
      SVC_EGRESS_ALLOW: host.key,
      SVC_PLAYBOOKS_MAX_LIVE_RUNS: '6',
      SVC_PLAYBOOKS_MAX_STEPS_EACH: '2',
      SVC_PLAYBOOKS_KEEP_RUNS: '3',
    },
  })

beforeAll(async () => {
  host = await startFakeWebHost((_request, response) => {
    open += 1
    mostOpen = Math.max(mostOpen, open)
    setTimeout(() => {
      open -= 1
      response.writeHead(200).end()
    }, 30)
  })
  folder = await mkdtemp(join(tmpdir(), 'svc-limits-'))
  kernel = await startKernel()
})
afterAll(async () => {
  await kernel?.stop()
  await host?.close()
  await rm(folder, { recursive: true, force: true })
})

async function add(tasks: object[], metadata: object = {}): Promise<string> {
  const document = { dsl: '1.0.3', namespace: 'default', name: `limits-${(count += 1)}`, version: '1.0.0', metadata }
  const made = await kernel.request('POST', '/api/playbooks', {
    body: { definition: { document, do: tasks } } as never,
  })
  expect(made.body.errors).toBeUndefined()
  return document.name
}
const start = (playbook_id: string, more: object = {}) =>
  kernel.request('POST', '/api/playbooks/runs', { body: { playbook_id, ...more } as never })
const runOf = async (id: string) => (await kernel.request('GET', `/api/playbooks/runs/${id}`)).body
const reaches = (id: string, status: string) =>
  vi.waitFor(
    async () => {
      const body = await runOf(id)
      expect(body).toMatchObject({ status })
      return body
    },
    { timeout: 60_000, interval: 30 },
  )
const change = (id: string, how: string) => kernel.request('POST', `/api/playbooks/runs/${id}/${how}`, { body: {} })
const cancel = (id: string) => change(id, 'cancel')
test('runs of a playbook that says how many may be under way begin in order', async () => {
  const name = await add([{ pause: { wait: 'PT1H' } }], { max_active_runs: 1 })
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) ids.push((await start(name)).body.id)
  const [first = '', second = '', third = ''] = ids
  await reaches(first, 'waiting')
  expect([(await runOf(second)).status, (await runOf(third)).status]).toEqual(['pending', 'pending'])
  // Who is suspended keeps waiting for the turn, and has it when it came meanwhile.
  expect(await change(third, 'suspend')).toMatchObject({ status: 202, body: { status: 'suspended' } })
  expect(await change(third, 'resume')).toMatchObject({ status: 202, body: { status: 'pending' } })
  await cancel(second)
  await reaches(second, 'cancelled')
  expect((await runOf(third)).status).toBe('pending')
  await change(third, 'suspend')
  await cancel(first)
  await reaches(first, 'cancelled')
  await change(third, 'resume')
  await reaches(third, 'waiting')
  await cancel(third)
  await reaches(third, 'cancelled')
})

test('a workspace has so many runs that live, and no more', async () => {
  const name = await add([{ pause: { wait: 'PT1H' } }])
  const ids: string[] = []
  for (let n = 0; n < 6; n += 1) ids.push((await start(name)).body.id)
  const refused = await start(name)
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  for (const id of ids) await cancel(id)
  for (const id of ids) await reaches(id, 'cancelled')
})

test('calls at one time are as many as the workspace may make', async () => {
  const call = { call: 'http', with: { method: 'get', endpoint: host.url } }
  const branches = Array.from({ length: 8 }, (_, n) => ({ [`branch${n}`]: call }))
  const name = await add([{ all: { fork: { branches } } }])
  mostOpen = 0
  expect((await start(name, { wait_seconds: 20 })).body.status).toBe('completed')
  expect(mostOpen).toBe(2)
})

test('what happens to runs stands in the log of the workspace', async () => {
  const name = await add([{ pause: { wait: 'PT1H' } }])
  const filter = { with: { type: 'playbook\\.run\\..*', data: `\${ .name == "${name}" }` } }
  const to = { any: [filter], until: 'length == 4' }
  const { id: hears } = (await start(await add([{ hear: { listen: { to, read: 'envelope' } } }]))).body
  await reaches(hears, 'waiting')
  const { id } = (await start(name)).body
  await reaches(id, 'waiting')
  await kernel.request('POST', `/api/playbooks/runs/${id}/suspend`, { body: {} })
  await kernel.request('POST', `/api/playbooks/runs/${id}/resume`, { body: {} })
  await cancel(id)
  const { output } = await reaches(hears, 'completed')
  expect(output.map(({ type, subject }: { type: string; subject: string }) => [type, subject])).toEqual(
    ['started', 'waiting', 'suspended', 'cancelled'].map(what => [`playbook.run.${what}`, id]),
  )
})

test('runs that have ended are kept up to a number, the newest', async () => {
  const before = (await kernel.request('GET', '/api/playbooks/runs')).body.items
  expect(before.length).toBeGreaterThan(3)
  await kernel.stop()
  kernel = await startKernel()
  const kept = await vi.waitFor(
    async () => {
      const { items } = (await kernel.request('GET', '/api/playbooks/runs')).body
      expect(items).toHaveLength(3)
      return items
    },
    { timeout: 60_000, interval: 50 },
  )
  const newest = before.toSorted((a: { ended_at: string }, b: { ended_at: string }) =>
    a.ended_at < b.ended_at ? 1 : -1,
  )
  expect(kept.map(({ id }: { id: string }) => id).toSorted()).toEqual(
    newest
      .slice(0, 3)
      .map(({ id }: { id: string }) => id)
      .toSorted(),
  )
})
