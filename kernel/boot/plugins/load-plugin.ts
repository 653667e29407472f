import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { PluginDefinition } from '@svc/plugin'
import type { LoadedManifest } from '../../manifest/index.ts'

const pluginInterface = '@svc/plugin'
const ownRoot = fileURLToPath(new URL('../../../', import.meta.url))
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

/** What a module of the plugin exports under a name. */
export async function loadExport({ folder }: LoadedManifest, file: string, name: string): Promise<unknown> {
  const exported = (await import(pathToFileURL(resolve(folder, file)).href)) as Record<string, unknown>
  return exported[name]
}

/** The `plugin` that the entry module exports. */
export async function loadDefinition(loaded: LoadedManifest): Promise<PluginDefinition<never>> {
  const { manifest } = loaded
  const exported = await loadExport(loaded, manifest.entry, 'plugin')
  if (isDefinition(exported)) return exported
  throw new Error(
    `${manifest.entry} does not export a plugin. Write: export const plugin = definePlugin()({ id: '${manifest.id}', setup() { … } })`,
  )
}

function isDefinition(value: unknown): value is PluginDefinition<never> {
  return value !== null && typeof value === 'object' && 'setup' in value && typeof value.setup === 'function'
}
