import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { startFakeWebHost } from '../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../support/servers/fake-web-host.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

const hooks = '/api/developer/webhooks'
const password = 'correct horse battery'
let receiver: FakeWebHost
let t: TestKernel
let workspace: string
type Ask = (
  method: string,
  path: string,
  body?: JsonValue,
) => Promise<{ status: number; body: Record<string, unknown> }>

const owner: Ask = (method, path, body) => t.request(method, path, { ...(body !== undefined && { body }) })

/** A user in the owner's workspace. */
async function member(username: string, role: 'admin' | 'user'): Promise<Ask & { id: string }> {
  const made = await owner('POST', '/api/users', { username, password, role })
  await t.request('POST', `/api/workspaces/${workspace}/members`, { as: 'owner', body: { username } })
  const signedIn = await t.request('POST', '/api/auth/login', { as: 'none', body: { username, password } })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const headers = { cookie, 'x-workspace-id': workspace }
  const ask: Ask = (method, path, body) =>
    t.request(method, path, { as: 'none', headers, ...(body !== undefined && { body }) })
  return Object.assign(ask, { id: (made.body as { user: { id: string } }).user.id })
}

const urlTo = (path: string): string => `${receiver.url}/${path}`
async function makeHook(ask: Ask, path: string, events: string[]): Promise<string> {
  const { status, body } = await ask('POST', hooks, { url: urlTo(path), events })
  expect([status, body['code']]).toEqual([201, undefined])
  return body['id'] as string
}
const received = (path: string): string[] =>
  receiver.requests
    .filter(request => request.path === `/${path}`)
    .map(({ body }) => (JSON.parse(body) as { type: string }).type)

beforeAll(async () => {
  receiver = await startFakeWebHost((request, response) => {
    if (request.url === '/elsewhere') response.writeHead(307, { location: 'http://169.254.169.254/latest' }).end()
    else response.writeHead(204).end()
  })
  t = await startTestKernel({
    plugins: ['admin', 'developer', 'webhooks'],
    env: { SVC_EGRESS_ALLOW: receiver.key, SVC_WEBHOOKS_RETRY_SECONDS: '[0]' },
  })
  const me = await owner('GET', '/api/auth/me')
  workspace = (me.body['workspace'] as { id: string }).id
})
afterAll(async () => {
  await t.stop()
  await receiver.close()
})

describe('a webhook that is told what admins are told', () => {
  test('shows a member neither its deliveries nor a way to them', async () => {
    const mallory = await member('mallory', 'user')
    const id = await makeHook(owner, 'admins', ['*'])
    await owner('POST', '/api/developer/keys', { name: 'new' })
    await vi.waitFor(() => expect(received('admins')).toContain('key.created'), { timeout: 60_000 })
    const listed = await owner('GET', `${hooks}/${id}/deliveries`)
    const delivery = (listed.body['items'] as { id: string; event_type: string }[])[0]
    const answers = [
      await mallory('GET', `${hooks}/${id}/deliveries`),
      await mallory('GET', `${hooks}/deliveries/${delivery?.id}`),
      await mallory('POST', `${hooks}/deliveries/${delivery?.id}/redeliver`),
      await mallory('POST', `${hooks}/${id}/test`),
      await mallory('POST', `${hooks}/${id}/rotate`),
      await mallory('PATCH', `${hooks}/${id}`, { url: urlTo('mallory') }),
      await mallory('DELETE', `${hooks}/${id}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
    expect(JSON.stringify(answers)).not.toContain('key.created')
    expect(received('mallory')).toEqual([])
  })

  test('tells nothing to where an admin sent it who is none any more', async () => {
    const eve = await member('eve', 'admin')
    const id = await makeHook(owner, 'first', ['key.created', 'job.created'])
    expect((await eve('PATCH', `${hooks}/${id}`, { url: urlTo('eve') })).status).toBe(200)
    await owner('PATCH', `/api/users/${eve.id}`, { role: 'user' })
    await owner('POST', '/api/developer/keys', { name: 'secret' })
    await owner('POST', '/api/jobs', { kind: 'shop.tell' })
    await vi.waitFor(() => expect(received('eve')).toContain('job.created'), { timeout: 60_000 })
    await vi.waitFor(
      async () => {
        const { body } = await owner('GET', `${hooks}/${id}/deliveries`)
        const items = body['items'] as { event_type: string; status: string; attempts: { status: number | null }[] }[]
        expect(items.map(({ event_type, status, attempts }) => [event_type, status, attempts[0]?.status])).toEqual([
          ['job.created', 'succeeded', 204],
          ['key.created', 'failed', null],
        ])
      },
      { timeout: 60_000 },
    )
    expect(received('eve')).toEqual(['job.created'])
  })
})

test.each([
  'http://127.0.0.1:1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[::ffff:127.0.0.1]/',
  'http://[fe80::1]/',
  'http://169.254.169.254/latest/meta-data',
  'http://user:secret@example.com/',
  'file:///etc/passwd',
  '//example.com',
])('%s is refused when a webhook is made and when it is changed', async url => {
  const id = await makeHook(owner, 'kept', ['job.dead'])
  const made = await owner('POST', hooks, { url, events: ['job.dead'] })
  const changed = await owner('PATCH', `${hooks}/${id}`, { url })
  expect([made.status, made.body['code'], changed.status, changed.body['code']]).toEqual([
    422,
    'url_blocked',
    422,
    'url_blocked',
  ])
  expect((await owner('GET', `${hooks}/${id}`)).body['url']).toBe(urlTo('kept'))
})

test('a redirect into the private network is not followed, by a test or a redelivery', async () => {
  const id = await makeHook(owner, 'elsewhere', ['job.dead'])
  const tested = await owner('POST', `${hooks}/${id}/test`)
  expect([tested.status, tested.body['status']]).toEqual([200, 'failed'])
  expect(tested.body['error']).toMatch(/redirect/)
  await owner('POST', `${hooks}/deliveries/${tested.body['id'] as string}/redeliver`)
  await vi.waitFor(
    async () => {
      const { body } = await owner('GET', `${hooks}/deliveries/${tested.body['id'] as string}`)
      expect([body['status'], (body['attempts'] as unknown[]).length]).toEqual(['failed', 2])
    },
    { timeout: 60_000 },
  )
})
