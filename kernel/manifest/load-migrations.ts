import { readdir } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Migration } from '@svc/plugin'
import type { LoadedManifest } from './loaded-manifest.ts'

const migrationEndings = new Set(['.ts', '.js', '.mjs'])

/** The plugin's steps for the data plane, by file name. */
export async function loadMigrations({
  folder,
  manifest,
  migrations: locked,
}: LoadedManifest): Promise<readonly Migration[]> {
  if (locked !== null) return locked
  const migrations: Migration[] = []
  for (const storage of manifest.storage ?? []) {
    const directory = resolve(folder, storage.migrations)
    const names = (await readdir(directory)).filter(
      name => migrationEndings.has(extname(name)) && !name.endsWith('.d.ts'),
    )
    for (const name of names.toSorted()) migrations.push(await loadMigration(join(directory, name)))
  }
  return migrations
}

async function loadMigration(path: string): Promise<Migration> {
  const { default: migration } = (await import(pathToFileURL(path).href)) as { default?: Partial<Migration> }
  const id = basename(path, extname(path))
  if (!migration?.id || !Array.isArray(migration.statements))
    throw new Error(
      `${path} has no migration. Write: export default defineMigration({ id: '${id}', statements: [...] })`,
    )
  if (migration.id !== id)
    throw new Error(`${path} declares the id "${migration.id}". Make it "${id}", as the file is named.`)
  return { id, statements: migration.statements }
}
