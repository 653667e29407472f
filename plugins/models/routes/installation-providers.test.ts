import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { startFakeModelServer } from '../../../test/support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../../../test/support/servers/fake-model-server.ts'
import { startPostgres } from '../../../test/support/storage/postgres.ts'
import type { TestPostgres } from '../../../test/support/storage/postgres.ts'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel, TestRequest } from '../../../test/rooms/kernel.ts'
import type { ProviderRecord } from '../providers/provider-record.ts'

const path = '/api/models/providers'

describe.each(['the registry file', 'PostgreSQL'])('a provider for every workspace, kept in %s', place => {
  let svc: TestKernel
  let server: FakeModelServer
  let postgres: TestPostgres | undefined
  let admin: TestRequest
  let member: TestRequest

  beforeAll(async () => {
    server = await startFakeModelServer()
    postgres = place === 'PostgreSQL' ? await startPostgres() : undefined
    svc = await startTestKernel({
      plugins: ['models', 'admin'],
      env: { DATABASE_URL: await postgres?.createDatabase('providers') },
    })
    admin = await signIn('grace', 'admin')
    member = await signIn('linus', 'user')
  })
  afterAll(async () => {
    await svc?.stop()
    await server?.close()
    await postgres?.stop()
  })

  async function signIn(username: string, role: string): Promise<TestRequest> {
    const account = { username, password: 'correct horse battery' }
    await svc.request('POST', '/api/users', { as: 'owner', body: { ...account, role } })
    const { headers } = await svc.request('POST', '/api/auth/login', { as: 'none', body: account })
    return { as: 'none', headers: { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' } }
  }
  const create = (name: string, change: Record<string, JsonValue>, as: TestRequest = { as: 'owner' }) => {
    const body = { name, kind: 'openai-compatible', base_url: server.baseUrl, api_key: 'sk-for-all', ...change }
    return svc.request<ProviderRecord & { detail: string; code: string }>('POST', path, { ...as, body })
  }
  const modelsOf = async (as: TestRequest) =>
    (await svc.request<{ items: { id: string }[] }>('GET', '/api/models', as)).body.items.map(({ id }) => id)

  it('serves colleagues in workspaces of their own until it is deleted, and never shows its key', async () => {
    expect(await modelsOf(member)).toEqual(['svc/offline'])
    const { status, body: made } = await create('team', { scope: 'installation' })
    expect([status, made.origin, made.has_api_key]).toEqual([201, 'installation', true])
    expect(await modelsOf(member)).toEqual(['fake-model', 'other-model', 'svc/offline'])
    expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer sk-for-all')
    const listed = await svc.request<{ items: ProviderRecord[] }>('GET', path, admin)
    expect(listed.body.items.map(({ name, origin }) => [name, origin])).toEqual([['team', 'installation']])
    expect(JSON.stringify(listed.body)).not.toContain('sk-for-all')
    const changed = await svc.request('PATCH', `${path}/${made.id}`, { ...admin, body: { name: 'everybody' } })
    expect(changed.body).toMatchObject({ name: 'everybody', origin: 'installation', error: null })
    expect(await modelsOf(member)).toContain('fake-model')
    expect((await svc.request('DELETE', `${path}/${made.id}`, { as: 'owner' })).status).toBe(204)
    expect(await modelsOf(member)).toEqual(['svc/offline'])
    expect((await svc.request<{ items: unknown[] }>('GET', path, admin)).body.items).toEqual([])
  })

  it('keeps all that admins change at once', async () => {
    const { body: made } = await create('at-once', { scope: 'installation' })
    for (let round = 1; round <= 5; round += 1) {
      const changes: JsonValue[] = [
        { name: `at-once-${round}` },
        { timeout_seconds: round },
        { models: [{ id: `m-${round}` }] },
      ]
      await Promise.all(changes.map(body => svc.request('PATCH', `${path}/${made.id}`, { as: 'owner', body })))
      const { body } = await svc.request('GET', `${path}/${made.id}`, { as: 'owner' })
      expect(body).toMatchObject(Object.assign({}, ...changes) as object)
    }
    await svc.request('DELETE', `${path}/${made.id}`, { as: 'owner' })
  })

  it('is made by admins alone', async () => {
    const refused = await create('mine', { scope: 'installation' }, member)
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
  })

  it('keeps its name for itself, and the provider of a workspace that has it says so', async () => {
    const own = await create('same', {}, { as: 'owner' })
    const { body: shared } = await create('same', { scope: 'installation' })
    const clash = await svc.request<ProviderRecord>('GET', `${path}/${own.body.id}`, { as: 'owner' })
    expect(clash.body.error).toMatch(/for all workspaces has this name/)
    const again = await create('same', { scope: 'installation' })
    expect([again.status, again.body.code]).toEqual([409, 'already_exists'])
    expect((await create('same', { base_url: 'https://models.test/v1' }, admin)).status).toBe(409)
    await svc.request('DELETE', `${path}/${shared.id}`, { as: 'owner' })
    const freed = await svc.request<ProviderRecord>('GET', `${path}/${own.body.id}`, { as: 'owner' })
    expect(freed.body.error).toBe(null)
  })
})
