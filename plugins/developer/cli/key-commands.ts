import type { Page } from '@svc/plugin'
import { columns } from '@svc/plugin/contracts/cli'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'

const path = '/api/developer/keys'
const dayMs = 86_400_000

interface ListedKey {
  id: string
  name: string
  prefix: string
  scopes: string[]
  expires_at: string | null
  last_used_at: string | null
}

/** `svc key create`: the key alone on the standard output, so that a variable can take it. */
export async function createKey({ arguments: { name }, client, io, options }: CommandContext<Commands['key create']>) {
  const { scopes, days } = options
  const key = await client.request<ListedKey & { key: string }>('POST', path, {
    name,
    ...(scopes !== undefined && { scopes: scopes.split(',').map(scope => scope.trim()) }),
    ...(days !== undefined && { expires_at: new Date(Date.now() + days * dayMs).toISOString() }),
  })
  io.note(
    `The key ${key.id} may do ${key.scopes.join(', ')}. It is shown this once; end it with: svc key revoke ${key.id}`,
  )
  io.result(key, key.key)
  return 0
}

/** `svc key list` */
export async function listKeys({ client, io }: CommandContext<Commands['key list']>) {
  const items: ListedKey[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Page<ListedKey> = await client.request(
      'GET',
      `${path}?limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    items.push(...page.items)
    cursor = page.next_cursor
  }
  const rows = items.map(({ id, name, scopes, expires_at, last_used_at }) => [
    id,
    name,
    scopes.join(','),
    last_used_at ?? 'not yet',
    expires_at ?? 'never',
  ])
  const table = columns([['KEY', 'NAME', 'SCOPES', 'LAST USED', 'ENDS'], ...rows])
  io.result(items, items.length > 0 ? table : 'There is no key. Make one: svc key create <name>')
  return 0
}

/** `svc key revoke` */
export async function revokeKey({ arguments: { id }, client, io }: CommandContext<Commands['key revoke']>) {
  await client.request('DELETE', `${path}/${encodeURIComponent(id)}`)
  io.result({ id, revoked: true }, `The key ${id} has ended.`)
  return 0
}
