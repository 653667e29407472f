import { ConfigReader } from '../config/index.ts'
import type { KernelOptions } from '../kernel.ts'
import { discover } from './discover.ts'
import type { PluginManifest } from './loaded-manifest.ts'

export type ManifestCommand = NonNullable<PluginManifest['commands']>[number]

/** The commands that one plugin brings. */
export interface PluginCommands {
  id: string
  /** Paths in `run` start here. */
  folder: string
  builtin: boolean
  commands: readonly ManifestCommand[]
}

/** A plugin, or a place where one should be, whose commands are missing, and why. */
export interface MissingCommands {
  id: string
  reason: string
}

/**
 * The commands of the plugins that are there, from their manifests alone; of those that the configuration switches off, the offline ones. A plugin that
 * cannot be read hides only its own; a configuration that cannot be read hides those of the plugins that it adds.
 */
export async function readCommands({
  env,
  cwd,
  builtinPlugins,
}: Pick<KernelOptions, 'env' | 'cwd' | 'builtinPlugins'>): Promise<{
  plugins: PluginCommands[]
  missing: MissingCommands[]
}> {
  const reader = new ConfigReader({ env, cwd })
  const { values, problems: unread } = await reader.unchecked()
  const { manifests, problems } = await discover({
    builtinPlugins,
    pluginFolders: textsIn(values['plugin_folders']),
    pluginPackages: textsIn(values['plugin_packages']),
    cwd,
  })
  const missing = [...unread, ...problems].map(({ where, message }) => ({ id: where, reason: message }))
  const plugins: PluginCommands[] = []
  for (const { manifest, folder, builtin, faults } of manifests) {
    const isOff = reader.pluginEnabled(manifest.id)?.enabled === false
    const { id } = manifest
    const commands = (manifest.commands ?? []).filter(({ offline }) => !isOff || offline)
    const [fault] = faults
    // Of one that is off, nothing is expected.
    if (fault && isOff) continue
    if (fault) missing.push({ id, reason: `${fault.where}: ${fault.message}` })
    else if (commands.length > 0) plugins.push({ id, folder, builtin, commands })
  }
  return { plugins, missing }
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}
