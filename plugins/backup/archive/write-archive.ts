import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Pack } from 'tar-stream'
import { sealOf } from './archive-seal.ts'
import { ArchiveFault } from './archive-fault.ts'
import { manifestName, mostManifestBytes } from './backup-manifest.ts'
import type { BackupManifest } from './backup-manifest.ts'
import { pieceBytes, Tally } from './hashed-file.ts'
import type { HashedFile } from './hashed-file.ts'

// Level 6 takes three times as long for a tenth less.
const level = 2

/**
 * Packs the files of the manifest, which lie in `folder`, into a sealed archive at `path`, and syncs it. Each file is deleted
 * once it is packed, so that the disk needs room for it once. @throws ArchiveFault `backup_too_large` for too many files
 */
export async function writeArchive(
  path: string,
  manifest: BackupManifest,
  options: { folder: string; signal: AbortSignal; mostManifest?: number },
): Promise<HashedFile> {
  const { folder, signal, mostManifest = mostManifestBytes } = options
  const text = Buffer.from(`${JSON.stringify(manifest)}\n`)
  if (text.length > mostManifest) throw tooLarge(manifest.files.length, mostManifest)
  const { pack } = await import('tar-stream')
  const archive = pack()
  const tally = new Tally()
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  const packed = pipeline(archive, createGzip({ level, chunkSize: pieceBytes }), tally, target, { signal })
  const filled = fill(archive, { manifest, text }, folder, signal).catch((error: Error) => void archive.destroy(error))
  await Promise.all([packed, filled])
  const seal = sealOf(tally.result.sha256)
  tally.add(seal)
  await append(path, seal)
  return tally.result
}

/** Else no restore would take what was made. */
function tooLarge(files: number, most: number): ArchiveFault {
  const size = `${most / 1024 ** 2} MiB`
  return new ArchiveFault(
    'backup_too_large',
    `A backup would have ${files} files, whose list is larger than ${size}, which no restore takes. Move files out of the home, or copy the home yourself while the server is stopped.`,
  )
}

async function fill(
  archive: Pack,
  { manifest, text }: { manifest: BackupManifest; text: Buffer },
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const mtime = new Date(manifest.created_at)
  archive.entry({ name: manifestName, size: text.length, mode: 0o600, mtime }, text)
  for (const { path, bytes, executable } of manifest.files) {
    const staged = join(folder, path)
    const entry = archive.entry({ name: path, size: bytes, mode: executable ? 0o700 : 0o600, mtime })
    await pipeline(createReadStream(staged, { highWaterMark: pieceBytes }), entry, { signal })
    await rm(staged)
  }
  archive.finalize()
}

async function append(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'a')
  try {
    await handle.appendFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
