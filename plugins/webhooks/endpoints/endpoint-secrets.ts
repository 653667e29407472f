import type { Sealer } from '@svc/plugin'
import type { EndpointRow } from './endpoint-store.ts'

/** What signs now: the secret, and for a day after a rotation the one before it. */
export function secretsOf(endpoint: EndpointRow, sealer: Sealer, now: number): string[] {
  const { secret, previous_secret, previous_until } = endpoint
  const isBoth = previous_secret !== null && previous_until !== null && previous_until > now
  return isBoth ? [sealer.open(secret), sealer.open(previous_secret)] : [sealer.open(secret)]
}
