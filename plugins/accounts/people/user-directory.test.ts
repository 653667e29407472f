import { describe, expect, test } from 'vitest'
import type { Actor, Principal, Role } from '@svc/plugin'
import { cookieOf, password, principal, serveAuth, startTestAuth } from '../../../test/rooms/auth.ts'
import type { TestAuth } from '../../../test/rooms/auth.ts'

const forbidden = { status: 403, code: 'forbidden' }

async function add(room: TestAuth, actor: Actor, username: string, role: Role): Promise<Principal> {
  const user = await room.auth.users.create(actor, { username, password, role })
  const record = await room.control.read(reader => reader.get('users', user.id))
  return principal({ user_id: user.id, username, role, workspace_id: record?.default_workspace_id ?? '' })
}

describe('roles', () => {
  test('an admin manages admins and users, and can make, invite, change or delete no owner', async () => {
    await using room = await startTestAuth()
    const { users } = room.auth
    const owner = await room.owner()
    const admin = await add(room, owner, 'adm', 'admin')
    const user = await add(room, admin, 'usr', 'user')
    await users.update(admin, user.user_id, { role: 'admin' })
    const attempts = [
      users.create(admin, { username: 'boss', password, role: 'owner' }),
      users.invite(admin, { role: 'owner' }),
      users.update(admin, user.user_id, { role: 'owner' }),
      users.update(admin, admin.user_id, { role: 'owner' }),
      users.update(admin, owner.user_id, { role: 'user' }),
      users.update(admin, owner.user_id, { disabled: true }),
      users.resetPassword(admin, owner.user_id, password),
      users.delete(admin, owner.user_id),
    ]
    expect(await Promise.allSettled(attempts)).toMatchObject(
      attempts.map(() => ({ status: 'rejected', reason: forbidden })),
    )
    expect(await users.get(owner, owner.user_id)).toMatchObject({ role: 'owner', disabled: false })
  })

  test('a user manages nobody', async () => {
    await using room = await startTestAuth()
    const { users } = room.auth
    const user = await add(room, await room.owner(), 'usr', 'user')
    const attempts = [
      users.list(user, { limit: 10 }),
      users.get(user, user.user_id),
      users.create(user, { username: 'x', password, role: 'user' }),
      users.update(user, user.user_id, { role: 'admin' }),
      users.delete(user, user.user_id),
      users.invite(user, { role: 'user' }),
    ]
    expect(await Promise.allSettled(attempts)).toMatchObject(
      attempts.map(() => ({ status: 'rejected', reason: forbidden })),
    )
  })

  test('are read anew when a change is made: a caller who lost them meanwhile changes nothing', async () => {
    await using room = await startTestAuth()
    const owner = await room.owner()
    const admin = await add(room, owner, 'adm', 'admin')
    await room.auth.users.update(owner, admin.user_id, { role: 'user' })
    await expect(room.auth.users.create(admin, { username: 'x', password, role: 'user' })).rejects.toMatchObject(
      forbidden,
    )
  })

  test('the last owner can be neither demoted, disabled nor deleted, not even by two owners at once', async () => {
    await using room = await startTestAuth()
    const { users } = room.auth
    const ada = await room.owner()
    const alone = [
      users.update(ada, ada.user_id, { role: 'admin' }),
      users.update(ada, ada.user_id, { disabled: true }),
      users.delete(ada, ada.user_id),
    ]
    const lastOwner = { status: 'rejected', reason: { status: 409, code: 'last_owner' } }
    expect(await Promise.allSettled(alone)).toMatchObject([lastOwner, lastOwner, lastOwner])
    const eve = await add(room, ada, 'eve', 'owner')
    await Promise.allSettled([
      users.update(ada, eve.user_id, { role: 'user' }),
      users.update(eve, ada.user_id, { role: 'user' }),
    ])
    const left = await room.control.read(reader => reader.find('users', { role: 'owner' }))
    expect(left).toHaveLength(1)
  })

  test('a disabled owner does not count as an owner who is left', async () => {
    await using room = await startTestAuth()
    const { users } = room.auth
    const ada = await room.owner()
    const eve = await add(room, ada, 'eve', 'owner')
    await users.update(ada, eve.user_id, { disabled: true })
    await expect(users.delete(ada, ada.user_id)).rejects.toMatchObject({ code: 'last_owner' })
    await users.delete(ada, eve.user_id)
  })
})

describe('what ends sessions and keys', () => {
  async function signedIn(room: TestAuth, username: string) {
    await using server = await serveAuth(room)
    const cookie = cookieOf(await server.post('/api/auth/login', { username, password }))
    expect(await room.ask({ cookie })).toMatchObject({ username })
    return cookie
  }

  test('a new role ends the sessions of the old one; the same role again ends none', async () => {
    await using room = await startTestAuth()
    const owner = await room.owner()
    const user = await add(room, owner, 'usr', 'user')
    const cookie = await signedIn(room, 'usr')
    await room.auth.users.update(owner, user.user_id, { role: 'user' })
    expect(await room.ask({ cookie })).not.toBeNull()
    await room.auth.users.update(owner, user.user_id, { role: 'admin' })
    expect(await room.ask({ cookie })).toBeNull()
  })

  test('disabling stops sessions and keys at once; enabling brings back the keys alone', async () => {
    await using room = await startTestAuth()
    const owner = await room.owner()
    const user = await add(room, owner, 'usr', 'user')
    const cookie = await signedIn(room, 'usr')
    const { key } = await room.auth.apiKeys.create(user, { name: 'ci' })
    const authorization = `Bearer ${key}`
    expect(await room.ask({ authorization })).not.toBeNull()
    await room.auth.users.update(owner, user.user_id, { disabled: true })
    expect(await room.ask({ cookie })).toBeNull()
    await expect(room.ask({ authorization })).rejects.toMatchObject({ status: 401 })
    await room.auth.users.update(owner, user.user_id, { disabled: false })
    expect(await room.ask({ cookie })).toBeNull()
    expect(await room.ask({ authorization })).toMatchObject({ username: 'usr' })
  })

  test('a reset password ends every session of the user', async () => {
    await using room = await startTestAuth()
    const owner = await room.owner()
    const user = await add(room, owner, 'usr', 'user')
    const cookie = await signedIn(room, 'usr')
    await room.auth.users.resetPassword(owner, user.user_id, 'staple correct horse')
    expect(await room.ask({ cookie })).toBeNull()
  })

  test('nobody resets their own password without knowing it, except at the machine itself', async () => {
    await using room = await startTestAuth()
    const owner = await room.owner()
    const { users } = room.auth
    await expect(users.resetPassword(owner, owner.user_id, 'staple correct horse')).rejects.toMatchObject(forbidden)
    await users.resetPassword(await room.auth.operator(), owner.user_id, 'staple correct horse')
  })

  test('a deleted user is gone with their sessions, keys and own workspace; a shared one finds an heir', async () => {
    await using room = await startTestAuth()
    const owner = await room.owner()
    const user = await add(room, owner, 'usr', 'user')
    const shared = await room.auth.workspaces.create(user, { name: 'Shared' })
    await room.auth.workspaces.addMember(user, shared.id, 'ada')
    const cookie = await signedIn(room, 'usr')
    const { key } = await room.auth.apiKeys.create(user, { name: 'ci' })
    await room.ask({ authorization: `Bearer ${key}` })
    await room.auth.users.delete(owner, user.user_id)
    expect(await room.ask({ cookie })).toBeNull()
    await expect(room.ask({ authorization: `Bearer ${key}` })).rejects.toMatchObject({ status: 401 })
    expect(await room.control.read(reader => reader.get('workspaces', user.workspace_id))).toBeNull()
    expect(await room.auth.workspaces.get(owner, shared.id)).toMatchObject({ name: 'Shared', role: 'owner' })
    expect(await room.control.read(reader => reader.find('api_keys', { user_id: user.user_id }))).toEqual([])
  })
})

test('the workspace of a deleted owner goes to who joined it first, and to a disabled member only without another', async () => {
  await using room = await startTestAuth()
  const ada = await room.owner()
  const { users, workspaces } = room.auth
  const [late, early] = [await add(room, ada, 'late', 'user'), await add(room, ada, 'early', 'user')]
  const shared = async (owner: Actor, ...usernames: string[]) => {
    const { id } = await workspaces.create(owner, { name: 'Shared' })
    for (const username of usernames) {
      room.clock.advance(1000)
      await workspaces.addMember(owner, id, username)
    }
    return id
  }
  const ownersOf = async (id: string) => {
    const members = await room.control.read(reader => reader.find('members', { workspace_id: id }))
    return members.filter(({ role }) => role === 'owner').map(({ user_id }) => user_id)
  }
  const first = await add(room, ada, 'first', 'user')
  const inherited = await shared(first, 'early', 'late')
  const listed = await workspaces.members(first, inherited)
  expect(listed.map(({ username }) => username)).toEqual(['first', 'early', 'late'])
  await users.delete(ada, first.user_id)
  expect(await ownersOf(inherited)).toEqual([early.user_id])

  const second = await add(room, ada, 'second', 'user')
  const [both, alone] = [await shared(second, 'early', 'late'), await shared(second, 'early')]
  await users.update(ada, early.user_id, { disabled: true })
  await users.delete(ada, second.user_id)
  expect([await ownersOf(both), await ownersOf(alone)]).toEqual([[late.user_id], [early.user_id]])
})

test('a name that differs in case alone is taken, however many ask at once', async () => {
  await using room = await startTestAuth()
  const owner = await room.owner()
  const names = ['Grace', 'grace', 'GRACE', 'gRACE']
  const made = await Promise.allSettled(
    names.map(username => room.auth.users.create(owner, { username, password, role: 'user' })),
  )
  expect(made.filter(result => result.status === 'fulfilled')).toHaveLength(1)
  const taken = { status: 'rejected', reason: { status: 409, code: 'already_exists' } }
  expect(made.filter(result => result.status === 'rejected')).toMatchObject([taken, taken, taken])
})

test('what is done to users stands in the audit log with who did it and from where', async () => {
  await using room = await startTestAuth()
  const owner: Actor = { ...(await room.owner()), ip: '192.0.2.7', request_id: 'req_1' }
  const { users } = room.auth
  const user = await users.create(owner, { username: 'usr', password, role: 'user' })
  await users.update(owner, user.id, { role: 'admin', disabled: true })
  await users.delete(owner, user.id)
  const { items } = await room.auth.audit.list({ limit: 10 })
  const actor = { user_id: owner.user_id, username: 'ada', via: 'session', key_id: null }
  const by = { actor, ip: '192.0.2.7', request_id: 'req_1', target: user.id }
  expect(items.slice(0, 4)).toMatchObject([
    { ...by, action: 'user.deleted', details: { username: 'usr', role: 'admin' } },
    { ...by, action: 'user.disabled' },
    { ...by, action: 'user.role_changed', details: { from: 'user', to: 'admin' } },
    { ...by, action: 'user.created', details: { username: 'usr', role: 'user' } },
  ])
  expect(JSON.stringify(items)).not.toContain(password)
})
