import { hash, timingSafeEqual } from 'node:crypto'

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
