import { createHash } from 'node:crypto'
import { crc32, createInflateRaw } from 'node:zlib'
import { manifestName, signatureName } from '../manifest/manifest.ts'
import type { ManifestFile } from '../manifest/manifest.ts'
import { manifestChecks, noteManifest } from '../manifest/verify-manifest.ts'
import type { SignedManifest } from '../manifest/verify-manifest.ts'
import { Findings } from '../verification.ts'
import type { CheckedFile, KnownSigners, Verification } from '../verification.ts'
import { readStrictZip, ZipError } from './strict-zip.ts'
import type { StrictZip, ZipEntry } from './strict-zip.ts'

const mostManifestBytes = 16 * 1024 * 1024
const mostSignatureBytes = 1024
const mostShown = 1000

/** Verifies a ZIP that brings its manifest. Its files are unpacked piece by piece into their hashes, and kept nowhere. */
export async function verifyZip(bytes: Buffer, known: KnownSigners): Promise<Verification> {
  const findings = new Findings(manifestChecks)
  const zip = openZip(bytes, findings)
  const signed = zip === null ? null : await manifestOf(zip, known, findings)
  const files = zip === null || signed === null ? [] : await checkFiles(zip.entries, signed.manifest.files, findings)
  return {
    valid: findings.isFine,
    kind: 'manifest',
    covers_whole_file: findings.holds('structure') && findings.holds('files'),
    signer: signed?.signer ?? null,
    signed_at: signed?.manifest.created_at ?? null,
    checks: findings.checks,
    files: files.slice(0, mostShown),
    problems: findings.problems,
  }
}

function openZip(bytes: Buffer, findings: Findings): StrictZip | null {
  try {
    const zip = readStrictZip(bytes)
    const unsafe = zip.entries.find(({ name, isLink }) => isLink || isUnsafe(name))
    if (unsafe !== undefined)
      findings.fail('structure', 'unsafe_path', `${JSON.stringify(unsafe.name)} leads out of the folder, or elsewhere.`)
    else if (zip.faults.length > 0) findings.fail('structure', 'file_extra', zip.faults.slice(0, 3).join(' '))
    else findings.pass('structure', 'Every byte of the ZIP belongs to a file that it lists.')
    return zip
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
    findings.fail('structure', 'manifest_missing', error.message)
    return null
  }
}

/** Names that some system would not keep below the folder that the ZIP is unpacked to. */
function isUnsafe(name: string): boolean {
  return /[[\p{Cc}&&\p{ASCII}]\\:]/v.test(name) || name.split('/').some(part => /^(?:\.{1,2})?$/.test(part))
}

async function manifestOf(
  { entries }: StrictZip,
  known: KnownSigners,
  findings: Findings,
): Promise<SignedManifest | null> {
  const entry = entries.find(({ name }) => name === manifestName)
  const bytes = entry && (await textOf(entry, mostManifestBytes))
  if (bytes === undefined || bytes === null) {
    findings.fail('manifest', 'manifest_missing', `There is no ${manifestName} in the ZIP that can be read.`)
    return null
  }
  const beside = entries.find(({ name }) => name === signatureName)
  const signature = beside && (await textOf(beside, mostSignatureBytes))
  return noteManifest({ bytes, signature: signature?.toString('latin1') ?? null }, known, findings)
}

async function textOf(entry: ZipEntry, most: number): Promise<Buffer | null> {
  if (entry.size > most) return null
  const pieces: Buffer[] = []
  const isSound = await unpack(entry, piece => pieces.push(piece))
  return isSound ? Buffer.concat(pieces) : null
}

async function checkFiles(
  entries: readonly ZipEntry[],
  named: readonly ManifestFile[],
  findings: Findings,
): Promise<CheckedFile[]> {
  const own = new Set([manifestName, signatureName])
  const found = new Map(entries.filter(({ name }) => !own.has(name)).map(entry => [entry.name, entry]))
  const checked: CheckedFile[] = []
  for (const file of named) {
    const entry = found.get(file.path)
    found.delete(file.path)
    if (entry === undefined) checked.push({ path: file.path, ok: false, reason: 'missing' })
    else if (await isAsNamed(entry, file)) checked.push({ path: file.path, ok: true })
    else checked.push({ path: file.path, ok: false, reason: 'altered' })
  }
  for (const name of found.keys()) checked.push({ path: name, ok: false, reason: 'extra' })
  if (new Set(named.map(({ path }) => path)).size !== named.length)
    findings.fail('files', 'file_extra', 'The manifest names a file twice.')
  for (const reason of ['altered', 'missing', 'extra'] as const) {
    const some = checked.filter(file => file.reason === reason).map(({ path }) => path)
    if (some.length > 0)
      findings.fail(
        'files',
        `file_${reason}`,
        `${capitalized(reason)}: ${some.slice(0, 5).join(', ')}${some.length > 5 ? ', …' : ''}.`,
      )
  }
  if (findings.problems.every(problem => !problem.startsWith('file_')))
    findings.pass('files', `Every file is as it was signed (${named.length}), and there is no other.`)
  // A problem first where there are many files.
  return checked.toSorted((one, other) => Number(one.ok) - Number(other.ok))
}

async function isAsNamed(entry: ZipEntry, { size, sha256 }: ManifestFile): Promise<boolean> {
  if (entry.size !== size) return false
  const sum = createHash('sha256')
  const isSound = await unpack(entry, piece => sum.update(piece))
  return isSound && sum.digest('hex') === sha256
}

/** False when the content is not what its head says. It never unpacks to more than that. */
async function unpack(entry: ZipEntry, take: (piece: Buffer) => void): Promise<boolean> {
  const { content, crc, method, size } = entry
  if (method === 0) {
    take(content)
    return content.length === size && crc32(content) === crc
  }
  if (method !== 8) return false
  const stream = createInflateRaw({ chunkSize: 256 * 1024 })
  stream.end(content)
  let unpacked = 0
  let sum = 0
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      unpacked += piece.length
      if (unpacked > size) return false
      sum = crc32(piece, sum)
      take(piece)
    }
    // What follows the end of the packed content is seen by nobody.
    return unpacked === size && sum === crc && stream.bytesWritten === content.length
  } catch {
    return false
  } finally {
    stream.destroy()
  }
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
