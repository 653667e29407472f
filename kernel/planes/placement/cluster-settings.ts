import { createHmac, timingSafeEqual } from 'node:crypto'
import { ValidationError } from '@svc/plugin'
import type { Sealer } from '@svc/plugin'
import type { KernelConfig } from '../../config/index.ts'
import { createSealer } from '../../services/index.ts'

/** Says whether two secrets are the same, and nothing else of them. */
export function hashOf(secret: string): string {
  return createHmac('sha256', secret).update('svc cluster').digest('hex')
}

/** @throws ValidationError */
export function assertSecret(knownHash: string, secret: string): void {
  if (timingSafeEqual(Buffer.from(knownHash), Buffer.from(hashOf(secret)))) return
  throw new ValidationError(
    'SVC_CLUSTER_SECRET is not the secret that the database was first used with. Set it as for the other servers.',
  )
}

export function sealerOf(secret: string): Sealer {
  return createSealer(Buffer.from(secret).toString('base64url'), 'home secrets')
}

export function placeOfContents(config: KernelConfig) {
  const { content_url: url = '', content_access_key_id: id, content_secret_access_key: key } = config
  const keys = id === undefined && key === undefined ? null : { access_key_id: id ?? '', secret_access_key: key ?? '' }
  return { url, keys }
}
