import type { Principal } from '@svc/plugin'
import { expect, it } from 'vitest'
import { WaitingCalls } from './waits.ts'

const user: Principal = {
  user_id: 'usr_ada',
  username: 'ada',
  role: 'user',
  workspace_id: 'ws_1',
  via: 'session',
  scopes: ['*'],
}

it('lets a thousand calls of one credential wait at once, and another one when one of them has ended', () => {
  const calls = new WaitingCalls()
  const ends = Array.from({ length: 1000 }, () => calls.begin(user))
  expect(() => calls.begin(user)).toThrow(expect.objectContaining({ status: 429 }) as Error)
  expect(() => calls.begin({ ...user, key_id: 'key_other' })).not.toThrow()
  ends[0]?.()
  expect(() => calls.begin(user)).not.toThrow()
})
