import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const secretBytes = 24

/** A signing secret as Standard Webhooks writes them. */
export function createSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64')
}

export interface SignedMessage {
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
