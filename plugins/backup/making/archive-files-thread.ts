import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '@svc/plugin'
import { serveThread } from '@svc/plugin/child'
import type { BackupManifest } from '../archive/backup-manifest.ts'
import { copyHashed, hashFile } from '../archive/hashed-file.ts'
import type { HashedFile } from '../archive/hashed-file.ts'
import { verifyBytes } from '../archive/verify-archive.ts'
import { writeArchive } from '../archive/write-archive.ts'
import { copyAppFolders } from './app-folders.ts'
import type { CopiedApps } from './app-folders.ts'
import { filesOfHome } from './home-files.ts'
import type { FoundFile } from './home-files.ts'

export type FilesTask =
  /** Everything in a folder of the home that a backup keeps. */
  | { type: 'list'; home: string; below: string }
  /** Answers each file's checksum, null for those that are gone. */
  | { type: 'copy'; from: string; to: string; paths: readonly string[] }
  /** Copies the agent apps in a folder; answers what it copied. */
  | { type: 'apps'; from: string; to: string }
  | { type: 'hash'; folder: string; paths: readonly string[] }
  /** Answers the archive's checksum, as the only one. */
  | { type: 'pack'; folder: string; manifest: BackupManifest; path: string }

export interface FilesAnswer {
  found: FoundFile[]
  hashed: (HashedFile | null)[]
  apps?: CopiedApps
}

const never = new AbortController().signal

// Each file takes a dozen steps. On a busy server's own thread each of them waits for its turn, which made a small backup take seconds.
serveThread(async (task: FilesTask): Promise<FilesAnswer> => {
  if (task.type === 'list') return { found: await filesOfHome(task.home, task.below), hashed: [] }
  if (task.type === 'apps') return { found: [], hashed: [], apps: await copyAppFolders(task.from, task.to) }
  if (task.type === 'pack') {
    const { folder, manifest, path } = task
    const made = await writeArchive(path, manifest, { folder, signal: never })
    // Read back from the disk: what was written is not yet what is there.
    await verifyBytes(path)
    return { found: [], hashed: [made] }
  }
  const hashed: FilesAnswer['hashed'] = []
  for (const path of task.paths) {
    if (task.type === 'hash') hashed.push(await hashFile(join(task.folder, path)))
    else hashed.push(await copied(join(task.from, path), join(task.to, path)))
  }
  return { found: [], hashed }
})

async function copied(from: string, to: string): Promise<HashedFile | null> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    return await copyHashed(from, to)
  } catch (error) {
    if (await isGone(from)) return null
    throw error
  }
}

async function isGone(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    error => codeOf(error) === 'ENOENT',
  )
}
