import type { KernelConfig } from '../config/index.ts'
import type { ConfigOrigin, KernelOptions } from '../kernel.ts'
import { faultsInWords } from './plan.ts'
import { draw } from './prepare.ts'

type ConfigurationSources = Pick<KernelOptions, 'flags' | 'env' | 'cwd'>

/** What a start would find configured. */
export interface Configuration {
  /** The kernel's own part, paths absolute. */
  kernel: KernelConfig
  /** Every value and where it came from, secrets redacted. */
  origins: readonly ConfigOrigin[]
  /** The values of secrets, for whoever must not show them. */
  secrets: readonly string[]
  /** The ids of the plugins that were found, switched on or not. */
  plugins: string[]
  /** Those of them that are switched on and cannot load, and why. */
  brokenPlugins: { id: string; reason: string }[]
}

/** Reads configuration and manifests as a start does, and opens nothing. @throws BootError with all problems */
export async function readConfiguration(
  options: ConfigurationSources & Pick<KernelOptions, 'builtinPlugins'>,
): Promise<Configuration> {
  const { config, origins, choices, secrets } = await draw({ ...options, childPrograms: {}, listen: false }, null)
  const broken = choices.filter(({ loaded, enabled }) => enabled && loaded.faults.length > 0)
  return {
    kernel: config,
    origins,
    secrets,
    plugins: choices.map(({ loaded }) => loaded.manifest.id),
    brokenPlugins: broken.map(({ loaded }) => ({ id: loaded.manifest.id, reason: faultsInWords(loaded) })),
  }
}
