import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

let folder: string
let kernel: TestKernel

const startKernel = () => startTestKernel({ plugins: ['playbooks', 'developer'], home: join(folder, 'home') })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-schedules-'))
  kernel = await startKernel()
})
afterAll(async () => {
  await kernel?.stop()
  await rm(folder, { recursive: true, force: true })
})

const store = async (name: string, schedule: object, more: object = {}) => {
  const document = {
    dsl: '1.0.3',
    namespace: 'default',
    name,
    version: '1.0.0',
    metadata: { timezone: 'Europe/London' },
  }
  const tasks = [{ a: { set: { got: '${ $workflow.input }', by: '${ $workflow.trigger }' } } }]
  const definition = { document, schedule, do: tasks, ...more }
  return kernel.request('POST', '/api/playbooks', { body: { definition } as never })
}
const change = (name: string, body: object) =>
  kernel.request('PATCH', `/api/playbooks/${name}`, { body: body as never })
const runsOf = async (name: string) =>
  (await kernel.request('GET', `/api/playbooks/runs?playbook_id=${name}`)).body.items
const publish = (type: string, data: unknown) =>
  kernel.request('POST', '/api/playbooks/events', { body: { source: 'https://shop', type, data } as never })

test('a schedule is off until an admin switches it on, and then says when it comes and as whom', async () => {
  const made = await store('nightly', { cron: '0 2 * * *' })
  expect(made.body.schedule).toEqual({
    cron: '0 2 * * *',
    timezone: 'Europe/London',
    enabled: false,
    next_run_at: null,
    run_as: null,
  })
  const { body } = await change('nightly', { schedule_enabled: true })
  expect(body.schedule).toMatchObject({
    enabled: true,
    run_as: 'owner',
    next_run_at: expect.stringMatching(/T0[12]:00:00.000Z$/),
  })
  expect((await change('nightly', { schedule_enabled: false })).body.schedule).toMatchObject({
    enabled: false,
    next_run_at: null,
  })
})

test('after starts the next run when the one before has ended', async () => {
  await store('again', { after: 'PT1S' })
  expect(await runsOf('again')).toEqual([])
  await change('again', { schedule_enabled: true })
  const runs = await vi.waitFor(
    async () => {
      const found = await runsOf('again')
      expect(found.length).toBeGreaterThanOrEqual(3)
      return found
    },
    { timeout: 60_000, interval: 50 },
  )
  await change('again', { schedule_enabled: false })
  const [second, first] = runs.toSorted((a: { id: string }, b: { id: string }) => (a.id < b.id ? 1 : -1)).slice(-2)
  expect(first).toMatchObject({
    trigger: 'schedule',
    status: 'completed',
    started_by: { user_id: expect.stringMatching(/^usr_/) },
  })
  expect(Date.parse(second.created_at) - Date.parse(first.ended_at)).toBeGreaterThanOrEqual(1000)
})

test('events start runs, each with the events that it is about, also those of while the server was down', async () => {
  const paid = {
    with: { type: 'order.paid', data: '${ .amount > 10 }' },
    correlate: { order: { from: '.data.order' } },
  }
  const shipped = { with: { type: 'order.shipped' }, correlate: { order: { from: '.data.order' } } }
  await store('orders', { on: { all: [paid, shipped] } })
  await publish('order.paid', { order: 1, amount: 40 })
  await change('orders', { schedule_enabled: true })
  await publish('order.shipped', { order: 1 })
  await publish('order.paid', { order: 2, amount: 5 })
  await publish('order.paid', { order: 3, amount: 50 })
  await kernel.stop()
  kernel = await startKernel()
  await publish('order.shipped', { order: 3 })
  const [run] = await vi.waitFor(
    async () => {
      const found = await runsOf('orders')
      expect(found).toMatchObject([{ status: 'completed', trigger: 'event' }])
      return found
    },
    { timeout: 60_000, interval: 50 },
  )
  const { body } = await kernel.request('GET', `/api/playbooks/runs/${run.id}`)
  expect(body.inputs).toMatchObject([
    { type: 'order.paid', data: { order: 3, amount: 50 } },
    { type: 'order.shipped', data: { order: 3 } },
  ])
})

test('events that together are too large for a run are dropped, and other schedules go on', async () => {
  await store('hoards', { on: { any: [{ with: { type: 'hoard.more' } }], until: 'length >= 5' } })
  await store('tidy', { on: { one: { with: { type: 'hoard.over' } } } })
  for (const name of ['hoards', 'tidy']) await change(name, { schedule_enabled: true })
  const text = 'x'.repeat(240 * 1024)
  for (let n = 0; n < 5; n += 1) expect((await publish('hoard.more', { text })).status).toBe(202)
  await publish('hoard.over', {})
  await vi.waitFor(async () => expect(await runsOf('tidy')).toHaveLength(1), { timeout: 60_000, interval: 50 })
  expect(await runsOf('hoards')).toEqual([])
  for (let n = 0; n < 5; n += 1) await publish('hoard.more', { n })
  await vi.waitFor(async () => expect(await runsOf('hoards')).toHaveLength(1), { timeout: 60_000, interval: 50 })
})

test('what cannot be scheduled is said', async () => {
  expect((await store('bad', { cron: '* * *' })).body.errors).toMatchObject([{ path: '/schedule/cron' }])
  expect((await store('bad', { every: 'PT10S' })).body.errors).toMatchObject([
    { path: '/schedule/every', message: 'every is at least 60 s.' },
  ])
  expect((await store('bad', { every: 'PT1H', cron: '* * * * *' })).body.errors).toMatchObject([{ path: '/schedule' }])
  const document = { type: 'object', required: ['name'] }
  await store('needy', { every: 'PT1H' }, { input: { schema: { document } } })
  expect(await change('needy', { schedule_enabled: true })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('/name') },
  })
  const plain = {
    document: { dsl: '1.0.3', namespace: 'default', name: 'plain', version: '1.0.0' },
    do: [{ a: { set: { n: 1 } } }],
  }
  await kernel.request('POST', '/api/playbooks', { body: { definition: plain } })
  expect(await change('plain', { schedule_enabled: true })).toMatchObject({ status: 409 })
})
