import type { LoadedManifest } from '../../manifest/index.ts'

/** How the names of the kernel's own services begin. */
export const coreServicePrefix = 'core.'

/** Whether and why a plugin is to run. */
export interface PluginChoice {
  loaded: LoadedManifest
  enabled: boolean
  /** True when the owner must look at a changed manifest first. */
  waiting: boolean
  /** The flag, variable or line that decided it; null when the owner's choice or the default did. */
  origin: string | null
}

/** A plugin in its place in the boot order. */
export interface PlannedPlugin extends PluginChoice {
  /** Ids of the plugins whose services it cannot do without. */
  needs: string[]
  /** Set when it cannot run because nothing that runs provides what it needs. */
  missing: string | null
}

/** The plugins that will be set up: enabled, not waiting, not broken, with all they need. */
export function willRun(plugin: PlannedPlugin): boolean {
  return plugin.enabled && !plugin.waiting && plugin.loaded.faults.length === 0 && plugin.missing === null
}

/** Why a plugin cannot load, in one sentence or several, with the way out. */
export function faultsInWords({ manifest, faults }: LoadedManifest): string {
  const sentences = faults.map(({ where, message }) => `${where}: ${message}`)
  return `${sentences.join(' ')} Correct it and start the server again, or switch the plugin off: svc plugin disable ${manifest.id}.`
}
