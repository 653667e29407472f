import { expect, test } from 'vitest'
import type { Principal } from '@svc/plugin'
import { cookieOf, password, principal, serveAuth, startTestAuth } from '../../../test/rooms/auth.ts'
import type { TestAuth } from '../../../test/rooms/auth.ts'

const notFound = { status: 404, code: 'not_found' }

async function withGrace(room: TestAuth): Promise<{ ada: Principal; grace: Principal }> {
  const ada = await room.owner()
  const { id } = await room.auth.users.create(ada, { username: 'grace', password, role: 'user' })
  const record = await room.control.read(reader => reader.get('users', id))
  return { ada, grace: principal({ user_id: id, username: 'grace', workspace_id: record?.default_workspace_id ?? '' }) }
}

test('a caller sees the workspaces they are a member of, newest first, and nobody else does', async () => {
  await using room = await startTestAuth()
  const { ada, grace } = await withGrace(room)
  const { workspaces } = room.auth
  const made = await workspaces.create(ada, { name: ' Research ' })
  expect(await workspaces.list(ada, { limit: 10 })).toMatchObject({
    items: [
      { id: made.id, name: 'Research', role: 'owner' },
      { id: ada.workspace_id, name: "ada's workspace" },
    ],
    next_cursor: null,
  })
  const attempts = [
    workspaces.get(grace, made.id),
    workspaces.rename(grace, made.id, 'Mine'),
    workspaces.members(grace, made.id),
    workspaces.addMember(grace, made.id, 'grace'),
    workspaces.removeMember(grace, made.id, ada.user_id),
    workspaces.delete(grace, made.id),
    workspaces.get(grace, 'ws_none'),
  ]
  expect(await Promise.allSettled(attempts)).toMatchObject(
    attempts.map(() => ({ status: 'rejected', reason: notFound })),
  )
})

test('a member reads and leaves; only an owner changes', async () => {
  await using room = await startTestAuth()
  const { ada, grace } = await withGrace(room)
  const { workspaces } = room.auth
  const { id } = await workspaces.create(ada, { name: 'Research' })
  await workspaces.addMember(ada, id, 'Grace')
  expect(await workspaces.members(grace, id)).toEqual([
    { user_id: ada.user_id, username: 'ada', role: 'owner' },
    { user_id: grace.user_id, username: 'grace', role: 'member' },
  ])
  await expect(workspaces.addMember(ada, id, 'grace')).rejects.toMatchObject({ status: 409, code: 'already_exists' })
  await expect(workspaces.addMember(ada, id, 'nobody')).rejects.toMatchObject(notFound)
  const attempts = [
    workspaces.rename(grace, id, 'X'),
    workspaces.delete(grace, id),
    workspaces.removeMember(grace, id, ada.user_id),
  ]
  expect(await Promise.allSettled(attempts)).toMatchObject(
    attempts.map(() => ({ status: 'rejected', reason: { status: 403 } })),
  )
  await workspaces.removeMember(grace, id, grace.user_id)
  await expect(workspaces.get(grace, id)).rejects.toMatchObject(notFound)
})

test('removing a member ends their keys to the workspace and their sessions in it, at once', async () => {
  await using room = await startTestAuth()
  const { ada, grace } = await withGrace(room)
  const { id } = await room.auth.workspaces.create(ada, { name: 'Research' })
  await room.auth.workspaces.addMember(ada, id, 'grace')
  const inside = await room.auth.apiKeys.create({ ...grace, workspace_id: id }, { name: 'inside' })
  const own = await room.auth.apiKeys.create(grace, { name: 'own' })
  await using server = await serveAuth(room)
  const cookie = cookieOf(await server.post('/api/auth/login', { username: 'grace', password }))
  expect(await room.ask({ cookie, workspaceId: id })).toMatchObject({ workspace_id: id })
  expect(await room.ask({ authorization: `Bearer ${inside.key}` })).toMatchObject({ workspace_id: id })
  await room.auth.workspaces.removeMember(ada, id, grace.user_id)
  await expect(room.ask({ cookie, workspaceId: id })).rejects.toMatchObject(notFound)
  await expect(room.ask({ authorization: `Bearer ${inside.key}` })).rejects.toMatchObject({ status: 401 })
  expect(await room.ask({ cookie })).toMatchObject({ workspace_id: grace.workspace_id })
  expect(await room.ask({ authorization: `Bearer ${own.key}` })).toMatchObject({ workspace_id: grace.workspace_id })
})

test('nobody is left without a workspace, and no workspace without an owner', async () => {
  await using room = await startTestAuth()
  const { ada, grace } = await withGrace(room)
  const { workspaces } = room.auth
  await expect(workspaces.delete(grace, grace.workspace_id)).rejects.toMatchObject({
    status: 409,
    code: 'last_workspace',
  })
  await expect(workspaces.removeMember(ada, ada.workspace_id, ada.user_id)).rejects.toMatchObject({
    code: 'last_owner',
  })
})

test('an owner removes a member, or deletes the workspace, though the member has no other: they get a new one', async () => {
  await using room = await startTestAuth()
  const { ada, grace } = await withGrace(room)
  const { workspaces } = room.auth
  await using server = await serveAuth(room)
  const cookie = cookieOf(await server.post('/api/auth/login', { username: 'grace', password }))
  const ends = [
    (id: string) => workspaces.removeMember(ada, id, grace.user_id),
    (id: string) => workspaces.delete(ada, id),
  ]
  for (const end of ends) {
    const { id } = await workspaces.create(ada, { name: 'Research' })
    await workspaces.addMember(ada, id, 'grace')
    const { items } = await workspaces.list(grace, { limit: 10 })
    for (const own of items.filter(({ role }) => role === 'owner')) await workspaces.delete(grace, own.id)
    const { key } = await room.auth.apiKeys.create({ ...grace, workspace_id: id }, { name: 'inside' })
    await expect(workspaces.removeMember(grace, id, grace.user_id)).rejects.toMatchObject({ code: 'last_workspace' })
    await end(id)
    await expect(room.ask({ authorization: `Bearer ${key}` })).rejects.toMatchObject({ status: 401 })
    const left = await workspaces.list(grace, { limit: 10 })
    expect(left.items).toMatchObject([{ name: "grace's workspace", role: 'owner' }])
    expect(await room.ask({ cookie })).toMatchObject({ workspace_id: left.items[0]?.id })
  }
})

test('when the default workspace is deleted, another takes its place', async () => {
  await using room = await startTestAuth()
  const { ada } = await withGrace(room)
  const second = await room.auth.workspaces.create(ada, { name: 'Second' })
  await using server = await serveAuth(room)
  const cookie = cookieOf(await server.post('/api/auth/login', { username: 'ada', password }))
  expect(await room.ask({ cookie })).toMatchObject({ workspace_id: ada.workspace_id })
  await room.auth.workspaces.delete(ada, ada.workspace_id)
  expect(await room.ask({ cookie })).toMatchObject({ workspace_id: second.id })
})

test('a key sees the one workspace it belongs to', async () => {
  await using room = await startTestAuth()
  const { ada } = await withGrace(room)
  const second = await room.auth.workspaces.create(ada, { name: 'Second' })
  const { key } = await room.auth.apiKeys.create(ada, { name: 'ci' })
  const byKey = await room.ask({ authorization: `Bearer ${key}` })
  if (byKey === null) throw new Error('the key is not known')
  expect((await room.auth.workspaces.list(byKey, { limit: 10 })).items).toMatchObject([{ id: ada.workspace_id }])
  await expect(room.auth.workspaces.delete(byKey, second.id)).rejects.toMatchObject(notFound)
})
