import { hash, timingSafeEqual } from 'node:crypto'
import { defineService } from '../service.ts'

/** How a secret of random bytes is kept: too long to guess, so it needs no slow hash. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** Compares in constant time what was sent with the hash that was kept. */
export function secretMatches(secret: string, secretHash: string): boolean {
  const sent = hash('sha256', secret, 'buffer')
  const kept = Buffer.from(secretHash, 'hex')
  return kept.length === sent.length && timingSafeEqual(sent, kept)
}

/**
 * Keeps the plugin's secrets unreadable in its tables: sealed with a key of the home (`secrets.json`) that is another one for each
 * plugin. A copy of a workspace's file alone gives nothing away.
 */
export interface Sealer {
  seal(text: string): string
  /** @throws InternalError when it was not sealed by this plugin in this home */
  open(sealed: string): string
}

export const sealer = defineService<Sealer>('core.sealer')
