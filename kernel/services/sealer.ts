import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { decodeBase64url, InternalError } from '@svc/plugin'
import type { Sealer } from '@svc/plugin'

const algorithm = 'aes-256-gcm'
const version = 'v1.'
const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM under a key that HKDF makes of the home's key and the owner's name. */
export function createSealer(homeKey: string, owner: string): Sealer {
  const key = new Uint8Array(hkdfSync('sha256', Buffer.from(homeKey, 'base64url'), '', `svc sealer ${owner}`, 32))
  return {
    seal(text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return version + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(sealed) {
      try {
        if (!sealed.startsWith(version)) throw new Error('It does not begin with the version.')
        const bytes = decodeBase64url(sealed.slice(version.length))
        if (bytes === null) throw new Error('It is not base64url.')
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
        decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
        return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw new InternalError('A sealed value cannot be opened: it was made with another key.', { cause })
      }
    },
  }
}
