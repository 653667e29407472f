import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf, messageOf } from '@svc/plugin'
import type { SqliteCopies, SqliteFacts } from '@svc/plugin'
import { damaged } from './archive-fault.ts'
import type { ArchivedFile, BackupManifest } from './backup-manifest.ts'
import { nowhere, readArchive } from './read-archive.ts'
import { assertRoom } from './assert-room.ts'

/**
 * Checks an archive as a whole: every byte, every file, and each database opened, checked by SQLite and counted.
 * Databases are unpacked for that, one after the other, into a temporary folder.
 * @throws ArchiveFault that says what is wrong
 */
export async function verifyArchive(
  path: string,
  { sqlite, signal }: { sqlite: SqliteCopies; signal?: AbortSignal },
): Promise<BackupManifest> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-verify-'))
  const unpacked = join(folder, 'database.sqlite')
  try {
    return await readArchive(
      path,
      {
        async manifest({ files }) {
          const largest = Math.max(0, ...files.filter(file => file.sqlite).map(file => file.bytes))
          await assertRoom(folder, largest, 'to unpack the largest database of the backup; TMPDIR names another place')
        },
        target: file => (file.sqlite ? createWriteStream(unpacked, { mode: 0o600 }) : nowhere()),
        async file(file) {
          if (!file.sqlite) return
          await assertDatabase(path, file, () => sqlite.inspect(unpacked, signal))
          await rm(unpacked)
        },
      },
      signal,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Checks that every byte is as it was written, without opening the databases, which were checked when they were copied. */
export async function verifyBytes(path: string, signal?: AbortSignal): Promise<BackupManifest> {
  return readArchive(path, { target: nowhere }, signal)
}

/** Only the beginning is read and nothing is checked. */
export async function readManifest(path: string): Promise<BackupManifest> {
  const seen: BackupManifest[] = []
  const enough = new Error('The manifest was read.')
  try {
    const stop = async (manifest: BackupManifest): Promise<void> => {
      seen.push(manifest)
      throw enough
    }
    await readArchive(path, { manifest: stop, target: nowhere })
  } catch (error) {
    const [manifest] = seen
    if (error === enough && manifest) return manifest
    throw error
  }
  throw damaged(path, 'it has no manifest')
}

/** Compares a database with what the manifest says of it. @throws ArchiveFault */
export async function assertDatabase(
  path: string,
  file: ArchivedFile,
  inspect: () => Promise<SqliteFacts>,
): Promise<void> {
  let facts: SqliteFacts
  try {
    facts = await inspect()
  } catch (error) {
    if (!(codeOf(error)?.startsWith('SQLITE_') ?? true)) throw error
    throw damaged(path, `the database ${file.path} in it is not whole (${messageOf(error)})`, error)
  }
  const wrong = Object.entries(file.sqlite?.tables ?? {}).find(([table, rows]) => facts.tables[table] !== rows)
  if (wrong === undefined && Object.keys(facts.tables).length === Object.keys(file.sqlite?.tables ?? {}).length) return
  const [table = 'a table', rows] = wrong ?? []
  throw damaged(path, `${table} in ${file.path} holds ${facts.tables[table] ?? 'no'} rows instead of ${rows ?? 'none'}`)
}
