import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakeWebHost } from '../../test/support/fake-web-host.ts'
import type { FakeWebHost } from '../../test/support/fake-web-host.ts'
import { startTestKernel } from '../../test/support/start-test-kernel.ts'
import type { TestKernel } from '../../test/support/start-test-kernel.ts'

let svc: TestKernel
let host: FakeWebHost

beforeAll(async () => {
  host = await startFakeWebHost((_request, response) => response.setHeader('content-type', 'text/plain').end('hello'))
  svc = await startTestKernel({ plugins: ['developer', 'tools'], env: { SVC_EGRESS_ALLOW: host.key } })
})
afterAll(async () => {
  await svc.stop()
  await host.close()
})

const call = (name: string, given: unknown, headers?: Record<string, string>) =>
  svc.request('POST', `/api/tools/${name}/call`, { body: { arguments: given } as never, ...(headers && { headers }) })

async function keyWith(...scopes: string[]): Promise<Record<string, string>> {
  const { body } = await svc.request('POST', '/api/developer/keys', { body: { name: scopes.join(), scopes } })
  return { authorization: `Bearer ${body.key}` }
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
        plugin: 'tools',
        permission: 'tools:write',
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

  it('fetches from an address that the operator allows, and from no other that is not public', async () => {
    expect(await call('http_fetch', { url: host.url })).toMatchObject({
      status: 200,
      body: { result: { status: 200, content_type: 'text/plain', text: 'hello' } },
    })
    expect(await call('http_fetch', { url: svc.url })).toMatchObject({
      status: 422,
      body: { code: 'url_blocked', detail: expect.stringContaining('SVC_EGRESS_ALLOW') },
    })
  })

  it.each([
    ['calculator', {}, '/arguments'],
    ['calculator', { expression: '1', precision: 3 }, '/arguments'],
    ['calculator', { expression: 'x'.repeat(2001) }, '/arguments/expression'],
    ['http_fetch', { url: 'http://example.com', method: 'CONNECT' }, '/arguments/method'],
    ['datetime', { operation: 'add' }, '/arguments'],
    ['json_query', { query: 'a' }, '/arguments'],
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
