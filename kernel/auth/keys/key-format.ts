import { crc32 } from 'node:zlib'
import { hashSecret } from '@svc/plugin'

const pattern = /^(svc_([0-9a-z]{26})_[A-Za-z0-9_-]{43})([0-9a-f]{8})$/

/** Bytes of randomness in a key's secret: 43 characters of base64url. */
export const keySecretBytes = 32

/** `svc_<id>_<secret><crc>`: the id finds the record, the checksum refuses a typo without looking. */
export function formatKey(keyId: string, secret: string): { key: string; prefix: string; secretHash: string } {
  const prefix = `svc_${keyId.slice('key_'.length)}`
  const body = `${prefix}_${secret}`
  const key = body + checksum(body)
  return { key, prefix, secretHash: hashSecret(key) }
}

/** The id of the record that a well-formed key belongs to; null for anything else. */
export function keyIdOf(key: string): string | null {
  const [, body = '', id, crc] = pattern.exec(key) ?? []
  return id !== undefined && checksum(body) === crc ? `key_${id}` : null
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}
