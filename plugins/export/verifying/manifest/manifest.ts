import { createHash, createPublicKey, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'

export const manifestName = 'svc-manifest.json'
export const signatureName = 'svc-manifest.sig'

export interface ManifestFile {
  path: string
  size: number
  sha256: string
}

/** What an export consists of, before it is signed. */
export interface UnsignedManifest {
  manifest: 1
  export_id: string
  /** RFC 3339. */
  created_at: string
  title: string
  /** The address or name of the server. */
  instance: string
  files: readonly ManifestFile[]
  items: readonly { type: string; id: string | null; version: string | number | null; sha256: string }[]
  claims?: { total: number; without_evidence: number }
}

export interface Manifest extends UnsignedManifest {
  key_id: string
  /** SPKI DER in base64. */
  public_key: string
}

/** Reads a manifest that is what this program would have written, byte for byte; null otherwise. */
export function readManifest(bytes: Buffer): Manifest | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const value: unknown = JSON.parse(text)
    // Members that stand twice and numbers that are written oddly are read in several ways.
    return isManifest(value) && canonicalJson(value) === text ? value : null
  } catch {
    return null
  }
}

const fields = ['manifest', 'export_id', 'created_at', 'title', 'instance', 'key_id', 'public_key', 'files', 'items']
const hashPattern = /^[0-9a-f]{64}$/

function isManifest(value: unknown): value is Manifest {
  if (!isRecord(value) || value['manifest'] !== 1) return false
  if (Object.keys(value).some(name => name !== 'claims' && !fields.includes(name))) return false
  const texts = ['export_id', 'created_at', 'title', 'instance', 'key_id', 'public_key']
  if (texts.some(name => typeof value[name] !== 'string')) return false
  if (Number.isNaN(Date.parse(String(value['created_at'])))) return false
  const { files, items } = value
  return Array.isArray(files) && files.every(isFile) && Array.isArray(items) && items.every(isRecord)
}

function isFile(value: unknown): value is ManifestFile {
  if (!isRecord(value)) return false
  const { path, sha256, size } = value
  return (
    typeof path === 'string' &&
    Number.isSafeInteger(size) &&
    Number(size) >= 0 &&
    typeof sha256 === 'string' &&
    hashPattern.test(sha256)
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `key_` and the beginning of the key's SHA-256, so that everybody who has the key can derive its name. */
export function keyIdOf(spki: Buffer): string {
  return `key_${createHash('sha256').update(spki).digest('hex').slice(0, 20)}`
}

/** Whether the Ed25519 key, SPKI DER in base64 or PEM, signed these very bytes. The signature is base64 text. */
export function isSignedBy(publicKey: string, bytes: Buffer, signature: string): boolean {
  const key = ed25519Key(publicKey)
  const sent = signature.trim()
  const signed = Buffer.from(sent, 'base64')
  // Decoding skips what is no base64; two texts must not stand for one signature.
  if (key === null || signed.length !== 64 || signed.toString('base64') !== sent) return false
  return verify(null, bytes, key, signed)
}

/** Null: it is no Ed25519 key. */
export function ed25519Key(publicKey: string): KeyObject | null {
  try {
    const key = publicKey.includes('-----BEGIN')
      ? createPublicKey(publicKey)
      : createPublicKey({ key: spkiOf(publicKey), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

const rawKeyBytes = 32
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex')

/** The bare 32 bytes are taken too: other tools show a key so. */
function spkiOf(base64: string): Buffer {
  const bytes = Buffer.from(base64.trim(), 'base64')
  return bytes.length === rawKeyBytes ? Buffer.concat([spkiHead, bytes]) : bytes
}
