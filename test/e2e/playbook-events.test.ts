import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { readEvents } from './agent-apps-support.ts'

let kernel: TestKernel
let count = 0

beforeAll(async () => {
  kernel = await startTestKernel({ plugins: ['playbooks', 'developer', 'memory'] })
})
afterAll(() => kernel?.stop())

type Tasks = Record<string, object>[]

/** A run of these tasks that waits. */
async function listening(tasks: Tasks, inputs: object = {}): Promise<string> {
  const document = { dsl: '1.0.3', namespace: 'default', name: `events-${(count += 1)}`, version: '1.0.0' }
  const made = await kernel.request('POST', '/api/playbooks', {
    body: { definition: { document, do: tasks } } as never,
  })
  expect(made.body.errors).toBeUndefined()
  const body = { playbook_id: document.name, inputs } as never
  const { id } = (await kernel.request('POST', '/api/playbooks/runs', { body })).body
  await reaches(id, 'waiting')
  return id
}
const reaches = (id: string, status: string) =>
  vi.waitFor(
    async () => {
      const { body } = await kernel.request('GET', `/api/playbooks/runs/${id}`)
      expect(body).toMatchObject({ status })
      return body
    },
    { timeout: 60_000, interval: 30 },
  )
const publish = (type: string, data: unknown, more: object = {}) =>
  kernel.request('POST', '/api/playbooks/events', { body: { source: 'https://shop', type, data, ...more } as never })
const listen = (to: object, more: object = {}) => ({ hear: { listen: { to, ...more } } })

test('one event that fits is waited for; others, and those of before, are not for it', async () => {
  await publish('order.paid', { id: 7, early: true })
  const filter = { with: { type: 'order\\.(paid|settled)', data: '${ .id == $input.order }' } }
  const run = await listening([listen({ one: filter })], { order: 7 })
  expect((await kernel.request('GET', `/api/playbooks/runs/${run}`)).body.waiting_for).toMatchObject([
    { kind: 'event' },
  ])
  await publish('order.paid', { id: 8 })
  await publish('order.lost', { id: 7 })
  await publish('order.settled', { id: 7, amount: 40 })
  expect((await reaches(run, 'completed')).output).toEqual([{ id: 7, amount: 40 }])
})

test('all, any until a condition, and any until another event', async () => {
  const [a, b] = [{ with: { type: 'test.a' } }, { with: { type: 'test.b' } }]
  const all = await listening([listen({ all: [a, b] })])
  const three = await listening([listen({ any: [a, b], until: 'length == 3' })])
  const stopped = await listening([
    listen({ any: [a], until: { one: { with: { type: 'test.stop' } } } }, { read: 'envelope' }),
  ])
  for (const [type, n] of [
    ['test.a', 1],
    ['test.a', 2],
    ['test.b', 3],
    ['test.stop', 4],
  ] as const)
    await publish(type, n)
  expect((await reaches(all, 'completed')).output).toEqual([1, 3])
  expect((await reaches(three, 'completed')).output).toEqual([1, 2, 3])
  expect((await reaches(stopped, 'completed')).output).toMatchObject([
    { specversion: '1.0', type: 'test.a', source: 'https://shop', data: 1 },
    { data: 2 },
  ])
})

test('events belong together by what they share', async () => {
  const correlate = { room: { from: '.data.room' } }
  const filters = ['temperature', 'humidity'].map(what => ({ with: { type: `room.${what}` }, correlate }))
  const run = await listening([listen({ all: filters })])
  const expecting = {
    one: { with: { type: 'room.humidity' }, correlate: { room: { from: '.data.room', expect: '${ .room }' } } },
  }
  const other = await listening([listen(expecting)], { room: 9 })
  await publish('room.temperature', { room: 3, t: 20 })
  await publish('room.humidity', { room: 4, h: 50 })
  await publish('room.humidity', { room: 9, h: 90 })
  await publish('room.humidity', { room: 3, h: 40 })
  expect((await reaches(run, 'completed')).output).toEqual([
    { room: 3, t: 20 },
    { room: 3, h: 40 },
  ])
  expect((await reaches(other, 'completed')).output).toEqual([{ room: 9, h: 90 }])
  const types = (await readEvents(kernel, `/api/playbooks/runs/${run}/events`)).map(({ type }) => type)
  expect(types.filter(type => type.startsWith('workflow.correlation'))).toEqual([
    'workflow.correlation-started',
    'workflow.correlation-completed',
  ])
})

test('what happens in the workspace, and what another playbook emits, is heard', async () => {
  const run = await listening([
    listen({ all: [{ with: { type: 'memory.created' } }, { with: { type: 'test.emitted' } }] }, { read: 'envelope' }),
  ])
  const text = { content: 'The staging database is restored every Monday at noon.' }
  expect((await kernel.request('POST', '/api/memory', { body: text })).status).toBe(201)
  await listening([
    { say: { emit: { event: { with: { source: 'https://test', type: 'test.emitted', data: { n: 1 } } } } } },
    { pause: { wait: 'PT1H' } },
  ])
  expect((await reaches(run, 'completed')).output).toMatchObject([
    { type: 'memory.created', source: expect.stringMatching(/^urn:svc:ws_/) },
    { type: 'test.emitted', data: { n: 1 } },
  ])
})

test('who takes every event hears nothing of itself', async () => {
  const run = await listening([listen({ any: [], until: 'length == 1' }, { read: 'envelope' })])
  await publish('test.anything', 1)
  expect((await reaches(run, 'completed')).output).toMatchObject([{ type: 'test.anything' }])
})

test('an event is published once for its source and id; types of svc are refused', async () => {
  const run = await listening([listen({ any: [{ with: { type: 'test.once' } }], until: 'length == 2' })])
  expect(await publish('test.once', 1, { id: 'x' })).toMatchObject({ status: 202, body: { id: 'x', duplicate: false } })
  expect(await publish('test.once', 2, { id: 'x' })).toMatchObject({ status: 202, body: { duplicate: true } })
  await publish('test.once', 3)
  expect((await reaches(run, 'completed')).output).toEqual([1, 3])
  expect(await publish('playbook.run.started', {})).toMatchObject({
    status: 400,
    body: { errors: [{ path: '/type' }] },
  })
  expect(await publish('nodot', {})).toMatchObject({ status: 400 })
})

test('a storm for one playbook is read to its end, and others are heard meanwhile', async () => {
  const stormy = await listening([
    listen({
      any: [{ with: { type: 'storm.drop', data: '${ .n % 150 == 0 }' } }],
      until: { one: { with: { type: 'storm.over' } } },
    }),
  ])
  const other = await listening([listen({ one: { with: { type: 'test.calm' } } })])
  const drop = { emit: { event: { with: { source: 'https://storm', type: 'storm.drop', data: { n: '${ $item }' } } } } }
  const storm = await listening([
    { blow: { for: { in: '[range(300)]' }, do: [{ drop }] } },
    { pause: { wait: 'PT1H' } },
  ])
  expect(storm).toMatch(/^prun_/)
  await publish('test.calm', 'quiet')
  expect((await reaches(other, 'completed')).output).toEqual(['quiet'])
  await publish('storm.over', 1)
  const { output } = await reaches(stormy, 'completed')
  expect(output.map(({ n }: { n: number }) => n).toSorted((a: number, b: number) => a - b)).toEqual([0, 150])
})

test('a timeout ends the waiting, and a cancelled run listens no more', async () => {
  const late = await listening([
    { hear: { listen: { to: { one: { with: { type: 'test.never' } } } }, timeout: { after: { milliseconds: 400 } } } },
  ])
  expect((await reaches(late, 'faulted')).error).toMatchObject({ status: 408, instance: '/do/0/hear' })
  const run = await listening([listen({ one: { with: { type: 'test.never' } } })])
  await kernel.request('POST', `/api/playbooks/runs/${run}/cancel`, { body: {} })
  await reaches(run, 'cancelled')
  await publish('test.never', 1)
  expect((await kernel.request('GET', `/api/playbooks/runs/${run}`)).body.status).toBe('cancelled')
})

test('mistakes in what is listened to are said at their place', async () => {
  const check = async (to: object) => {
    const document = { dsl: '1.0.3', namespace: 'default', name: 'bad', version: '1.0.0' }
    const body = { definition: { document, do: [listen(to)] } } as never
    return (await kernel.request('POST', '/api/playbooks/validate', { body })).body.errors
  }
  const filter = { with: { type: 'a.b' } }
  expect(await check({ one: filter, any: [filter] })).toMatchObject([{ path: '/do/0/hear/listen/to' }])
  expect(await check({ one: filter, until: '. > 1' })).toMatchObject([{ path: '/do/0/hear/listen/to/until' }])
  expect(await check({ one: { with: { type: '(a' } } })).toMatchObject([{ path: '/do/0/hear/listen/to/one/with/type' }])
  expect(await check({ one: { with: { data: '${ .[ }' } } })).toMatchObject([
    { code: 'expression', path: '/do/0/hear/listen/to/one/with/data' },
  ])
  expect(await check({ one: { wiht: {} } })).toMatchObject([{ suggestion: 'with' }])
})
