import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, it } from 'vitest'
import { verifyManifest } from './verify-manifest.ts'

it('verifies a manifest with the published key, in both of its forms, and nothing else', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const bytes = new TextEncoder().encode('{"manifest":1}')
  const signature = sign(null, bytes, privateKey).toString('base64')
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const key = spki.toString('base64')
  expect(await verifyManifest(bytes, `${signature}\n`, key)).toBe(true)
  expect(await verifyManifest(bytes, signature, spki.subarray(-32).toString('base64'))).toBe(true)
  expect(await verifyManifest(new TextEncoder().encode('{"manifest":2}'), signature, key)).toBe(false)
  const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  expect(await verifyManifest(bytes, signature, other)).toBe(false)
  expect(await verifyManifest(bytes, 'no base64!', key)).toBe(false)
  expect(await verifyManifest(bytes, signature, 'AAAA')).toBe(false)
})
