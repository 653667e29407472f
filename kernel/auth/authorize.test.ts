import type { Principal, RoutePermission } from '@svc/plugin'
import { expect, test } from 'vitest'
import { authorize } from './authorize.ts'
import { principal } from '../../test/rooms/auth.ts'

const owner = principal({ role: 'owner' })
const user = principal({ role: 'user' })
const narrowOwner = principal({ role: 'owner', scopes: ['stats:write'] })

const cases: [string, Principal | null, RoutePermission, number | 'allowed'][] = [
  ['nobody on a public route', null, 'public', 'allowed'],
  ['nobody elsewhere', null, 'signed-in', 401],
  ['nobody where a role is asked', null, { role: 'user' }, 401],
  ['anybody who is signed in', narrowOwner, 'signed-in', 'allowed'],
  ['a scope that is held', narrowOwner, 'stats:write', 'allowed'],
  ['write does not imply read', narrowOwner, 'stats:read', 403],
  ['a scope is not a prefix', principal({ scopes: ['stats:writer'] }), 'stats:write', 403],
  ['* is every scope', user, 'stats:read', 'allowed'],
  ['a role that is too low', user, { role: 'admin' }, 403],
  ['a role that is enough', owner, { role: 'admin' }, 'allowed'],
  ['an owner by a narrow key', narrowOwner, { role: 'admin' }, 403],
  ['an owner by a key with the scope that opens it', narrowOwner, { role: 'admin', scope: 'stats:write' }, 'allowed'],
  [
    'a user by a key with the scope',
    principal({ scopes: ['stats:write'] }),
    { role: 'admin', scope: 'stats:write' },
    403,
  ],
  ['no scopes at all', principal({ scopes: [] }), { role: 'user' }, 403],
]

test.each(cases)('%s', (_, caller, permission, expected) => {
  const decide = () => authorize(caller, permission)
  if (expected === 'allowed') expect(decide).not.toThrow()
  else expect(decide).toThrow(expect.objectContaining({ status: expected }) as Error)
})

test.each([
  ['a key with *', principal({ via: 'api_key', scopes: ['*'] }), 403],
  ['a key that names it', principal({ via: 'api_key', scopes: ['tools:approve'] }), 'allowed'],
  ['an agent app of a key with *', principal({ via: 'agent_app', scopes: ['*'] }), 403],
  ['a person who is signed in', principal({ via: 'session', scopes: ['*'] }), 'allowed'],
])('what * does not include is asked of %s', (_who, caller, expected) => {
  const decide = () => authorize(caller, 'tools:approve', new Set(['tools:approve']))
  if (expected === 'allowed') expect(decide).not.toThrow()
  else expect(decide).toThrow(expect.objectContaining({ status: expected }))
})
