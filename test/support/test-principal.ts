import type { Principal } from '@svc/plugin'

/** A person who signed in, with every scope; a test names what matters to it. */
export function testPrincipal(change: Partial<Principal> = {}): Principal {
  return {
    user_id: 'usr_1',
    username: 'ada',
    role: 'user',
    workspace_id: 'ws_1',
    via: 'session',
    scopes: ['*'],
    ...change,
  }
}
