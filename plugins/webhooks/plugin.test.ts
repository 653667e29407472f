import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { startFakeWebHost } from '../../test/support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../../test/support/servers/fake-web-host.ts'
import { startTestKernel } from '../../test/rooms/kernel.ts'
import type { TestKernel, TestRequest } from '../../test/rooms/kernel.ts'
import type { Delivery } from './deliveries/deliveries.ts'
import type { Endpoint } from './endpoints/endpoints.ts'

const path = '/api/developer/webhooks'
let svc: TestKernel
let receiver: FakeWebHost

beforeAll(async () => {
  receiver = await startFakeWebHost((request, response) =>
    response.writeHead(request.url === '/broken' ? 500 : 200).end('got it'),
  )
  svc = await startTestKernel({ plugins: ['developer', 'webhooks', 'admin'], env: { SVC_EGRESS_ALLOW: receiver.key } })
})
afterAll(async () => {
  await svc?.stop()
  await receiver.close()
})

type Secret = Endpoint & { secret: string }
type Problem = { code: string; detail: string }
const create = async <Body = Secret>(change: Record<string, JsonValue> = {}, as: TestRequest = {}) =>
  svc.request<Body>('POST', path, { ...as, body: { url: `${receiver.url}/hook`, events: ['job.*'], ...change } })
const keyWith = async (scopes: string[]): Promise<TestRequest> => {
  const { body } = await svc.request('POST', '/api/developer/keys', { body: { name: 'narrow', scopes } })
  return { as: 'none', headers: { authorization: `Bearer ${(body as { key: string }).key}` } }
}

describe('a webhook', () => {
  it('is made with a secret that is shown once, listed, changed and deleted', async () => {
    const made = await create({ description: 'tells the shop' })
    const { secret, ...shown } = made.body
    const one = `${path}/${shown.id}`
    const got = await svc.request('GET', one)
    const listed = await svc.request<{ items: Endpoint[] }>('GET', `${path}?limit=1`)
    const changed = await svc.request<Endpoint>('PATCH', one, { body: { events: ['*'], status: 'disabled' } })
    const deleted = await svc.request('DELETE', one)
    const gone = await svc.request('GET', one)
    expect([made.status, made.headers.get('location'), shown, secret]).toEqual([
      201,
      `${svc.url}${one}`,
      {
        id: expect.stringMatching(/^wh_/) as string,
        url: `${receiver.url}/hook`,
        description: 'tells the shop',
        events: ['job.*'],
        status: 'enabled',
        disabled_reason: null,
        failing_since: null,
        created_at: expect.stringMatching(/Z$/) as string,
        updated_at: shown.created_at,
      },
      expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/),
    ])
    expect([got.body, listed.body.items]).toEqual([shown, [shown]])
    expect(changed.body).toMatchObject({ events: ['*'], status: 'disabled', disabled_reason: 'owner disabled it.' })
    expect([deleted.status, gone.status]).toEqual([204, 404])
  })

  it.each<[string, Record<string, JsonValue>, number, string]>([
    ['a type that is none', { events: ['jobs.*'] }, 400, 'Did you mean "job.*"?'],
    ['no events', { events: [] }, 400, 'events'],
    ['an unknown field', { event: '*' }, 400, 'event'],
    ['a private address', { url: 'http://10.0.0.1/hook' }, 422, '10.0.0.1 is a private address'],
    ['another port of this machine', { url: 'http://127.0.0.1:1/hook' }, 422, 'SVC_EGRESS_ALLOW=127.0.0.1:1'],
    ['a name of this machine', { url: 'http://localhost/hook' }, 422, 'this machine'],
    ['a metadata address', { url: 'http://169.254.169.254/' }, 422, 'link-local'],
    ['an address in disguise', { url: 'http://0x7f.1/' }, 422, 'loopback'],
    ['another scheme', { url: 'ftp://example.com/' }, 422, 'only http: and https:'],
    ['a password', { url: 'https://me:secret@example.com/' }, 422, 'user name or password'],
    ['no URL', { url: 'example.com' }, 422, 'https://host/path'],
  ])('is refused with %s, when it is made and when it is changed', async (_, change, status, message) => {
    const { body: kept } = await create()
    const answers = [
      await create<Problem>(change),
      await svc.request<Problem>('PATCH', `${path}/${kept.id}`, { body: change }),
    ]
    const code = status === 400 ? 'validation_error' : 'url_blocked'
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [status, code],
      [status, code],
    ])
    expect(answers[0]?.body.detail).toContain(message)
    expect((await svc.request('GET', `${path}/${kept.id}`)).body).toMatchObject({ url: kept.url, events: ['job.*'] })
  })

  it('of another workspace, and its deliveries, are not found', async () => {
    const { body: mine } = await create()
    const { body: delivery } = await svc.request<Delivery>('POST', `${path}/${mine.id}/test`)
    const { body: place } = await svc.request<{ id: string }>('POST', '/api/workspaces', {
      as: 'owner',
      body: { name: 'other' },
    })
    const there: TestRequest = { as: 'owner', headers: { 'x-workspace-id': place.id } }
    const asked: [string, string][] = [
      ['GET', mine.id],
      ['DELETE', mine.id],
      ['POST', `${mine.id}/test`],
      ['POST', `${mine.id}/rotate`],
      ['GET', `${mine.id}/deliveries`],
      ['GET', `deliveries/${delivery.id}`],
      ['POST', `deliveries/${delivery.id}/redeliver`],
    ]
    const statuses = []
    for (const [method, rest] of asked) statuses.push((await svc.request(method, `${path}/${rest}`, there)).status)
    expect(statuses).toEqual(asked.map(() => 404))
  })

  it('needs the scopes webhooks:read and webhooks:write, and an admin for events that are for admins alone', async () => {
    const { body: mine } = await create({ events: ['*'] })
    const [reads, writes, other] = [
      await keyWith(['webhooks:read']),
      await keyWith(['webhooks:write']),
      await keyWith(['jobs:read']),
    ]
    const status = async (method: string, rest: string, as: TestRequest) =>
      (await svc.request(method, `${path}${rest}`, as)).status
    const made = await create({}, writes)
    expect([
      await status('GET', '', reads),
      await status('GET', '', writes),
      await status('GET', '', other),
      (await create({}, reads)).status,
      made.status,
      (await create({ events: ['key.*'] }, writes)).status,
      await status('DELETE', `/${mine.id}`, writes),
      await status('DELETE', `/${made.body.id}`, writes),
    ]).toEqual([200, 403, 403, 403, 201, 403, 403, 204])
  })

  it('is written to the audit log, without its secret', async () => {
    const { body: made } = await create()
    const rotated = await svc.request<Secret>('POST', `${path}/${made.id}/rotate`)
    await svc.request('DELETE', `${path}/${made.id}`)
    const { body: audit } = await svc.request<{ items: { action: string; target: string }[] }>(
      'GET',
      '/api/admin/audit',
    )
    const entries = audit.items.filter(({ target }) => target === made.id)
    expect(entries.map(({ action }) => action)).toEqual(['webhook.deleted', 'webhook.rotated', 'webhook.created'])
    expect([made.secret, rotated.body.secret].some(secret => JSON.stringify(audit).includes(secret))).toBe(false)
  })
})

describe('a test', () => {
  it('sends one event now and answers with what came of it', async () => {
    const { body: made } = await create({ url: `${receiver.url}/tested`, events: ['job.dead'] })
    const tested = await svc.request<Delivery>('POST', `${path}/${made.id}/test`)
    expect([tested.status, tested.body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^whd_/) as string,
        webhook_id: made.id,
        event_id: expect.stringMatching(/^evt_/) as string,
        event_type: 'webhook.test',
        status: 'succeeded',
        error: null,
        next_attempt_at: null,
        created_at: expect.any(String) as string,
        finished_at: expect.any(String) as string,
        attempts: [
          {
            at: expect.any(String) as string,
            duration_ms: expect.any(Number) as number,
            status: 200,
            error: null,
            answer: 'got it',
          },
        ],
      },
    ])
    const sent = receiver.requests.find(request => request.path === '/tested')
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({ type: 'webhook.test', data: { webhook_id: made.id } })
  })

  it('that fails is not tried again, can be redelivered, and leaves the webhook as it was', async () => {
    const { body: made } = await create({ url: `${receiver.url}/broken` })
    const tested = await svc.request<Delivery>('POST', `${path}/${made.id}/test`)
    expect(tested.body).toMatchObject({ status: 'failed', error: 'The receiver answered 500.', next_attempt_at: null })
    await svc.request('PATCH', `${path}/${made.id}`, { body: { url: `${receiver.url}/hook` } })
    const again = await svc.request<Delivery>('POST', `${path}/deliveries/${tested.body.id}/redeliver`)
    expect([again.status, again.body.status]).toEqual([202, 'pending'])
    const found = () => svc.request<{ items: Delivery[] }>('GET', `${path}/${made.id}/deliveries?status=succeeded`)
    await expect
      .poll(async () => (await found()).body.items.map(({ attempts }) => attempts.map(({ status }) => status)), {
        timeout: 10_000,
      })
      .toEqual([[500, 200]])
    expect((await svc.request('GET', `${path}/${made.id}`)).body).toMatchObject({
      status: 'enabled',
      failing_since: null,
    })
  })

  it('goes to a disabled webhook too, which redelivers nothing', async () => {
    const { body: made } = await create()
    await svc.request('PATCH', `${path}/${made.id}`, { body: { status: 'disabled' } })
    const tested = await svc.request<Delivery>('POST', `${path}/${made.id}/test`)
    const again = await svc.request<{ code: string; detail: string }>(
      'POST',
      `${path}/deliveries/${tested.body.id}/redeliver`,
    )
    expect([tested.body.status, again.status, again.body.code]).toEqual(['succeeded', 409, 'conflict'])
    expect(again.body.detail).toContain('Enable it first')
  })
})

it('pages through deliveries, newest first', async () => {
  const { body: made } = await create()
  const ids = []
  for (let count = 0; count < 3; count += 1)
    ids.unshift((await svc.request<Delivery>('POST', `${path}/${made.id}/test`)).body.id)
  interface Page {
    items: Delivery[]
    next_cursor: string | null
  }
  const first = (await svc.request<Page>('GET', `${path}/${made.id}/deliveries?limit=2`)).body
  const next = (await svc.request<Page>('GET', `${path}/${made.id}/deliveries?limit=2&cursor=${first.next_cursor}`))
    .body
  const bad = await svc.request('GET', `${path}/${made.id}/deliveries?status=lost`)
  expect([first, next].map(({ items }) => items.map(({ id }) => id))).toEqual([ids.slice(0, 2), ids.slice(2)])
  expect([next.next_cursor, bad.status]).toEqual([null, 400])
})

it('shows its types in the catalogue of events', async () => {
  const { body } = await svc.request<{ items: { type: string; owner: string }[] }>('GET', '/api/events/types')
  expect(body.items.filter(({ owner }) => owner === 'webhooks').map(({ type }) => type)).toEqual([
    'webhook.disabled',
    'webhook.test',
  ])
})
