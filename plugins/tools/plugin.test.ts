import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakeWebHost } from '../../test/support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../../test/support/servers/fake-web-host.ts'
import { startTestKernel } from '../../test/rooms/kernel.ts'
import type { TestKernel, TestRequest } from '../../test/rooms/kernel.ts'

let svc: TestKernel
let host: FakeWebHost

beforeAll(async () => {
  host = await startFakeWebHost((_request, response) => response.setHeader('content-type', 'text/plain').end('hello'))
  svc = await startTestKernel({ plugins: ['admin', 'developer', 'tools'], env: { SVC_EGRESS_ALLOW: host.key } })
})
afterAll(async () => {
  await svc.stop()
  await host.close()
})

const call = (name: string, given: unknown, headers?: Record<string, string>) =>
  svc.request('POST', `/api/tools/${name}/call`, { body: { arguments: given } as never, ...(headers && { headers }) })

const decide = (id: string, decision: 'approve' | 'deny', request: Omit<TestRequest, 'body'> = {}) =>
  svc.request('POST', `/api/approvals/${id}/${decision}`, { body: {}, ...request })

async function keyWith(...scopes: string[]): Promise<Record<string, string>> {
  const body = { name: scopes.join(), scopes }
  const { body: made } = await svc.request('POST', '/api/developer/keys', { as: 'owner', body })
  return { authorization: `Bearer ${made.key}` }
}

describe('/api/tools', () => {
  it('lists the tools by name, in pages', async () => {
    const first = await svc.request('GET', '/api/tools?limit=2')
    expect(first.body.items.map((tool: { name: string }) => tool.name)).toEqual(['calculator', 'datetime'])
    const rest = await svc.request('GET', `/api/tools?cursor=${first.body.next_cursor}`)
    expect(rest.body).toMatchObject({
      items: [{ name: 'http_fetch' }, { name: 'json_query' }, { name: 'text_diff' }],
      next_cursor: null,
    })
  })

  it('describes one', async () => {
    const { status, body } = await svc.request('GET', '/api/tools/http_fetch')
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        name: 'http_fetch',
        title: 'Fetch a URL',
        effect: 'external',
        icon: 'globe',
        plugin: 'tools',
        permission: 'tools:write',
        grant: 'ask',
        annotations: { read_only: false, destructive: false, open_world: true },
        input_schema: { type: 'object', required: ['url'], properties: { url: { type: 'string' } } },
        output_schema: { type: 'object' },
      },
    })
    expect((await svc.request('GET', '/api/tools/nothing')).body).toMatchObject({ status: 404, code: 'not_found' })
  })

  it.each([
    ['calculator', { expression: 'sqrt(3^2 + 4^2)' }, { result: 5, text: '5' }],
    ['json_query', { data: { a: [1, 2] }, query: '$sum(a)' }, { result: 3 }],
    ['text_diff', { before: 'a\n', after: 'b\n' }, { equal: false, added: 1, removed: 1 }],
    [
      'datetime',
      { operation: 'convert', value: '2026-01-31T12:00:00Z', to_zone: 'Asia/Tokyo' },
      { iso: '2026-01-31T21:00:00.000+09:00' },
    ],
  ])('calls %s', async (name, given, result) => {
    expect(await call(name, given)).toMatchObject({
      status: 200,
      body: { tool_name: name, result, is_error: false, duration_ms: expect.any(Number) },
    })
  })

  it('asks a person before it fetches; what could never be fetched is refused before anyone is asked', async () => {
    const asked = await call('http_fetch', { url: host.url })
    expect(asked).toMatchObject({ status: 202, body: { status: 'pending', tool_name: 'http_fetch' } })
    expect(host.requests).toEqual([])
    const { approval_id } = asked.body
    expect(await decide(approval_id, 'approve', { as: 'owner' })).toMatchObject({
      status: 200,
      body: { status: 'approved', error: null, result: { status: 200, content_type: 'text/plain', text: 'hello' } },
    })
    expect(await svc.request('GET', `/api/approvals/${approval_id}`)).toMatchObject({
      body: { approval_id, result: { text: 'hello' } },
    })
    expect(await decide(approval_id, 'approve', { as: 'owner' })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    expect(host.requests).toHaveLength(1)
    expect(await call('http_fetch', { url: svc.url })).toMatchObject({
      status: 422,
      body: { code: 'url_blocked', detail: expect.stringContaining('SVC_EGRESS_ALLOW') },
    })
    expect((await svc.request('GET', '/api/approvals?status=pending')).body).toEqual({ items: [], next_cursor: null })
  })

  it('fetches unasked where an admin allows it', async () => {
    const granted = await svc.request('PUT', '/api/tools/http_fetch/grant', { body: { grant: 'allow' } })
    expect(granted).toMatchObject({ status: 200, body: { tool_name: 'http_fetch', key_id: null, grant: 'allow' } })
    expect(await call('http_fetch', { url: host.url })).toMatchObject({
      status: 200,
      body: { result: { text: 'hello' } },
    })
    expect((await svc.request('GET', '/api/tools/grants')).body.items).toEqual([granted.body])
    expect((await svc.request('DELETE', '/api/tools/http_fetch/grant')).status).toBe(204)
    expect((await svc.request('DELETE', '/api/tools/http_fetch/grant')).status).toBe(404)
  })

  it.each([
    ['calculator', {}, '/arguments/expression'],
    ['calculator', { expression: '1', precision: 3 }, '/arguments/precision'],
    ['calculator', { expression: 'x'.repeat(2001) }, '/arguments/expression'],
    ['http_fetch', { url: 'http://example.com', method: 'CONNECT' }, '/arguments/method'],
    ['datetime', { operation: 'add' }, '/arguments/duration'],
    ['json_query', { query: 'a' }, '/arguments/data'],
  ])('refuses %s with %j', async (name, given, path) => {
    expect(await call(name, given)).toMatchObject({
      status: 400,
      body: { code: 'validation_error', errors: [{ path }] },
    })
  })

  it('answers a tool that fails with tool_failed', async () => {
    expect(await call('calculator', { expression: '1 +' })).toMatchObject({
      status: 422,
      body: { code: 'tool_failed', detail: expect.stringContaining('end of expression') },
    })
  })

  it('asks for the scopes tools:read and tools:write', async () => {
    const reader = await keyWith('tools:read')
    expect((await svc.request('GET', '/api/tools', { headers: reader })).status).toBe(200)
    expect(await call('calculator', { expression: '1' }, reader)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    const writer = await keyWith('tools:write')
    expect((await svc.request('GET', '/api/tools', { headers: writer })).status).toBe(403)
    expect((await call('calculator', { expression: '1' }, writer)).status).toBe(200)
  })
})

describe('rights', () => {
  it('to approve are a person’s, or a key’s that was made for it and did not ask', async () => {
    const asking = await keyWith('*', 'tools:approve')
    const asked = await call('http_fetch', { url: `${host.url}/rights` }, asking)
    const { approval_id } = asked.body
    const approver = await keyWith('tools:approve')
    const statuses = []
    for (const headers of [asking, await keyWith('*'), await keyWith('tools:read', 'tools:write')])
      statuses.push((await decide(approval_id, 'approve', { headers })).status)
    expect(statuses).toEqual([403, 403, 403])
    const denied = await decide(approval_id, 'deny', { headers: approver })
    expect(denied).toMatchObject({
      status: 200,
      body: { status: 'denied', result: null, decided_by: { username: 'owner' } },
    })
    expect((await svc.request('GET', `/api/approvals/${approval_id}`, { headers: approver })).status).toBe(403)
  })

  it('to grant are an admin’s, with every scope', async () => {
    const narrow = await keyWith('tools:read', 'tools:write', 'tools:approve')
    const grant = (request: TestRequest) =>
      svc.request('PUT', '/api/tools/http_fetch/grant', { body: { grant: 'allow' }, ...request })
    const user = await signedInUser('bea')
    expect([(await grant({ headers: narrow })).status, (await grant({ headers: user, as: 'none' })).status]).toEqual([
      403, 403,
    ])
    expect(await svc.request('DELETE', '/api/tools/http_fetch/grant', { headers: narrow })).toMatchObject({
      status: 403,
    })
    expect((await grant({ body: { grant: 'perhaps' } })).status).toBe(400)
    expect((await grant({ body: { grant: 'allow', key_id: 'key_nobody' } })).status).toBe(404)
  })

  it('end at the workspace: another’s approvals, calls and grants are not found', async () => {
    const { approval_id } = (await call('http_fetch', { url: `${host.url}/mine` })).body
    const stranger = { as: 'none' as const, headers: await signedInUser('cem') }
    const seen = await Promise.all([
      svc.request('GET', `/api/approvals/${approval_id}`, stranger),
      decide(approval_id, 'approve', stranger),
      decide(approval_id, 'deny', stranger),
    ])
    expect(seen.map(({ status }) => status)).toEqual([404, 404, 404])
    const lists = await Promise.all(
      ['/api/approvals', '/api/tools/calls', '/api/tools/grants'].map(path => svc.request('GET', path, stranger)),
    )
    expect(lists.map(({ body }) => body.items)).toEqual([[], [], []])
    expect((await svc.request('GET', `/api/approvals/${approval_id}`)).body.status).toBe('pending')
  })

  it('end with the key: what it asked for runs no more', async () => {
    const { body } = await svc.request('POST', '/api/developer/keys', {
      body: { name: 'short', scopes: ['tools:write'] },
    })
    const asked = await call('http_fetch', { url: `${host.url}/ended` }, { authorization: `Bearer ${body.key}` })
    await svc.request('DELETE', `/api/developer/keys/${body.id}`)
    const before = host.requests.length
    expect(await decide(asked.body.approval_id, 'approve', { as: 'owner' })).toMatchObject({
      status: 200,
      body: { status: 'approved', result: null, error: { code: 'forbidden' }, requested_by: { key_id: body.id } },
    })
    expect(host.requests).toHaveLength(before)
  })
})

it('lists the calls that were made, and not what they were made with', async () => {
  await call('calculator', { expression: '40 + 2' })
  const { body } = await svc.request('GET', '/api/tools/calls?limit=1&tool=calculator')
  expect(body.items).toMatchObject([{ tool_name: 'calculator', effect: 'read', outcome: 'ok', username: 'owner' }])
  expect(JSON.stringify(body)).not.toContain('40 + 2')
})

async function signedInUser(username: string): Promise<Record<string, string>> {
  const password = 'correct horse battery'
  await svc.request('POST', '/api/users', { as: 'owner', body: { username, password, role: 'user' } })
  const { headers } = await svc.request('POST', '/api/auth/login', { as: 'none', body: { username, password } })
  return {
    cookie: headers
      .getSetCookie()
      .map(cookie => cookie.split(';')[0])
      .join('; '),
  }
}
