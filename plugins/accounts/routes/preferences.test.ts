import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '@svc/plugin'
import { itOfOneServer } from '../../../test/rooms/first-of-two.ts'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel, TestRequest } from '../../../test/rooms/kernel.ts'

interface Me {
  user: { id: string }
  preferences: JsonObject
}
interface Registry {
  tables: { facts: JsonValue }
}
interface Problem {
  code: string
  detail: string
  errors: { path: string; message: string }[]
}

const me = '/api/auth/me'
const plugins = ['admin', 'developer']
const password = 'correct horse battery'
let svc: TestKernel

beforeAll(async () => {
  svc = await startTestKernel({ plugins })
})
afterAll(() => svc?.stop())

const change = <Body = Me>(preferences: JsonValue, as: TestRequest = { as: 'owner' }) =>
  svc.request<Body>('PATCH', me, { ...as, body: { preferences } })
const preferencesOf = async (as: TestRequest = { as: 'owner' }) =>
  (await svc.request<Me>('GET', me, as)).body.preferences

/** Makes a person and signs them in. */
async function person(username: string): Promise<TestRequest> {
  await svc.request('POST', '/api/users', { body: { username, password, role: 'user' } })
  const login = await svc.request('POST', '/api/auth/login', { body: { username, password }, as: 'none' })
  return { as: 'none', headers: { cookie: login.headers.getSetCookie()[0]?.split(';')[0] ?? '' } }
}

describe('preferences', () => {
  it('are empty at first; a change sets what it names, removes what is null there, and leaves the rest', async () => {
    const grace = await person('grace')
    expect(await preferencesOf(grace)).toEqual({})
    const set = await change({ theme: 'dark', tour: { seen: true, stop: 5 } }, grace)
    expect([set.status, set.body.preferences]).toEqual([200, { theme: 'dark', tour: { seen: true, stop: 5 } }])
    await change({ theme: 'light', keys: false }, grace)
    await change({ tour: null, never_set: null }, grace)
    expect(await preferencesOf(grace)).toEqual({ theme: 'light', keys: false })
  })

  it('belong to the person, with a session or a key, in each of their workspaces, and to nobody else', async () => {
    const heidi = await person('heidi')
    const made = await svc.request<{ id: string }>('POST', '/api/workspaces', { ...heidi, body: { name: 'Lab' } })
    await change({ theme: 'dark' }, heidi)
    const inLab = { ...heidi, headers: { ...heidi.headers, 'x-workspace-id': made.body.id } }
    const key = await svc.request<{ key: string }>('POST', '/api/developer/keys', { ...heidi, body: { name: 'own' } })
    const byKey: TestRequest = { as: 'none', headers: { authorization: `Bearer ${key.body.key}` } }
    expect([await preferencesOf(inLab), await preferencesOf(byKey)]).toEqual([{ theme: 'dark' }, { theme: 'dark' }])
    expect(await preferencesOf()).not.toHaveProperty('theme')
  })

  it('change for nobody who is signed out, and by no key with narrower scopes', async () => {
    const narrow = await svc.request<{ key: string }>('POST', '/api/developer/keys', {
      body: { name: 'narrow', scopes: ['jobs:read'] },
    })
    const byKey: TestRequest = { as: 'none', headers: { authorization: `Bearer ${narrow.body.key}` } }
    const answers = [await change({ a: 1 }, { as: 'none' }), await change({ a: 1 }, byKey)]
    expect(answers.map(({ status }) => status)).toEqual([401, 403])
    expect(await preferencesOf()).not.toHaveProperty('a')
  })

  it('are small: what is too large is refused with its size, and changes nothing', async () => {
    await change({ kept: 'é'.repeat(5000) })
    const refused = await change<Problem>({ more: 'é'.repeat(5000), kept_too: 1 })
    expect([refused.status, refused.body.code]).toEqual([400, 'validation_error'])
    expect(refused.body.errors).toMatchObject([
      { path: '/preferences', message: expect.stringContaining('20') as string },
    ])
    expect(Object.keys(await preferencesOf())).toEqual(['kept'])
    await change({ kept: null })
  })

  it('are an object of a hundred members with names of at most 64 characters', async () => {
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`p${index}`, 1]))
    const bad: JsonValue[] = [null, 'dark', ['dark'], many, { '': 1 }, { ['n'.repeat(65)]: 1 }]
    const statuses = await Promise.all(bad.map(async each => (await change(each)).status))
    const others = await Promise.all([
      svc.request('PATCH', me, { as: 'owner', body: {} }),
      svc.request('PATCH', me, { as: 'owner', body: { preferences: {}, username: 'root' } }),
    ])
    expect([...statuses, ...others.map(({ status }) => status)]).toEqual(Array.from({ length: 8 }, () => 400))
    expect(await preferencesOf()).toEqual({})
  })

  it('of two tabs that write at the same moment are both kept', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `tab_${index}`)
    await Promise.all(names.map(name => change({ [name]: true })))
    expect(Object.keys(await preferencesOf()).sort()).toEqual([...names].sort())
    await change(Object.fromEntries(names.map(name => [name, null])))
  })
})

describe('after a restart', () => {
  itOfOneServer('they are as before, and those of a deleted person are gone', async () => {
    const home = await mkdtemp(join(tmpdir(), 'svc-preferences-'))
    try {
      const first = await startTestKernel({ plugins, home })
      await first.request('PATCH', me, { body: { preferences: { theme: 'dark' } } })
      const ivan = await first.request<{ user: { id: string } }>('POST', '/api/users', {
        body: { username: 'ivan', password, role: 'user' },
      })
      const login = await first.request('POST', '/api/auth/login', { body: { username: 'ivan', password }, as: 'none' })
      const cookie = login.headers.getSetCookie()[0] ?? ''
      await first.request('PATCH', me, { as: 'none', headers: { cookie }, body: { preferences: { of: 'ivan' } } })
      const facts = async () => {
        const registry = JSON.parse(await readFile(join(home, 'control_plane', 'registry.json'), 'utf8')) as Registry
        return JSON.stringify(registry.tables.facts)
      }
      expect(await facts()).toContain('ivan')
      await first.request('DELETE', `/api/users/${ivan.body.user.id}`)
      expect(await facts()).not.toContain('ivan')
      await first.stop()
      const second = await startTestKernel({ plugins, home })
      expect((await second.request<Me>('GET', me)).body.preferences).toEqual({ theme: 'dark' })
      await second.stop()
    } finally {
      await rm(home, { recursive: true, force: true })
    }
  })
})
