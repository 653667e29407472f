import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { startFakeModelServer } from '../../../test/support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../../../test/support/servers/fake-model-server.ts'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel, TestRequest } from '../../../test/rooms/kernel.ts'
import type { ProviderRecord } from '../providers/provider-record.ts'

const path = '/api/models/providers'
const secret = 'sk-very-secret-key'
let svc: TestKernel
let server: FakeModelServer
let admin: TestRequest
const logged: string[] = []

beforeAll(async () => {
  server = await startFakeModelServer()
  const providers = [
    {
      id: 'local',
      kind: 'openai-compatible',
      base_url: server.baseUrl,
      models: [{ id: 'unlisted', context_window: 99 }],
    },
    { id: 'odd', kind: 'no-such-kind' },
  ]
  svc = await startTestKernel({
    plugins: ['models', 'developer', 'admin'],
    env: { SVC_MODELS_PROVIDERS: JSON.stringify(providers) },
    onLog: line => logged.push(line),
  })
  admin = await signInAdmin()
})
afterAll(async () => {
  await svc?.stop()
  await server.close()
})

/** A second person, admin of the installation, with a workspace of their own. */
async function signInAdmin(): Promise<TestRequest> {
  const body = { username: 'grace', password: 'correct horse battery', role: 'admin' }
  await svc.request('POST', '/api/users', { as: 'owner', body })
  const { username, password } = body
  const { headers } = await svc.request('POST', '/api/auth/login', { as: 'none', body: { username, password } })
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { as: 'none', headers: { cookie } }
}

let made = 0
const create = async (change: Record<string, JsonValue> = {}, as: TestRequest = { as: 'owner' }) => {
  made += 1
  const body = { name: `own-${made}`, kind: 'openai-compatible', base_url: server.baseUrl, api_key: secret, ...change }
  return svc.request<ProviderRecord & { detail: string; code: string }>('POST', path, { ...as, body })
}
const remove = (id: string, as: TestRequest = { as: 'owner' }) => svc.request('DELETE', `${path}/${id}`, as)

describe('a provider of models', () => {
  it('is made with a key that is never shown again, changed and deleted', async () => {
    const { status, body: shown, headers } = await create({ models: [{ id: 'm', input_usd_per_million: 2 }] })
    const one = `${path}/${shown.id}`
    const got = await svc.request('GET', one)
    const listed = await svc.request<{ items: ProviderRecord[] }>('GET', path)
    const changed = await svc.request('PATCH', one, { body: { timeout_seconds: 5 }, as: 'owner' })
    const deleted = await remove(shown.id)
    const gone = await svc.request('GET', one)
    expect([status, headers.get('location'), shown]).toEqual([
      201,
      `${svc.url}${one}`,
      {
        id: expect.stringMatching(/^prv_/) as string,
        name: 'own-1',
        kind: 'openai-compatible',
        origin: 'workspace',
        base_url: server.baseUrl,
        has_api_key: true,
        models: [{ id: 'm', input_usd_per_million: 2 }],
        timeout_seconds: 300,
        trusted: true,
        error: null,
        created_at: expect.stringMatching(/Z$/) as string,
        updated_at: shown.created_at,
      },
    ])
    expect(got.body).toEqual(shown)
    expect(listed.body.items.map(({ name, origin, error }) => [name, origin, error])).toEqual([
      ['local', 'configuration', null],
      ['odd', 'configuration', expect.stringContaining('no running plugin brings')],
      ['own-1', 'workspace', null],
    ])
    expect(changed.body).toMatchObject({ timeout_seconds: 5, has_api_key: true })
    expect([deleted.status, gone.status]).toEqual([204, 404])
  })

  it('leaves its key in no log and no audit entry, and is sent it', async () => {
    const { body } = await create({ api_key: 'sk-to-be-found' })
    await svc.request('POST', `${path}/${body.id}/test`, { as: 'owner' })
    const audit = await svc.request<{ items: { action: string; details: unknown }[] }>('GET', '/api/admin/audit', {
      as: 'owner',
    })
    const entries = audit.body.items.filter(({ action }) => action === 'model.provider.created')
    expect(entries[0]).toMatchObject({ details: { name: body.name, host: new URL(server.baseUrl).host } })
    expect(JSON.stringify([audit.body, logged])).not.toContain('sk-to-be-found')
    expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer sk-to-be-found')
    await remove(body.id)
  })

  it('is refused at an address that cannot be, also when an owner names it', async () => {
    const made = await create()
    const refused = await Promise.all([
      ...['http://x"/v1', 'http://a|b/v1', 'https://a..b'].map(base_url => create({ base_url })),
      svc.request<{ detail: string; code: string }>('PATCH', `${path}/${made.body.id}`, {
        as: 'owner',
        body: { base_url: 'http://x"', api_key: null },
      }),
    ])
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [422, 'url_blocked']))
    expect(refused[0]?.body.detail).toContain('its host "x\\"" is neither a name')
    await remove(made.body.id)
  })

  it('is asked for its models, and says what is wrong', async () => {
    const well = await create()
    const wrong = await create({ base_url: server.baseUrl.replace('/v1', '/nothing') })
    const test = async (id: string) => (await svc.request('POST', `${path}/${id}/test`, { as: 'owner' })).body
    expect(await test(well.body.id)).toEqual({
      ok: true,
      models: 2,
      sample: ['fake-model', 'other-model'],
      lists_model: null,
      error: null,
      duration_ms: expect.any(Number) as number,
    })
    expect(await test(wrong.body.id)).toMatchObject({
      ok: false,
      error: {
        code: 'upstream_error',
        message: expect.stringContaining(`base_url of the provider ${wrong.body.name}`),
      },
    })
    expect(await test('odd')).toMatchObject({ ok: false, error: { message: expect.stringContaining('no-such-kind') } })
    await remove(well.body.id)
    await remove(wrong.body.id)
  })

  it.each<[string, Record<string, JsonValue>, number, string]>([
    ['a reserved name', { name: 'svc' }, 409, 'reserved'],
    ['the name of one of the configuration', { name: 'local' }, 409, 'local'],
    ['a name that no id could have', { name: 'a/b' }, 400, 'name'],
    ['an unknown kind', { kind: 'cohere' }, 400, 'there are: openai-compatible'],
    ['no address', { base_url: null }, 400, 'base_url is needed'],
    ['a password in the address', { base_url: 'https://me:pw@models.test/v1' }, 400, 'base_url'],
    ['a key with a line break', { api_key: 'sk-1\r\nx-evil: 1' }, 400, 'api_key'],
    ['a model id with a line break', { models: [{ id: 'a\nb' }] }, 400, 'models'],
    ['an unknown field', { apikey: 'x' }, 400, 'apikey'],
  ])('is refused with %s', async (_what, change, status, message) => {
    const { status: answered, body } = await create(change)
    expect([answered, body.detail]).toEqual([status, expect.stringContaining(message)])
  })

  it('of another workspace is not found, and its models are not seen', async () => {
    const { body } = await create({ name: 'private' })
    const there = await Promise.all([
      svc.request('GET', `${path}/${body.id}`, admin),
      svc.request('PATCH', `${path}/${body.id}`, { ...admin, body: { timeout_seconds: 1 } }),
      svc.request('POST', `${path}/${body.id}/test`, admin),
      remove(body.id, admin),
    ])
    expect(there.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    const seen = await svc.request<{ items: { provider: string }[] }>('GET', '/api/models', admin)
    expect(seen.body.items.map(({ provider }) => provider)).not.toContain('private')
    await remove(body.id)
  })

  it('of the configuration is changed there', async () => {
    const changed = await svc.request('PATCH', `${path}/local`, { as: 'owner', body: { timeout_seconds: 1 } })
    expect([changed.status, changed.body.detail]).toEqual([409, expect.stringContaining('configuration')])
  })
})

describe('a provider that an admin sets up', () => {
  it.each([
    'http://127.0.0.1:11434/v1',
    'http://localhost/v1',
    'http://169.254.169.254/latest',
    'http://[::ffff:10.0.0.1]/v1',
    'http://0x7f.1/v1',
    'http://2130706433/v1',
  ])('may not lie in the network of the server: %s', async base_url => {
    const before = server.requests.length
    const { status, body } = await create({ base_url }, admin)
    expect([status, body.code]).toEqual([422, 'url_blocked'])
    const kept = await create({ base_url: 'https://models.test/v1' }, admin)
    const moved = await svc.request('PATCH', `${path}/${kept.body.id}`, { ...admin, body: { base_url, api_key: null } })
    expect([kept.status, kept.body.trusted, moved.status, server.requests.length]).toEqual([201, false, 422, before])
    await remove(kept.body.id, admin)
  })

  it('does not get the key of another address', async () => {
    const { body } = await create({ base_url: 'https://models.test/v1' }, admin)
    const one = `${path}/${body.id}`
    const moved = await svc.request('PATCH', one, { ...admin, body: { base_url: 'https://evil.test/v1' } })
    expect([moved.status, moved.body.detail]).toEqual([400, expect.stringContaining('api_key is needed')])
    const emptied = await svc.request('PATCH', one, {
      ...admin,
      body: { base_url: 'https://evil.test/v1', api_key: null },
    })
    expect(emptied.body).toMatchObject({ base_url: 'https://evil.test/v1', has_api_key: false })
    await remove(body.id, admin)
  })

  it('is no work of a key that may ask models, though an owner’s it be', async () => {
    const { body: kept } = await create()
    const body = { name: 'narrow', scopes: ['models:write', 'models:read'] }
    const { body: key } = await svc.request<{ key: string }>('POST', '/api/developer/keys', { as: 'owner', body })
    const narrow: TestRequest = { as: 'none', headers: { authorization: `Bearer ${key.key}` } }
    const one = `${path}/${kept.id}`
    const asked = [
      create({}, narrow),
      svc.request('PATCH', one, { ...narrow, body: { timeout_seconds: 1 } }),
      svc.request('POST', `${one}/test`, { ...narrow, body: {} }),
      svc.request('PUT', '/api/models/settings', { ...narrow, body: { default_model: null } }),
      remove(kept.id, narrow),
    ]
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect((await svc.request('GET', one, narrow)).status).toBe(200)
    await remove(kept.id)
  })

  it('is no work of a user’s', async () => {
    const body = { username: 'linus', password: 'correct horse battery', role: 'user' }
    await svc.request('POST', '/api/users', { as: 'owner', body })
    const { headers } = await svc.request('POST', '/api/auth/login', {
      as: 'none',
      body: { username: body.username, password: body.password },
    })
    const user: TestRequest = { as: 'none', headers: { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' } }
    const asked = [create({}, user), svc.request('GET', path, user), svc.request('GET', '/api/models/calls', user)]
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([403, 403, 403])
    expect((await svc.request('GET', '/api/models', user)).status).toBe(200)
  })
})

describe('the models of a workspace', () => {
  it('are those of the configuration and its own, with what is known of them', async () => {
    const { body } = await create({ name: 'mine', models: [{ id: 'other-model', input_usd_per_million: 2 }] })
    const { body: list } = await svc.request<{ items: { id: string; is_default: boolean }[] }>('GET', '/api/models')
    expect(list.items.map(({ id }) => id)).toEqual([
      'local/fake-model',
      'local/other-model',
      'unlisted',
      'mine/fake-model',
      'mine/other-model',
      'svc/offline',
    ])
    expect(list.items.filter(({ is_default }) => is_default)).toMatchObject([{ id: 'local/fake-model' }])
    expect(list.items[2]).toMatchObject({ context_window: 99, prices: null })
    expect(list.items[4]).toMatchObject({ prices: { input_usd_per_million: 2, output_usd_per_million: 0 } })
    await remove(body.id)
    const after = await svc.request<{ items: { id: string }[] }>('GET', '/api/models')
    expect(after.body.items.map(({ id }) => id)).toEqual(['fake-model', 'other-model', 'unlisted', 'svc/offline'])
  })

  it('have a default that an admin chooses and gives back', async () => {
    const settings = '/api/models/settings'
    const choose = (default_model: string | null) =>
      svc.request('PUT', settings, { as: 'owner', body: { default_model } })
    const chosen = await choose('other-model')
    const { body: list } = await svc.request<{ items: { id: string; is_default: boolean }[] }>('GET', '/api/models')
    const reserved = await choose('agent')
    const back = await choose(null)
    expect([chosen.status, chosen.body, reserved.status, back.body]).toEqual([
      200,
      { default_model: 'other-model' },
      404,
      { default_model: null },
    ])
    expect(list.items.find(({ is_default }) => is_default)).toMatchObject({ id: 'other-model' })
    expect((await svc.request('GET', settings)).body).toEqual({ default_model: null })
  })

  it('seen by a key that names its models are those, and its budget is shown', async () => {
    const body = { name: 'limited', models: ['other-model'], token_budget: { day: 1000 } }
    const { body: key } = await svc.request<{ key: string }>('POST', '/api/developer/keys', { as: 'owner', body })
    const limited: TestRequest = { as: 'none', headers: { authorization: `Bearer ${key.key}` } }
    const { body: list } = await svc.request<{ items: { id: string; is_default: boolean }[] }>(
      'GET',
      '/api/models',
      limited,
    )
    expect(list.items).toMatchObject([{ id: 'other-model', is_default: true }])
    expect((await svc.request('GET', '/api/models/budget', limited)).body).toEqual({
      day: { limit: 1000, used: 0, resets_at: expect.stringMatching(/T00:00:00.000Z$/) as string },
      month: null,
    })
  })
})

describe('a provider that is not saved yet', () => {
  interface Check {
    ok: boolean
    lists_model: boolean | null
    error: { code: string; message: string } | null
    code?: string
  }
  const tried = (change: Record<string, JsonValue>, as: TestRequest = { as: 'owner' }) =>
    svc.request<Check>('POST', `${path}/test`, {
      ...as,
      body: { kind: 'openai-compatible', base_url: server.baseUrl, ...change },
    })
  const countOf = async () => (await svc.request<{ items: unknown[] }>('GET', path, { as: 'owner' })).body.items.length

  it('is asked for its models with its key, and nothing of it is kept', async () => {
    const before = await countOf()
    const well = await tried({ api_key: 'sk-only-tried', model: 'other-model' })
    expect([well.status, well.body]).toMatchObject([200, { ok: true, models: 2, lists_model: true, error: null }])
    expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer sk-only-tried')
    expect((await tried({ model: 'no-such-model' })).body).toMatchObject({ ok: true, lists_model: false })
    const audit = await svc.request('GET', '/api/admin/audit', { as: 'owner' })
    expect(JSON.stringify([audit.body, logged])).not.toContain('sk-only-tried')
    expect(await countOf()).toBe(before)
  })

  it('says what is wrong, by the field where there is one', async () => {
    const wrong = await tried({ base_url: server.baseUrl.replace('/v1', '/nothing'), model: 'fake-model' })
    expect([wrong.status, wrong.body]).toMatchObject([
      200,
      { ok: false, lists_model: null, error: { code: 'upstream_error' } },
    ])
    const bad = await Promise.all([
      tried({ kind: 'no-such-kind' }),
      svc.request<Check>('POST', `${path}/test`, { as: 'owner', body: { kind: 'openai-compatible' } }),
      tried({ base_url: 'http://a|b/v1' }),
      tried({ unknown: true }),
    ])
    expect(bad.map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'validation_error'],
      [400, 'validation_error'],
      [422, 'url_blocked'],
      [400, 'validation_error'],
    ])
  })

  it('is for admins alone, and for them no way into the private network', async () => {
    const asked = server.requests.length
    const blocked = await tried({}, admin)
    expect([blocked.status, blocked.body.code]).toEqual([422, 'url_blocked'])
    await svc.request('POST', '/api/users', {
      body: { username: 'heidi', password: 'correct horse battery', role: 'user' },
    })
    const { headers } = await svc.request('POST', '/api/auth/login', {
      as: 'none',
      body: { username: 'heidi', password: 'correct horse battery' },
    })
    const heidi: TestRequest = { as: 'none', headers: { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' } }
    expect([(await tried({}, heidi)).status, (await tried({}, { as: 'none' })).status]).toEqual([403, 401])
    expect(server.requests.length).toBe(asked)
  })
})
