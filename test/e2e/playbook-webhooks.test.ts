import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { startFakeWebHost } from '../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../support/servers/fake-web-host.ts'

let receiver: FakeWebHost
let kernel: TestKernel
let secret: string

interface Delivered {
  type: string
  data: Record<string, unknown>
}

beforeAll(async () => {
  receiver = await startFakeWebHost((_request, response) => void response.writeHead(204).end())
  kernel = await startTestKernel({
    plugins: ['playbooks', 'webhooks', 'developer', 'tools', 'admin'],
    env: { SVC_EGRESS_ALLOW: receiver.key },
  })
  const body = { url: `${receiver.url}/hook`, events: ['playbook.*', 'approval.*'] }
  const made = await kernel.request('POST', '/api/developer/webhooks', { body, as: 'owner' })
  expect(made.status).toBe(201)
  secret = made.body.secret
})
afterAll(async () => {
  await kernel?.stop()
  await receiver?.close()
})
beforeEach(() => {
  receiver.requests.length = 0
})

/** What the receiver has got, each signed with the secret of the hook. */
const delivered = (): Delivered[] =>
  receiver.requests.map(
    ({ body, headers }) => new Webhook(secret).verify(body, headers as Record<string, string>) as Delivered,
  )
/** Deliveries are sent beside each other, so their order is that of nobody. */
const arrives = (...types: string[]) =>
  vi.waitFor(
    () =>
      expect(
        delivered()
          .map(({ type }) => type)
          .toSorted(),
      ).toEqual(types.toSorted()),
    {
      timeout: 20_000,
      interval: 50,
    },
  )
const dataOf = (type: string) => delivered().find(each => each.type === type)?.data

let count = 0
async function start(tasks: object[], wait_seconds = 20) {
  const name = `hooked-${(count += 1)}`
  const definition = { document: { dsl: '1.0.3', namespace: 'default', name, version: '1.0.0' }, do: tasks }
  await kernel.request('POST', '/api/playbooks', { body: { definition } as never })
  return (await kernel.request('POST', '/api/playbooks/runs', { body: { playbook_id: name, wait_seconds } })).body
}
const act = (id: string, what: string, body: object = {}) =>
  kernel.request('POST', `/api/playbooks/runs/${id}/${what}`, { body: body as never, as: 'owner' })
const reaches = (id: string, status: string) =>
  vi.waitFor(
    async () => expect((await kernel.request('GET', `/api/playbooks/runs/${id}`)).body).toMatchObject({ status }),
    { timeout: 60_000, interval: 50 },
  )

test('a webhook hears that a run has begun, waits for a person, was decided and has completed', async () => {
  const { id } = await start([{ ask: { call: 'approval', with: { title: 'Send it?' } } }], 0)
  await reaches(id, 'waiting')
  await arrives('playbook.run.started', 'approval.requested', 'playbook.run.waiting')
  await act(id, 'approve', { reason: 'Fine' })
  await reaches(id, 'completed')
  await arrives(
    'playbook.run.started',
    'approval.requested',
    'playbook.run.waiting',
    'approval.decided',
    'playbook.run.completed',
  )
  const asked = dataOf('approval.requested')
  const run = { run_id: id, playbook_id: expect.stringMatching(/^pb_/) as string, name: 'hooked-1', version: '1.0.0' }
  expect(dataOf('playbook.run.started')).toMatchObject(run)
  expect(asked).toMatchObject({ approval_id: expect.stringMatching(/^apr_/) as string })
  expect(dataOf('approval.decided')).toMatchObject({ approval_id: asked?.['approval_id'] })
  expect(dataOf('playbook.run.completed')).toMatchObject(run)
})

test('and that one faulted, was suspended and was cancelled, and what a playbook emits', async () => {
  const faulted = await start([
    { no: { raise: { error: { type: 'https://example.com/no', status: 409, title: 'No' } } } },
  ])
  await arrives('playbook.run.started', 'playbook.run.faulted')
  expect(dataOf('playbook.run.faulted')).toMatchObject({ run_id: faulted.id, name: 'hooked-2' })
  receiver.requests.length = 0
  const { id } = await start([{ pause: { wait: 'PT1H' } }], 0)
  await reaches(id, 'waiting')
  await act(id, 'suspend', { reason: 'Later' })
  await act(id, 'cancel')
  await reaches(id, 'cancelled')
  await arrives('playbook.run.started', 'playbook.run.waiting', 'playbook.run.suspended', 'playbook.run.cancelled')
  receiver.requests.length = 0
  const event = { source: 'https://shop.example.com', type: 'order.paid', data: { amount: 40 } }
  await start([{ say: { emit: { event: { with: event } } } }])
  await arrives('playbook.run.started', 'playbook.event', 'playbook.run.completed')
  expect(dataOf('playbook.event')).toMatchObject({ event })
})
