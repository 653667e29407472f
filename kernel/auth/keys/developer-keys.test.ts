import type { Principal } from '@svc/plugin'
import { describe, expect, test } from 'vitest'
import type { Actor } from '@svc/plugin'
import { createAuth } from '../auth.ts'
import { password, principal, startTestAuth } from '../../../test/rooms/auth.ts'

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const refused = { status: 401, code: 'unauthenticated' }

describe('a developer key', () => {
  test('acts as its owner in its workspace with its scopes, and is kept as a hash', async () => {
    await using room = await startTestAuth()
    const owner = await room.owner()
    const made = await room.auth.apiKeys.create(owner, {
      name: 'ci',
      scopes: ['stats:read', 'stats:read', 'jobs:write'],
    })
    expect(made).toMatchObject({
      name: 'ci',
      scopes: ['stats:read', 'jobs:write'],
      expires_at: null,
      last_used_at: null,
      models: null,
      tools: null,
      token_budget: null,
    })
    expect(await room.ask(bearer(made.key))).toEqual({
      user_id: owner.user_id,
      username: 'ada',
      role: 'owner',
      workspace_id: owner.workspace_id,
      via: 'api_key',
      key_id: made.id,
      scopes: ['stats:read', 'jobs:write'],
    })
    const record = await room.control.read(reader => reader.get('api_keys', made.id))
    expect(JSON.stringify(record)).not.toContain(made.key.slice(made.prefix.length + 1))
    expect(await room.auth.apiKeys.list(owner, { limit: 10 })).toEqual({
      items: [expect.not.objectContaining({ key: made.key })],
      next_cursor: null,
    })
  })

  test('brings its limits into its principal, and hands them to its successor', async () => {
    await using room = await startTestAuth()
    const owner = await room.owner()
    const limits = { models: ['tiny-1'], tools: ['calculator'], token_budget: { day: 1000, month: 5000 } }
    const made = await room.auth.apiKeys.create(owner, { name: 'ci', ...limits })
    expect(made).toMatchObject(limits)
    expect(await room.ask(bearer(made.key))).toMatchObject({ key_limits: limits })
    const successor = await room.auth.apiKeys.rotate(owner, made.id, { grace_seconds: 0 })
    expect(await room.ask(bearer(successor.key))).toMatchObject({ key_limits: limits })
  })

  test('gives nobody what stands for a person: it makes no such key, and takes no such key over', async () => {
    await using room = await startTestAuth({
      permissions: new Set(['tools:approve', 'tools:write']),
      explicitPermissions: new Set(['tools:approve']),
    })
    const owner = await room.owner()
    const { apiKeys } = room.auth
    const whole = (await room.ask(bearer((await apiKeys.create(owner, { name: 'ci' })).key))) as Principal
    const person = await apiKeys.create(owner, { name: 'phone', scopes: ['tools:approve'] })
    const forbidden = { status: 403, code: 'forbidden' }
    await expect(apiKeys.create(whole, { name: 'x', scopes: ['tools:approve'] })).rejects.toMatchObject(forbidden)
    await expect(apiKeys.rotate(whole, person.id, {})).rejects.toMatchObject(forbidden)
    const both = await apiKeys.create(owner, { name: 'both', scopes: ['*', 'tools:approve'] })
    const asking = (await room.ask(bearer(both.key))) as Principal
    await expect(apiKeys.rotate(asking, both.id, {})).rejects.toMatchObject(forbidden)
    expect((await apiKeys.create(whole, { name: 'y', scopes: ['tools:write'] })).scopes).toEqual(['tools:write'])
  })

  test('counts against the limit of its person, also when another key made it; an expired one does not count', async () => {
    await using room = await startTestAuth({ keysPerPerson: 2 })
    const owner = await room.owner()
    const { apiKeys } = room.auth
    const first = await apiKeys.create(owner, { name: 'one' })
    const asking = (await room.ask(bearer(first.key))) as Principal
    await apiKeys.create(asking, { name: 'two' })
    const full = { status: 409, message: expect.stringContaining('2 keys, which is the limit (SVC_KEYS_PER_PERSON)') }
    await expect(apiKeys.create(owner, { name: 'three' })).rejects.toMatchObject(full)
    const successor = await apiKeys.rotate(owner, first.id, { grace_seconds: 0 })
    expect(await room.ask(bearer(successor.key))).toMatchObject({ key_id: successor.id })
    await apiKeys.revoke(owner, successor.id)
    expect(await apiKeys.create(owner, { name: 'three' })).toMatchObject({ name: 'three' })
  })

  test('makes no key with an action that it does not name itself', async () => {
    await using room = await startTestAuth({ permissions: new Set(['data:read', 'email:send', 'admin:backup']) })
    const owner = await room.owner()
    const { apiKeys } = room.auth
    const keyWith = async (...scopes: string[]) =>
      (await room.ask(bearer((await apiKeys.create(owner, { name: 'ci', scopes })).key))) as Principal
    const forbidden = { status: 403, message: expect.stringContaining('"email:send"') }
    await expect(apiKeys.create(await keyWith('*'), { name: 'x', scopes: ['email:send'] })).rejects.toMatchObject(
      forbidden,
    )
    const other = await keyWith('*', 'admin:backup')
    await expect(apiKeys.create(other, { name: 'x', scopes: ['*', 'email:send'] })).rejects.toMatchObject(forbidden)
    const named = await keyWith('*', 'email:send')
    const made = await apiKeys.create(named, { name: 'y', scopes: ['email:send', 'data:read'] })
    expect(made.scopes).toEqual(['email:send', 'data:read'])
    expect((await apiKeys.create(await keyWith('*'), { name: 'z' })).scopes).toEqual(['*'])
  })

  test('keeps a scope that nobody declares any more, and a sign-in renews it', async () => {
    await using before = await startTestAuth({ permissions: new Set(['gone:read']) })
    const owner = await before.owner()
    const made = await before.auth.apiKeys.create(owner, { name: 'old', scopes: ['gone:read'] })
    const after = createAuth({ ...before.options, permissions: new Set(['stats:read']) })
    const asking = { cookie: undefined, workspaceId: undefined, ip: '127.0.0.1', ...bearer(made.key) }
    expect(await after.authenticate(asking)).toMatchObject({ scopes: ['gone:read'] })
    expect((await after.apiKeys.rotate(owner, made.id, {})).scopes).toEqual(['gone:read'])
    await after.close()
  })

  test('with limits neither makes a key without them, nor starts its budget anew', async () => {
    await using room = await startTestAuth()
    const owner = await room.owner()
    const { apiKeys } = room.auth
    const made = await apiKeys.create(owner, { name: 'ci', token_budget: { day: 1 } })
    const limited = (await room.ask(bearer(made.key))) as Principal
    const forbidden = { status: 403, code: 'forbidden' }
    await expect(apiKeys.create(limited, { name: 'free' })).rejects.toMatchObject(forbidden)
    await expect(apiKeys.rotate(limited, made.id, {})).rejects.toMatchObject(forbidden)
    await expect(apiKeys.revoke(limited, made.id)).rejects.toMatchObject(forbidden)
  })

  test('is refused with limits that limit nothing, all faults at once', async () => {
    await using room = await startTestAuth()
    const asked = { name: 'ci', models: [' '], token_budget: { day: 0.5, month: -1 } }
    await expect(room.auth.apiKeys.create(await room.owner(), asked)).rejects.toMatchObject({
      status: 400,
      errors: [{ path: '/models/0' }, { path: '/token_budget/day' }, { path: '/token_budget/month' }],
    })
  })

  test('is answered without a promise once it is known, and not for a moment after it is revoked', async () => {
    await using room = await startTestAuth()
    const owner = await room.owner()
    const { id, key } = await room.auth.apiKeys.create(owner, { name: 'ci' })
    await room.ask(bearer(key))
    const credentials = { ...bearer(key), cookie: undefined, workspaceId: undefined, ip: '192.0.2.7' }
    expect(room.auth.authenticate(credentials)).toMatchObject({ key_id: id })
    await room.auth.apiKeys.revoke(owner, id)
    await expect(room.ask(bearer(key))).rejects.toMatchObject(refused)
  })

  test('ends at its expiry, also when it was just used', async () => {
    await using room = await startTestAuth()
    const made = await room.auth.apiKeys.create(await room.owner(), {
      name: 'ci',
      expires_at: '2026-01-31T13:01:00+01:00',
    })
    expect(made.expires_at).toBe('2026-01-31T12:01:00.000Z')
    const { key } = made
    expect(await room.ask(bearer(key))).not.toBeNull()
    room.clock.advance(60_000)
    await expect(room.ask(bearer(key))).rejects.toMatchObject(refused)
  })

  test('that is rotated lives on for its grace, and not at all without one', async () => {
    await using room = await startTestAuth()
    const owner = await room.owner()
    const first = await room.auth.apiKeys.create(owner, { name: 'ci', scopes: ['jobs:read'] })
    const second = await room.auth.apiKeys.rotate(owner, first.id, { grace_seconds: 30 })
    expect(second).toMatchObject({ name: 'ci', scopes: ['jobs:read'] })
    expect(await room.ask(bearer(first.key))).toMatchObject({ key_id: first.id })
    room.clock.advance(30_000)
    await expect(room.ask(bearer(first.key))).rejects.toMatchObject(refused)
    const third = await room.auth.apiKeys.rotate(owner, second.id, { grace_seconds: 0 })
    await expect(room.ask(bearer(second.key))).rejects.toMatchObject(refused)
    expect(await room.ask(bearer(third.key))).toMatchObject({ key_id: third.id })
    await expect(room.auth.apiKeys.rotate(owner, first.id, {})).rejects.toMatchObject({ status: 409, code: 'conflict' })
  })

  test('never outlives its own expiry by being rotated', async () => {
    await using room = await startTestAuth()
    const owner = await room.owner()
    const expires_at = '2026-01-31T12:00:10.000Z'
    const { id } = await room.auth.apiKeys.create(owner, { name: 'ci', expires_at })
    const next = await room.auth.apiKeys.rotate(owner, id, { grace_seconds: 3600 })
    const { items } = await room.auth.apiKeys.list(owner, { limit: 10 })
    expect(items.map(key => [key.id, key.expires_at])).toEqual([
      [next.id, expires_at],
      [id, expires_at],
    ])
  })

  test('with faults names all of them at once', async () => {
    await using room = await startTestAuth()
    const key = { name: ' ', scopes: ['*', 'stats:raed'], expires_at: '2020-01-01T00:00:00.000Z' }
    await expect(room.auth.apiKeys.create(await room.owner(), key)).rejects.toMatchObject({
      code: 'validation_error',
      errors: [
        { path: '/name', message: 'must have 1 to 200 characters' },
        {
          path: '/scopes/1',
          message: expect.stringMatching(/^"stats:raed" is no scope; known are \*, admin:backup, jobs:read/) as string,
        },
        { path: '/expires_at', message: 'must lie in the future' },
      ],
    })
  })

  test('of somebody else, or of another workspace, is not found', async () => {
    await using room = await startTestAuth()
    const owner = await room.owner()
    const grace = await room.auth.users.create(owner, { username: 'grace', password, role: 'admin' })
    await room.auth.workspaces.addMember(owner, owner.workspace_id, 'grace')
    const { id } = await room.auth.apiKeys.create(owner, { name: 'ci' })
    const second = await room.auth.workspaces.create(owner, { name: 'Second' })
    const strangers: Actor[] = [
      principal({ user_id: grace.id, role: 'admin', workspace_id: owner.workspace_id }),
      { ...owner, workspace_id: second.id },
    ]
    for (const stranger of strangers) {
      await expect(room.auth.apiKeys.revoke(stranger, id)).rejects.toMatchObject({ status: 404 })
      await expect(room.auth.apiKeys.rotate(stranger, id, {})).rejects.toMatchObject({ status: 404 })
      expect((await room.auth.apiKeys.list(stranger, { limit: 10 })).items).toEqual([])
    }
  })

  test('writes its last use once a minute, in one go', async () => {
    await using room = await startTestAuth()
    const owner = await room.owner()
    const keys = await Promise.all(['a', 'b'].map(name => room.auth.apiKeys.create(owner, { name })))
    const lastUses = async () => (await room.auth.apiKeys.list(owner, { limit: 10 })).items.map(key => key.last_used_at)
    for (let second = 0; second < 59; second += 1) {
      for (const { key } of keys) await room.ask(bearer(key))
      room.clock.advance(1_000)
    }
    expect(await lastUses()).toEqual([null, null])
    room.clock.advance(1_000)
    await room.auth.close()
    expect(await lastUses()).toEqual(['2026-01-31T12:00:00.000Z', '2026-01-31T12:00:00.000Z'])
  })
})
