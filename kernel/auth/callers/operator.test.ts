import { expect, test } from 'vitest'
import { authorize } from '../authorize.ts'
import { password, startTestAuth } from '../../../test/rooms/auth.ts'

test('before setup the operator may use public routes alone, and the refusal names the command that sets up', async () => {
  await using room = await startTestAuth({ admin: null })
  await room.auth.prepare()
  const operator = await room.auth.operator()
  expect(() => authorize(operator, 'public')).not.toThrow()
  expect(() => authorize(operator, { role: 'admin' })).toThrow(/Run "svc setup" first/)
})

test('the operator acts as the first of those who are owners now', async () => {
  await using room = await startTestAuth()
  const ada = await room.owner()
  expect(await room.auth.operator()).toMatchObject({
    user_id: ada.user_id,
    username: 'operator',
    role: 'owner',
    via: 'operator',
  })
  const eve = await room.auth.users.create(ada, { username: 'eve', password, role: 'owner' })
  await room.auth.users.update(ada, ada.user_id, { role: 'user' })
  expect(await room.auth.operator()).toMatchObject({ user_id: eve.id })
})
