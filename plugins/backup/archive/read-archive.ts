import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import type { Extract } from 'tar-stream'
import { codeOf, messageOf, NotFoundError } from '@svc/plugin'
import { ArchiveFault, damaged, foreign } from './archive-fault.ts'
import { readSeal, sealBytes } from './archive-seal.ts'
import { manifestName, mostManifestBytes, parseManifest } from './backup-manifest.ts'
import type { ArchivedFile, BackupManifest } from './backup-manifest.ts'
import { hashFile, pieceBytes, Tally } from './hashed-file.ts'

type Entry = Extract extends AsyncIterable<infer E> ? E : never

/** What is done with an archive while it is read; what throws ends the reading. */
export interface ArchiveVisitor {
  /** Before any file. */
  manifest?(manifest: BackupManifest): Promise<void>
  /** Each file in its order. What `target` takes is checked once it has taken all. */
  target(file: ArchivedFile): Writable
  /** The file is whole and as the manifest says. */
  file?(file: ArchivedFile): Promise<void>
}

/** Files that are only looked at. */
export function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}

/**
 * Reads an archive once from its beginning to its end: every byte against the seal, every file against the manifest.
 * @throws ArchiveFault, NotFoundError, and what the visitor throws
 */
export async function readArchive(
  path: string,
  visitor: ArchiveVisitor,
  signal?: AbortSignal,
): Promise<BackupManifest> {
  const ends = await readEnds(path)
  const { bodyBytes, seal } = ends
  const raw = new Tally()
  const { extract } = await import('tar-stream')
  const archive = extract()
  const until = signal ? { signal } : {}
  const fed = pipeline(
    createReadStream(path, { end: bodyBytes - 1, highWaterMark: pieceBytes }),
    raw,
    createGunzip({ chunkSize: pieceBytes }),
    archive,
    until,
  )
  // The loop below reports it, because it stops at the same fault.
  fed.catch(() => undefined)
  try {
    const manifest = await visitEntries(path, archive, visitor)
    await fed
    if (seal === null) throw damaged(path, cutOff)
    if (raw.result.sha256 !== seal) throw damaged(path, altered)
    return manifest
  } catch (error) {
    archive.destroy()
    signal?.throwIfAborted()
    throw await reasonOf(error, path, ends)
  }
}

interface Ends {
  bodyBytes: number
  seal: string | null
}

async function readEnds(path: string): Promise<Ends> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') throw new NotFoundError(`There is no file ${path}.`, { cause: error })
    throw error
  })
  try {
    const stat = await handle.stat()
    if (!stat.isFile()) throw foreign(path, 'it is not a file')
    const start = Buffer.alloc(2)
    await handle.read(start, 0, 2, 0)
    if (start.readUInt16BE() !== 0x1f8b) throw foreign(path, 'it is not a gzip-compressed archive')
    const end = Buffer.alloc(sealBytes)
    if (stat.size > sealBytes) await handle.read(end, 0, sealBytes, stat.size - sealBytes)
    const seal = readSeal(end)
    return { bodyBytes: seal === null ? stat.size : stat.size - sealBytes, seal }
  } finally {
    await handle.close()
  }
}

async function visitEntries(path: string, archive: Extract, visitor: ArchiveVisitor): Promise<BackupManifest> {
  let manifest: BackupManifest | null = null
  let count = 0
  for await (const entry of withFirst(path, archive)) {
    if (manifest === null) {
      manifest = parseManifest(await manifestText(path, entry), path)
      await visitor.manifest?.(manifest)
      continue
    }
    const expected = manifest.files[count]
    count += 1
    await visitFile(path, entry, expected, visitor)
  }
  if (manifest === null) throw foreign(path, `it does not begin with ${manifestName}`)
  const missing = manifest.files[count]
  if (missing !== undefined) throw damaged(path, `${missing.path} and what follows is missing`)
  return manifest
}

/** What fails before the first entry was never an archive. */
async function* withFirst(path: string, archive: Extract): AsyncGenerator<Entry> {
  let seen = false
  try {
    for await (const entry of archive) {
      seen = true
      yield entry
    }
  } catch (error) {
    if (seen || !tarFaults.test(messageOf(error))) throw error
    throw foreign(path, 'what is compressed in it is no tar archive', error)
  }
}

async function manifestText(path: string, entry: Entry): Promise<string> {
  const { name, type, size = 0 } = entry.header
  const isManifest = name === manifestName && type === 'file' && size <= mostManifestBytes
  if (!isManifest) throw foreign(path, `it does not begin with ${manifestName}`)
  return text(entry)
}

async function visitFile(
  path: string,
  entry: Entry,
  expected: ArchivedFile | undefined,
  visitor: ArchiveVisitor,
): Promise<void> {
  const { name, type, size } = entry.header
  const shown = JSON.stringify(name.slice(0, 100))
  if (type !== 'file') throw damaged(path, `${shown} is a ${type ?? 'thing'}, and only files belong in a backup`)
  if (expected === undefined || expected.path !== name)
    throw damaged(path, `${shown} stands where its manifest has ${expected?.path ?? 'nothing'}`)
  if (size !== expected.bytes)
    throw damaged(path, `${shown} has ${size} bytes, and its manifest says ${expected.bytes}`)
  const tally = new Tally()
  await pipeline(entry, tally, visitor.target(expected))
  if (tally.result.sha256 !== expected.sha256) throw damaged(path, `${shown} is not as it was when it was backed up`)
  await visitor.file?.(expected)
}

const altered = 'it was changed after it was made'
const cutOff = 'its end is missing or was changed, as when a copy was not finished'
const zlibCodes = /^Z_/
const tarFaults = /^(?:Invalid|Unexpected end of data|Header exceeds|premature close|Writable stream closed)/i

/** What to say of bytes that gunzip, tar or we cannot take. */
async function reasonOf(error: unknown, path: string, { bodyBytes, seal }: Ends): Promise<unknown> {
  const ofUnpacking = zlibCodes.test(codeOf(error) ?? '') || tarFaults.test(messageOf(error))
  if (!ofUnpacking && !(error instanceof ArchiveFault)) return error
  // Only an archive that is as it was made can be blamed for what it says.
  if (seal !== null && (await hashFile(path, { end: bodyBytes - 1 })).sha256 !== seal)
    return damaged(path, altered, error)
  if (error instanceof ArchiveFault) return error
  if (seal === null) return damaged(path, cutOff, error)
  return damaged(path, `it cannot be unpacked (${messageOf(error)})`, error)
}
