import { createHmac, randomBytes } from 'node:crypto'
import type { Sealer } from '@svc/plugin'
import type { EndpointRow } from '../endpoints/endpoint-store.ts'

const prefix = 'whsec_'
const secretBytes = 24

/** A signing secret as Standard Webhooks writes them. */
export function createSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64')
}

interface SignedMessage {
  id: string
  /** Seconds since the epoch. */
  timestamp: number
  body: string
}

/** One `v1,…` for each secret, as the header `webhook-signature` has them. */
export function signatureHeader(secrets: readonly string[], message: SignedMessage): string {
  return secrets.map(secret => `v1,${signature(secret, message)}`).join(' ')
}

function signature(secret: string, { id, timestamp, body }: SignedMessage): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
}

/** What signs now: the secret, and for a day after a rotation the one before it. */
export function secretsOf(endpoint: EndpointRow, sealer: Sealer, now: number): string[] {
  const { secret, previous_secret, previous_until } = endpoint
  const isBoth = previous_secret !== null && previous_until !== null && previous_until > now
  return isBoth ? [sealer.open(secret), sealer.open(previous_secret)] : [sealer.open(secret)]
}
