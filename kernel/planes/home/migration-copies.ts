import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '@svc/plugin'

const copiesName = /^before-[0-9a-f]{16}$/
const keptFolders = 3

/** Copies of files of a home as they were before a migration: their folders, the newest first. */
export async function migrationFolders(home: string): Promise<string[]> {
  const folder = join(home, 'backups')
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  const paths = names.filter(name => copiesName.test(name)).map(name => join(folder, name))
  const dated = await Promise.all(paths.map(async path => ({ path, at: (await stat(path)).mtimeMs })))
  return dated.toSorted((a, b) => b.at - a.at).map(({ path }) => path)
}

/** The newest three stay. */
export async function removeOldMigrationFolders(home: string): Promise<void> {
  const old = (await migrationFolders(home)).slice(keptFolders)
  for (const path of old) await rm(path, { recursive: true, force: true })
}
