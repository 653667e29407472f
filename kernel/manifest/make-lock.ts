import { basename } from 'node:path'
import { discover } from './discover.ts'
import { loadMigrations } from './load-migrations.ts'
import type { LockedPlugin, PluginLock } from './plugin-lock.ts'

/** Reads and checks all plugins of a build, as a start from sources does. @throws Error with everything that is wrong */
export async function makePluginLock(builtinPlugins: string): Promise<PluginLock> {
  const { manifests, problems } = await discover({
    builtinPlugins,
    pluginFolders: [],
    pluginPackages: [],
    cwd: builtinPlugins,
  })
  if (problems.length > 0)
    throw new Error(problems.map(({ where, message }) => `plugins/${where}: ${message}`).join('\n'))
  const plugins: LockedPlugin[] = []
  for (const loaded of manifests) {
    const { folder, manifest, hash, config, tools, events, payloads } = loaded
    const migrations = await loadMigrations(loaded)
    const schemas = Object.fromEntries(payloads)
    plugins.push({ folder: basename(folder), manifest, hash, config, tools, events, payloads: schemas, migrations })
  }
  return { format: 1, plugins }
}
