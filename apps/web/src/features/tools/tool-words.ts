import type { Approval, ToolManifest } from './queries.ts'

const effects: Readonly<Record<string, string>> = {
  read: 'Reads',
  write: 'Writes',
  external: 'Acts outside',
  destructive: 'Destroys',
}

const grants: Readonly<Record<string, { word: string; color: 'ok' | 'warn' | 'bad' }>> = {
  allow: { word: 'Allowed', color: 'ok' },
  ask: { word: 'Asks first', color: 'warn' },
  deny: { word: 'Denied', color: 'bad' },
}

export function effectWord(effect: string): string {
  return effects[effect] ?? effect
}

export function grantWord(grant: string): string {
  return grants[grant]?.word ?? grant
}

export function grantColor(grant: string): 'ok' | 'warn' | 'bad' | 'info' {
  return grants[grant]?.color ?? 'info'
}

/** Who asked for a call, and from where. */
export function askerWords({ origin, requested_by: by }: Pick<Approval, 'origin' | 'requested_by'>): string {
  const key = by.key_id === null ? '' : ' with a key'
  switch (origin.kind) {
    case 'turn':
      return `The agent, in a conversation of ${by.username}`
    case 'app':
      return `The agent app ${origin.app ?? ''}, run by ${by.username}`
    case 'mcp':
      return `${by.username}${key}, over MCP`
    default:
      return `${by.username}${key}`
  }
}

/** The word for where an approval is. */
export function approvalState({ status, finished_at, error }: Approval): {
  word: string
  color: 'ok' | 'warn' | 'bad' | 'info'
} {
  if (status === 'pending') return { word: 'Waits', color: 'warn' }
  if (status === 'denied') return { word: 'Denied', color: 'bad' }
  if (status === 'expired') return { word: 'Expired', color: 'warn' }
  if (error !== null) return { word: 'Failed', color: 'bad' }
  return finished_at === null ? { word: 'Runs', color: 'info' } : { word: 'Approved', color: 'ok' }
}

/** The tools in which all words of a search occur. */
export function toolsThatFit(tools: readonly ToolManifest[], search: string | undefined): readonly ToolManifest[] {
  const words = (search ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return tools.filter(({ name, title, description, plugin }) => {
    const text = `${name} ${title} ${description} ${plugin}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}
