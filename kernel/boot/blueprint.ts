import { refuse } from '../boot-error.ts'
import type { ConfiguredSetting } from '@svc/plugin'
import { ConfigReader } from '../config/index.ts'
import type { ChosenSettings, KernelConfig } from '../config/index.ts'
import type { KernelOptions } from '../kernel.ts'
import { asDeveloped, discover } from '../manifest/index.ts'
import type { DriverChoice } from '../planes/index.ts'
import { choicesByConfiguration } from './plan/choose.ts'
import { chooseDrivers, namedDrivers } from './plan/choose-drivers.ts'
import { clusterProblems } from './plan/cluster-problems.ts'
import { faultsInWords } from './plan/plan.ts'
import type { PluginChoice } from './plan/plan.ts'
import { resolvePlugins } from './plan/resolve.ts'

/** What is known before anything is opened. */
export interface Blueprint {
  config: KernelConfig
  origins: readonly ConfiguredSetting[]
  choices: PluginChoice[]
  /** Values that may be shown nowhere. */
  secrets: readonly string[]
  /** Those of the house and of plugins, and which of them the configuration names. */
  drivers: DriverChoice
  /** Configuration slices by plugin id. */
  slices: ReadonlyMap<string, Record<string, unknown>>
}

/** `chosen` takes the place of what the home says was chosen in the app. */
type DrawOptions = KernelOptions & { chosen?: ChosenSettings }

/** Discover, and everything of resolve and configuration that can be known without a home. @throws BootError with all problems */
export async function draw(options: DrawOptions, home: string | null): Promise<Blueprint> {
  const { flags = {}, env, cwd, builtinPlugins, developedPlugin, chosen } = options
  const reader = new ConfigReader({ flags, env, cwd, ...(home === null ? {} : { home }), ...(chosen && { chosen }) })
  const config = await reader.kernel()
  // A scratch home is another home: it must not meet the database and the contents of the real one.
  if (home !== null) {
    delete config.database_url
    delete config.content_url
    delete config.cluster_secret
  }
  const found = await discover({
    builtinPlugins,
    pluginFolders: developedPlugin ? [...config.plugin_folders, developedPlugin] : config.plugin_folders,
    pluginPackages: config.plugin_packages,
    cwd,
  })
  const { problems } = found
  const manifests = found.manifests.map(loaded => (loaded.folder === developedPlugin ? asDeveloped(loaded) : loaded))
  const slices = new Map<string, Record<string, unknown>>()
  const choices = choicesByConfiguration(manifests, id => reader.pluginEnabled(id))
  for (const { loaded, enabled } of choices) {
    const { id } = loaded.manifest
    slices.set(id, await reader.plugin(id, loaded.config, { isOff: !enabled }))
  }
  // A manifest that cannot be read leaves its settings unknown: they are no second problem.
  const isEachKnown = problems.length === 0 && manifests.every(({ faults }) => faults.length === 0)
  if (isEachKnown) reader.finish(manifests.map(({ manifest }) => manifest.id))
  const resolved = await resolvePlugins(choices, { ownerKnown: false })
  const placeOf = (key: string): string => reader.origins.find(origin => origin.key === key)?.origin ?? key
  refuse([...problems, ...reader.problems, ...resolved.problems, ...clusterProblems(config, placeOf)])
  const named = home === null ? namedDrivers(config) : { analytics: config.analytics_driver }
  const { drivers, problems: driverProblems } = await chooseDrivers(
    config.database_url ?? null,
    named,
    resolved.plan,
    placeOf,
  )
  refuse(driverProblems)
  return { config, origins: reader.origins, choices, secrets: reader.secrets, drivers, slices }
}

/** The plugins that a start would find, those in `folders` too, as configured. @throws BootError for a configuration that is wrong */
export async function discoverConfigured(
  { flags = {}, env, cwd, builtinPlugins }: Pick<KernelOptions, 'flags' | 'env' | 'cwd' | 'builtinPlugins'>,
  folders: readonly string[] = [],
): Promise<PluginChoice[]> {
  const reader = new ConfigReader({ flags, env, cwd })
  const { plugin_folders: own, plugin_packages: pluginPackages } = await reader.kernel()
  refuse(reader.problems)
  const { manifests } = await discover({ builtinPlugins, pluginFolders: [...own, ...folders], pluginPackages, cwd })
  return choicesByConfiguration(manifests, id => reader.pluginEnabled(id))
}

/** What a start would find configured. */
export interface Configuration {
  /** The kernel's own part, paths absolute. */
  kernel: KernelConfig
  /** Every value and where it came from, secrets redacted. */
  origins: readonly ConfiguredSetting[]
  /** The values of secrets, to be shown nowhere. */
  secrets: readonly string[]
  /** The ids of the plugins that were found, switched on or not. */
  plugins: string[]
  /** Those of them that are switched on and cannot load, and why. */
  brokenPlugins: { id: string; reason: string }[]
}

/** Reads configuration and manifests as a start does, and opens nothing. @throws BootError with all problems */
export async function readConfiguration(
  options: Pick<KernelOptions, 'flags' | 'env' | 'cwd' | 'builtinPlugins'>,
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
