import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { codeOf, ConflictError, NotFoundError, syncPath } from '@svc/plugin'
import type { RolledBack } from '@svc/plugin/contracts/offline-homes'
import { lockHome, migrationFolders } from '../../../kernel/index.ts'

/**
 * Puts back what was kept before the last migration, while no server runs. What was written since then stays in the files that are
 * moved aside.
 * @throws ConflictError `home_in_use`; NotFoundError
 */
export async function rollBackMigration(home: string, at: string): Promise<RolledBack> {
  const folder = join(home, 'backups')
  const [newest] = await migrationFolders(home)
  if (newest === undefined) {
    throw new NotFoundError(`${folder} holds nothing from before a migration: no data was migrated in this home.`)
  }
  const lock = lockHome(home)
  try {
    const files = await filesIn(newest)
    const replaced = join(folder, `replaced-${at.replaceAll(/[^0-9TZ]/g, '')}`)
    for (const path of files)
      await replace({ from: join(newest, path), to: join(home, path), aside: join(replaced, path) })
    await rm(newest, { recursive: true })
    await syncPath(folder)
    return { files, replaced }
  } finally {
    lock.release()
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile() && !entry.name.endsWith('.tmp'))
  if (files.length === 0) throw new ConflictError('nothing_kept', `${folder} is empty: no file was migrated.`)
  return files.map(entry => relative(folder, join(entry.parentPath, entry.name))).toSorted()
}

/** With its log, which would be played into the file that comes in its place. */
async function replace({ from, to, aside }: { from: string; to: string; aside: string }): Promise<void> {
  await mkdir(dirname(aside), { recursive: true, mode: 0o700 })
  for (const ending of ['-wal', '-shm', '']) {
    await rename(to + ending, aside + ending).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error
    })
  }
  await rename(from, to)
  await syncPath(dirname(to))
}
