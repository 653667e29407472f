import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { startFakeWebHost } from '../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../support/servers/fake-web-host.ts'

let host: FakeWebHost
let kernel: TestKernel
let count = 0

beforeAll(async () => {
  host = await startFakeWebHost((_request, response) => void response.writeHead(200).end())
  kernel = await startTestKernel({ plugins: ['playbooks'], env: { SVC_EGRESS_ALLOW: host.key } })
})
afterAll(async () => {
  await kernel?.stop()
  await host?.close()
})

const definitionOf = (tasks: object[], more: object = {}) => {
  const document = { dsl: '1.0.3', namespace: 'default', name: `dry-${(count += 1)}`, version: '1.0.0' }
  return { document, do: tasks, ...more }
}
const dry = (definition: object, body: object = {}) =>
  kernel.request('POST', '/api/playbooks/dry-run', { body: { definition, ...body } as never })
const fetchTask = (name: string, more: object = {}) => ({
  [name]: { call: 'http', with: { method: 'post', endpoint: `${host.url}/${name}` }, ...more },
})

test('a stored playbook is tried with mocks: expressions run, nothing is sent, weeks pass at once', async () => {
  const definition = definitionOf([
    fetchTask('first', { output: { as: '{ price: .price }' }, export: { as: '.' } }),
    { pause: { wait: 'P20D' } },
    { ask: { call: 'approval', with: { title: '${ "Pay \\(.price)?" }' }, output: { as: '.decision' } } },
    { end: { set: { decision: '${ . }', price: '${ $context.price }' } } },
  ])
  await kernel.request('POST', '/api/playbooks', { body: { definition } as never })
  const { status, body } = await kernel.request('POST', `/api/playbooks/${definition.document.name}/dry-run`, {
    body: { inputs: {}, mocks: { first: { price: 7 }, '/do/2/ask': { decision: 'approved' }, frist: 1 } },
  })
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      status: 'completed',
      output: { decision: 'approved', price: 7 },
      error: null,
      warnings: [{ task: 'frist', message: expect.stringContaining('was not used') }],
    },
  })
  expect(body.tasks).toMatchObject([
    { reference: '/do/0/first', status: 'completed', call: 'http', output: { price: 7 } },
    { name: 'pause' },
    { name: 'ask', output: 'approved' },
    { name: 'end' },
  ])
  const [, pause] = body.tasks
  expect(Date.parse(pause.ended_at) - Date.parse(pause.started_at)).toBe(20 * 24 * 60 * 60 * 1000)
  expect(host.requests).toEqual([])
  expect((await kernel.request('GET', '/api/playbooks/runs')).body.items).toEqual([])
})

test('a dry run holds 64 MiB at most, and ends then though the playbook catches every error', async () => {
  const copy = { try: [{ copy: { set: { a: '${ .a }' } } }], catch: {} }
  const loop = { loop: { for: { in: '${ .items }' }, do: [{ attempt: copy }] } }
  const inputs = { a: 'x'.repeat(500_000), items: Array.from({ length: 150 }, (_, index) => index) }
  const { status, body } = await dry(definitionOf([loop]), { inputs })
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { status: 'faulted', error: { detail: expect.stringContaining('has more than 67108864 bytes') } },
  })
  expect(body.tasks.length).toBeLessThan(150)
})

test('a call without a mock gives null and a warning, an event is not emitted, secrets are masked', async () => {
  const { body } = await dry(
    definitionOf([
      fetchTask('first'),
      { say: { emit: { event: { with: { source: 'https://test', type: 'test.said', data: 1 } } } } },
    ]),
  )
  expect(body).toMatchObject({
    status: 'completed',
    output: { type: 'test.said', data: 1 },
    warnings: [{ task: '/do/0/first', message: 'There is no mock for this http: it gives null.' }],
  })
  const events = await kernel.request('GET', '/api/playbooks/runs')
  expect(events.body.items).toEqual([])
})

test('an error in a mock is a fault that catch and retry meet, and a timeout is over when its time is', async () => {
  const retry = { delay: 'PT1H', limit: { attempt: { count: 3 } } }
  const handler = { retry, do: [{ saved: { set: { status: '${ $error.status }', type: '${ $error.type }' } } }] }
  const caught = await dry(definitionOf([{ trying: { try: [fetchTask('first')], catch: handler } }]), {
    mocks: { first: { error: { type: 'communication', status: 503 } } },
  })
  expect(caught.body.output).toEqual({
    status: 503,
    type: 'https://serverlessworkflow.io/spec/1.0.0/errors/communication',
  })
  expect(caught.body.tasks.filter(({ name }: { name: string }) => name === 'first')).toMatchObject([
    { attempt: 1, status: 'faulted' },
    { attempt: 2 },
    { attempt: 3 },
    { attempt: 4 },
  ])
  const late = await dry(definitionOf([{ slow: { timeout: { after: 'PT1M' }, do: [{ pause: { wait: 'PT2M' } }] } }]))
  expect(late.body).toMatchObject({ status: 'faulted', error: { status: 408, instance: '/do/0/slow' } })
})

test('branches that wait end in the order of their times, and the first of a race wins', async () => {
  const branches = [
    { slow: { do: [{ pause: { wait: 'PT2H' } }, { say: { set: 'slow' } }] } },
    { fast: { do: [{ pause: { wait: 'PT1H' } }, { say: { set: 'fast' } }] } },
  ]
  const both = await dry(definitionOf([{ both: { fork: { branches } } }]))
  expect(both.body.output).toEqual(['slow', 'fast'])
  const race = await dry(definitionOf([{ race: { fork: { branches, compete: true } } }]))
  expect(race.body).toMatchObject({ status: 'completed', output: 'fast' })
})

test('what cannot be run, inputs that do not fit, and loops without an end are said', async () => {
  expect(await dry(definitionOf([{ a: { sett: 1 } }]))).toMatchObject({
    status: 422,
    body: { code: 'playbook_invalid', errors: [{ code: 'unknown_kind' }] },
  })
  const document = { type: 'object', required: ['name'] }
  expect(await dry(definitionOf([{ a: { set: { b: 1 } } }], { input: { schema: { document } } }))).toMatchObject({
    status: 400,
    body: { errors: [{ path: '/inputs/name' }] },
  })
  const both = { source: 'x', inputs: {} }
  expect(await dry(definitionOf([{ a: { set: { b: 1 } } }]), both)).toMatchObject({ status: 400 })
  expect((await kernel.request('POST', '/api/playbooks/nobody/dry-run', { body: {} })).status).toBe(404)
  const loop = await dry(definitionOf([fetchTask('again', { then: 'again' })]))
  expect(loop.body).toMatchObject({ status: 'faulted', error: { status: 500 } })
  expect(loop.body.tasks.length).toBeLessThanOrEqual(1001)
})
