import type { Principal } from '@svc/plugin'
import { expect, it } from 'vitest'
import { waitingCalls } from './waits.ts'

const user: Principal = {
  user_id: 'usr_ada',
  username: 'ada',
  role: 'user',
  workspace_id: 'ws_1',
  via: 'session',
  scopes: ['*'],
}

it('lets a thousand calls of one credential wait at once, twice as many of a person, and another one when one of them has ended', () => {
  const calls = waitingCalls()
  const ends = Array.from({ length: 1000 }, () => calls.begin(user))
  expect(() => calls.begin(user)).toThrow(expect.objectContaining({ status: 429 }) as Error)
  const other = calls.begin({ ...user, key_id: 'key_other' })
  const others = Array.from({ length: 999 }, (_, index) => calls.begin({ ...user, key_id: `key_${index}` }))
  expect(() => calls.begin({ ...user, key_id: 'key_more' })).toThrow(expect.objectContaining({ status: 429 }) as Error)
  for (const end of [other, ...others]) end()
  ends[0]?.()
  expect(() => calls.begin(user)).not.toThrow()
})
