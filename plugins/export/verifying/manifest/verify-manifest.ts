import { createHash } from 'node:crypto'
import { Findings } from '../verification.ts'
import type { CheckedFile, KnownSigners, Signer, Verification } from '../verification.ts'
import { ed25519Key, isSignedBy, readManifest } from './manifest.ts'
import type { Manifest } from './manifest.ts'

export const manifestChecks = ['structure', 'manifest', 'signature', 'signer_known', 'files']

export interface SignedManifest {
  manifest: Manifest
  signer: Signer
}

/** Looks whether a known key signed the manifest. Null: it is no manifest, and not said by whom. */
export function noteManifest(
  { bytes, signature }: { bytes: Buffer; signature: string | null },
  known: KnownSigners,
  findings: Findings,
): SignedManifest | null {
  const manifest = readManifest(bytes)
  if (manifest === null) {
    findings.fail('manifest', 'signature_invalid', 'The manifest is damaged, or was changed after it was signed.')
    return null
  }
  findings.pass(
    'manifest',
    `The manifest of ${manifest.created_at} names ${manifest.files.length === 1 ? '1 file' : `${manifest.files.length} files`}.`,
  )
  const key = known.keys.find(({ public_key }) => isSameKey(public_key, manifest.public_key))
  if (signature === null) findings.fail('signature', 'signature_invalid', 'The signature of the manifest is missing.')
  else if (isSignedBy(manifest.public_key, bytes, signature))
    findings.pass('signature', `The key ${manifest.key_id} signed the manifest.`)
  else findings.fail('signature', 'signature_invalid', 'The manifest is not the one that was signed.')
  if (key === undefined)
    findings.fail(
      'signer_known',
      'key_unknown',
      `Nobody you trust vouches for the key ${manifest.key_id}; the manifest alone names it.`,
    )
  else findings.pass('signer_known', key.ours ? 'The key is one of this instance.' : 'The key is known.')
  const signer = { key_id: key?.key_id ?? manifest.key_id, ours: key?.ours ?? false, trusted: key !== undefined }
  return { manifest, signer: { ...signer, ...fingerprint(manifest.public_key) } }
}

function isSameKey(one: string, other: string): boolean {
  const [first, second] = [ed25519Key(one), ed25519Key(other)]
  return first !== null && second !== null && first.equals(second)
}

function fingerprint(publicKey: string): { fingerprint_sha256?: string } {
  const der = ed25519Key(publicKey)?.export({ type: 'spki', format: 'der' })
  return der === undefined ? {} : { fingerprint_sha256: createHash('sha256').update(der).digest('hex') }
}

/** Verifies a file by a manifest that lies beside it. The file may have another name than in the manifest. */
export function verifyWithManifest(
  file: Buffer,
  beside: { manifest: Buffer; signature: string | null },
  known: KnownSigners,
): Verification {
  const findings = new Findings(manifestChecks)
  findings.pass('structure', 'The manifest lies beside the file.')
  const signed = noteManifest({ bytes: beside.manifest, signature: beside.signature }, known, findings)
  const files = signed === null ? [] : checkFile(file, signed.manifest, findings)
  return {
    valid: findings.isFine,
    kind: 'manifest',
    covers_whole_file: findings.holds('files'),
    signer: signed?.signer ?? null,
    signed_at: signed?.manifest.created_at ?? null,
    checks: findings.checks,
    files,
    problems: findings.problems,
  }
}

function checkFile(file: Buffer, { files }: Manifest, findings: Findings): CheckedFile[] {
  const [named] = files
  if (named === undefined || files.length !== 1) {
    findings.fail('files', 'file_missing', `The manifest names ${files.length} files, and one was given.`)
    return files.map(({ path }) => ({ path, ok: false, reason: 'missing' }))
  }
  const isSame = named.size === file.length && named.sha256 === createHash('sha256').update(file).digest('hex')
  if (isSame) findings.pass('files', `The file is ${named.path} as it was signed.`)
  else findings.fail('files', 'file_altered', `The file is not ${named.path} as it was signed.`)
  return [isSame ? { path: named.path, ok: true } : { path: named.path, ok: false, reason: 'altered' }]
}
