import { expect, test } from 'vitest'
import { startTestAuth } from '../../../test/rooms/auth.ts'

const gone = { status: 403, code: 'forbidden' }

test('a caller that signed in comes back with the role of today', async () => {
  await using room = await startTestAuth()
  const owner = await room.owner()
  const { callers, users } = room.auth
  const bea = await users.create(owner, { username: 'bea', password: 'correct horse battery', role: 'user' })
  const [member] = await room.control.read(reader => reader.find('members', { user_id: bea.id }))
  const saved = callers.save({
    ...owner,
    user_id: bea.id,
    username: 'bea',
    role: 'user',
    workspace_id: member?.workspace_id ?? '',
  })
  await users.update(owner, bea.id, { role: 'admin' })
  expect(await callers.resume(saved)).toEqual({
    user_id: bea.id,
    username: 'bea',
    role: 'admin',
    workspace_id: member?.workspace_id,
    via: 'agent_app',
    scopes: ['*'],
  })
  await users.update(owner, bea.id, { disabled: true })
  await expect(callers.resume(saved)).rejects.toMatchObject(gone)
})

test('a key comes back with what it may do today, never with more than it asked with', async () => {
  await using room = await startTestAuth()
  const owner = await room.owner()
  const { apiKeys, callers } = room.auth
  const made = await apiKeys.create(owner, { name: 'ci', scopes: ['tools:write', 'tools:read'], models: ['tiny-1'] })
  const byKey = { ...owner, via: 'api_key' as const, key_id: made.id }
  const narrow = callers.save({ ...byKey, scopes: ['tools:write', 'memory:read'] })
  expect(await callers.resume(narrow)).toMatchObject({
    key_id: made.id,
    scopes: ['tools:write'],
    key_limits: { models: ['tiny-1'] },
  })
  const wide = callers.save({ ...byKey, scopes: ['*'] })
  expect(await callers.resume(wide)).toMatchObject({ scopes: ['tools:write', 'tools:read'] })
  await apiKeys.revoke(owner, made.id)
  await expect(callers.resume(narrow)).rejects.toMatchObject(gone)
})

test('the operator of the installation is its first owner, once there is one', async () => {
  await using room = await startTestAuth()
  const { callers } = room.auth
  expect(await callers.operator()).toBeNull()
  const owner = await room.owner()
  expect(await callers.operator()).toMatchObject({ ...owner, username: 'operator', via: 'operator' })
})

test('nobody comes back into a workspace they have left', async () => {
  await using room = await startTestAuth()
  const saved = room.auth.callers.save({ ...(await room.owner()), workspace_id: 'ws_another' })
  await expect(room.auth.callers.resume(saved)).rejects.toMatchObject(gone)
})
