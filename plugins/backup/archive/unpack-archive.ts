import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncPath, UnprocessableError } from '@svc/plugin'
import type { SqliteCopies } from '@svc/plugin'
import type { BackupManifest } from './backup-manifest.ts'
import { readArchive } from './read-archive.ts'
import { assertRoom } from './assert-room.ts'
import { assertDatabase } from './verify-archive.ts'

/**
 * Unpacks an archive into an empty folder, checking every byte, and every database by opening it. All of it is on the disk then.
 * @throws ArchiveFault, StorageFullError, UnprocessableError
 */
export async function unpackArchive(
  path: string,
  options: { folder: string; version: string; sqlite: SqliteCopies; signal: AbortSignal },
): Promise<BackupManifest> {
  const { folder, version, sqlite, signal } = options
  const folders = new Set<string>([folder])
  const manifest = await readArchive(
    path,
    {
      async manifest(found) {
        assertNotNewer(found, version)
        const bytes = found.files.reduce((sum, file) => sum + file.bytes, 0)
        await assertRoom(folder, bytes, 'for what the backup holds')
        for (const file of found.files) {
          const place = dirname(join(folder, file.path))
          await mkdir(place, { recursive: true, mode: 0o700 })
          folders.add(place)
        }
      },
      target: file =>
        createWriteStream(join(folder, file.path), {
          flags: 'wx',
          mode: file.executable ? 0o700 : 0o600,
          flush: true,
        }),
      async file(file) {
        if (file.sqlite) await assertDatabase(path, file, () => sqlite.inspect(join(folder, file.path), signal))
      },
    },
    signal,
  )
  for (const each of folders) await syncPath(each)
  return manifest
}

function assertNotNewer({ svc_version: made }: BackupManifest, version: string): void {
  if (!isNewer(made, version)) return
  throw new UnprocessableError(
    'backup_newer',
    `The backup was made by svc ${made}, and this is svc ${version}, which may not read its data. Install ${made} or later, and restore with it.`,
  )
}

function isNewer(made: string, version: string): boolean {
  const [a, b] = [made, version].map(text => text.split(/[-+]/, 1)[0]?.split('.').map(Number) ?? [])
  const differing = [0, 1, 2].find(index => a?.[index] !== b?.[index])
  return differing !== undefined && (a?.[differing] ?? 0) > (b?.[differing] ?? 0)
}
