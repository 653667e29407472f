import { readdir } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { basename, extname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Migration, PluginDefinition } from '@svc/plugin'
import type { LoadedManifest } from '../manifest/index.ts'

const pluginInterface = '@svc/plugin'
const ownRoot = fileURLToPath(new URL('../../', import.meta.url))
let sharesInterface = false

/**
 * Makes `@svc/plugin` the kernel's own copy wherever it is imported: a folder anywhere needs no node_modules, and there is one
 * `SvcError` to be an instance of.
 */
export function sharePluginInterface(): void {
  if (sharesInterface) return
  sharesInterface = true
  registerHooks({
    resolve(specifier, context, next) {
      const isOurs = specifier === pluginInterface || specifier.startsWith(`${pluginInterface}/`)
      return next(specifier, isOurs ? { ...context, parentURL: import.meta.url } : context)
    },
  })
}

/** True when the plugin's own resolution could find another copy of `@svc/plugin`, or none. */
export function mayHaveOtherInterface({ builtin, folder }: LoadedManifest): boolean {
  return !builtin || !folder.startsWith(ownRoot)
}

/** The `plugin` that the entry module exports. */
export async function loadDefinition({ folder, manifest }: LoadedManifest): Promise<PluginDefinition<never>> {
  const exported = (await import(pathToFileURL(resolve(folder, manifest.entry)).href)) as { plugin?: unknown }
  if (isDefinition(exported.plugin)) return exported.plugin
  throw new Error(
    `${manifest.entry} does not export a plugin. Write: export const plugin = definePlugin()({ id: '${manifest.id}', setup() { … } })`,
  )
}

function isDefinition(value: unknown): value is PluginDefinition<never> {
  return value !== null && typeof value === 'object' && 'setup' in value && typeof value.setup === 'function'
}

const migrationEndings = new Set(['.ts', '.js', '.mjs'])

/** The plugin's steps for the data plane, by file name. */
export async function loadMigrations({ folder, manifest }: LoadedManifest): Promise<Migration[]> {
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
