import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { startTestKernel } from '../../test/rooms/kernel.ts'
import type { TestKernel } from '../../test/rooms/kernel.ts'

let svc: TestKernel
beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['developer'] })
})
afterAll(() => svc?.stop())

interface NewKey {
  id: string
  key: string
  prefix: string
  scopes: string[]
}

interface Items {
  items: Record<string, unknown>[]
}

async function createKey(body: JsonValue = { name: 'test' }): Promise<NewKey> {
  const answer = await svc.request<NewKey>('POST', '/api/developer/keys', { body })
  expect(answer.status).toBe(201)
  return answer.body
}

const bearer = ({ key }: NewKey) => ({ as: 'none' as const, headers: { authorization: `Bearer ${key}` } })
const statusOf = async (key: NewKey): Promise<number> => (await svc.request('GET', '/api/auth/me', bearer(key))).status

describe('keys', () => {
  it('are shown once, work at once, and are listed without their secret', async () => {
    const made = await createKey()
    const me = await svc.request('GET', '/api/auth/me', bearer(made))
    const listed = await svc.request<Items>('GET', '/api/developer/keys', bearer(made))
    const one = await svc.request('GET', `/api/developer/keys/${made.id}`)
    expect([one.status, one.body]).toEqual([200, listed.body.items[0]])
    expect(me.body).toMatchObject({ via: 'api_key', scopes: ['*'] })
    expect(listed.body.items[0]).toMatchObject({ id: made.id, name: 'test', prefix: made.prefix })
    expect(JSON.stringify(listed.body)).not.toContain(made.key)
  })

  it('end at once when they are revoked', async () => {
    const made = await createKey()
    const before = await statusOf(made)
    const revoked = await svc.request('DELETE', `/api/developer/keys/${made.id}`)
    expect([before, revoked.status, await statusOf(made)]).toEqual([200, 204, 401])
    expect((await svc.request('GET', `/api/developer/keys/${made.id}`)).status).toBe(404)
  })

  it('are replaced at once with grace_seconds 0', async () => {
    const old = await createKey({ name: 'old', scopes: ['*'] })
    const rotated = await svc.request<NewKey>('POST', `/api/developer/keys/${old.id}/rotate`, {
      body: { grace_seconds: 0 },
    })
    expect([rotated.status, await statusOf(old), await statusOf(rotated.body)]).toEqual([201, 401, 200])
  })

  it('that are narrow make no keys', async () => {
    const narrow = await createKey({ name: 'narrow', scopes: ['data:read'] })
    const answer = await svc.request('POST', '/api/developer/keys', { ...bearer(narrow), body: { name: 'wide' } })
    expect(answer.status).toBe(403)
  })

  it('take known scopes and times to come only', async () => {
    const bodies: JsonValue[] = [
      { name: 'x', scopes: ['data:everything'] },
      { name: 'x', expires_at: '2020-01-01T00:00:00Z' },
      { name: '' },
      { scopes: ['*'] },
      { name: 'x', scope: '*' },
    ]
    const statuses = []
    for (const body of bodies) statuses.push((await svc.request('POST', '/api/developer/keys', { body })).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400])
  })

  it('of a page are followed by the next', async () => {
    const [first, second] = [await createKey(), await createKey()]
    const page = await svc.request<Items & { next_cursor: string }>('GET', '/api/developer/keys?limit=1')
    const next = await svc.request<Items>('GET', `/api/developer/keys?limit=1&cursor=${page.body.next_cursor}`)
    const bad = await svc.request('GET', '/api/developer/keys?cursor=nonsense')
    expect([page.body.items[0]?.['id'], next.body.items[0]?.['id'], bad.status]).toEqual([second.id, first.id, 400])
  })
})

describe('usage', () => {
  const usage = async (query = ''): Promise<Record<string, unknown>[]> =>
    (await svc.request<Items>('GET', `/api/developer/usage${query}`)).body.items

  it('is counted per key and route, errors and latencies too', async () => {
    const made = await createKey()
    for (let turn = 0; turn < 3; turn += 1) await statusOf(made)
    await svc.request('GET', '/api/developer/keys?limit=0', bearer(made))
    const counted = async (): Promise<unknown[]> =>
      (await usage())
        .filter(row => row['key_id'] === made.id)
        .map(row => [row['route'], row['requests'], row['errors']])
        .toSorted()
    await expect.poll(counted).toEqual([
      ['GET /api/auth/me', 3, 0],
      ['GET /api/developer/keys', 1, 1],
    ])
    const row = (await usage('?group_by=key')).find(item => item['key_id'] === made.id)
    expect(row).toMatchObject({
      route: null,
      day: null,
      model: null,
      requests: 4,
      errors: 1,
      prompt_tokens: 0,
      completion_tokens: 0,
    })
    expect(Number(row?.['p50_ms']) > 0 && Number(row?.['p95_ms']) >= Number(row?.['p50_ms'])).toBe(true)
  })

  it('is added up by day, within the days that are asked for', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const days = (await usage(`?group_by=day&from=${today}`)).map(row => row['day'])
    expect([days.includes(today), await usage('?from=2020-01-01&to=2020-01-31')]).toEqual([true, []])
  })

  it('is given for 92 days, where it is grouped by day and another', async () => {
    const year = 'from=2025-01-01&to=2025-12-31&group_by='
    const statuses = []
    for (const query of [
      `${year}day,key`,
      `${year}day`,
      `${year}key`,
      'from=2025-01-01&to=2025-04-02&group_by=day,key',
    ])
      statuses.push((await svc.request('GET', `/api/developer/usage?${query}`)).status)
    expect(statuses).toEqual([422, 200, 200, 200])
  })

  it('refuses days that go backwards or are none', async () => {
    const statuses = []
    for (const query of ['from=2026-02-01&to=2026-01-01', 'from=yesterday', 'group_by=user']) {
      statuses.push((await svc.request('GET', `/api/developer/usage?${query}`)).status)
    }
    expect(statuses).toEqual([400, 400, 400])
  })
})

it('keeps what was counted when the server stops', async () => {
  const home = await mkdtemp(join(tmpdir(), 'svc-usage-'))
  const first = await startTestKernel({ plugins: ['developer'], home })
  for (let turn = 0; turn < 5; turn += 1) await first.request('GET', '/api/auth/me')
  await first.stop()
  const second = await startTestKernel({ plugins: ['developer'], home })
  const { items } = (await second.request<Items>('GET', '/api/developer/usage')).body
  await second.stop()
  await rm(home, { recursive: true, force: true })
  expect(items.find(row => row['route'] === 'GET /api/auth/me')).toMatchObject({ requests: 5 })
})

describe('the platform', () => {
  it('shows a newcomer where everything is', async () => {
    const { url } = svc
    const platform = await svc.request('GET', '/api/developer/platform', { as: 'none' })
    expect(platform.body).toEqual({
      name: 'svc',
      version: svc.report.version,
      base_url: url,
      openapi_url: `${url}/api/openapi.json`,
      docs_url: `${url}/api/docs`,
      // A server that runs from its sources has built no packages.
      sdks: [],
      scopes: expect.arrayContaining(['*', 'events:read']) as string[],
      features: expect.objectContaining({ developer: true, models: false }) as unknown,
      models: [],
    })
  })
})

interface Operation {
  operationId: string
  requestBody?: { content: Record<string, { examples?: object }> }
  responses: Record<string, { content?: Record<string, { examples?: object }> }>
}

it('describes the whole house in a valid OpenAPI 3.1 document, with an example and problems on every route', async () => {
  const house = await startTestKernel()
  const { body: document } = await house.request<{
    servers: object[]
    paths: Record<string, Record<string, Operation>>
  }>('GET', '/api/openapi.json')
  await house.stop()
  const validator = new Validator()
  expect(await validator.validate(document)).toMatchObject({ valid: true })
  expect([validator.version, document.servers]).toEqual(['3.1', [{ url: house.url }]])
  const operations = Object.values(document.paths).flatMap(path => Object.values(path))
  const incomplete = operations.filter(({ requestBody, responses }) => {
    // Of the types that an answer may have, the first has the example.
    const bodies = [requestBody, ...Object.values(responses)].flatMap(
      part => Object.values(part?.content ?? {})[0] ?? [],
    )
    return bodies.some(({ examples }) => !examples) || !responses['400'] || !responses['500']
  })
  expect(operations.length).toBeGreaterThan(40)
  expect(incomplete.map(({ operationId }) => operationId)).toEqual([])
})
