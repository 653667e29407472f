import type { Clock, ControlPlane, Ids } from '@svc/plugin'
import { BootError, exitCodes } from '../boot-error.ts'
import type { BootProblem } from '../boot-error.ts'
import { ConfigReader } from '../config/index.ts'
import type { KernelConfig } from '../config/index.ts'
import { eventMigrations } from '../events/index.ts'
import { httpMigrations } from '../http/index.ts'
import { jobMigrations } from '../jobs/index.ts'
import type { ConfigOrigin, KernelOptions } from '../kernel.ts'
import {
  memoryMigrations,
  NewerDataError,
  MigrationError,
  openHome,
  openPlanes,
  ownDrivers,
  planMigrations,
  tryMigrations,
} from '../planes/index.ts'
import type { DriverChoice, Home, MigrationSet, OpenedPlanes } from '../planes/index.ts'
import { messageOf, SvcError } from '@svc/plugin'
import { systemClock } from '../services/index.ts'
import type { RootLogger } from '../services/index.ts'
import { choicesByConfiguration, choicesOfOwner } from './choose.ts'
import { mayHaveOtherInterface, sharePluginInterface } from './plugins/load-plugin.ts'
import { willRun } from './plan.ts'
import { asBroken, discover, loadMigrations } from '../manifest/index.ts'
import type { LoadedManifest } from '../manifest/index.ts'
import type { PlannedPlugin, PluginChoice } from './plan.ts'
import { resolvePlugins } from './resolve.ts'
import { coreServices } from './rooms.ts'

/** What is known before anything is opened. */
export interface Blueprint {
  config: KernelConfig
  origins: readonly ConfigOrigin[]
  choices: PluginChoice[]
  /** Values that may be shown nowhere. */
  secrets: readonly string[]
  /** Those of the house and of plugins, and which of them the configuration names. */
  drivers: DriverChoice
  /** Configuration slices by plugin id. */
  slices: ReadonlyMap<string, Record<string, unknown>>
}

/** Discover, and everything of resolve and configuration that can be known without a home. @throws BootError with all problems */
export async function draw(options: KernelOptions, home: string | null): Promise<Blueprint> {
  const { flags = {}, env, cwd, builtinPlugins } = options
  const reader = new ConfigReader({ flags, env, cwd, ...(home === null ? {} : { home }) })
  const config = await reader.kernel()
  // A scratch home is another home: it must not meet the database of the real one.
  if (home !== null) delete config.database_url
  const { manifests, problems } = await discover({
    builtinPlugins,
    pluginFolders: config.plugin_folders,
    pluginPackages: config.plugin_packages,
    cwd,
  })
  const slices = new Map<string, Record<string, unknown>>()
  const choices = choicesByConfiguration(manifests, id => reader.pluginEnabled(id))
  for (const { loaded, enabled } of choices) {
    const { id } = loaded.manifest
    slices.set(id, await reader.plugin(id, loaded.config, { isOff: !enabled }))
  }
  // A manifest that cannot be read leaves its settings unknown: they are no second problem.
  const isEachKnown = problems.length === 0 && manifests.every(({ faults }) => faults.length === 0)
  if (isEachKnown) reader.finish(manifests.map(({ manifest }) => manifest.id))
  const resolved = await resolvePlugins(choices, coreServices, { ownerKnown: false })
  refuse([...problems, ...reader.problems, ...resolved.problems])
  const drivers = { available: ownDrivers.available, named: { analytics: config.analytics_driver } }
  return { config, origins: reader.origins, choices, secrets: reader.secrets, drivers, slices }
}

function refuse(problems: readonly BootProblem[]): void {
  if (problems.length > 0) throw new BootError(exitCodes.configuration, problems)
}

export interface OpenedHome {
  home: Home
  planes: OpenedPlanes
  plan: PlannedPlugin[]
}

/** Takes the home and opens its planes; which plugins run, and so which tables there are, is decided on the way. @throws BootError */
export async function openStorage(
  blueprint: Blueprint,
  means: { clock: Clock; ids: Ids; log: RootLogger },
): Promise<OpenedHome> {
  const { config, choices } = blueprint
  const home = await openHome(config.home, means).catch((error: unknown) => {
    throw storageError(error, 'home (SVC_HOME)')
  })
  let plan: PlannedPlugin[] = []
  const migrations = async (control: ControlPlane): Promise<MigrationSet[]> => {
    const planned = await planOf(choices, control, { clock: means.clock, pins: true })
    plan = planned.plan
    return planned.migrations
  }
  try {
    const planes = await openPlanes({
      home,
      databaseUrl: config.database_url ?? null,
      drivers: blueprint.drivers,
      migrations,
      ...means,
    })
    return { home, planes, plan }
  } catch (error) {
    await home.release()
    throw storageError(error, config.database_url ? 'database_url (DATABASE_URL)' : 'home (SVC_HOME)')
  }
}

/** Which plugins run, with the owner's wishes, and the migrations that follow. @throws BootError */
export async function planOf(
  choices: readonly PluginChoice[],
  control: ControlPlane,
  means: { clock: Clock; pins: boolean },
): Promise<{ plan: PlannedPlugin[]; migrations: MigrationSet[] }> {
  return planWithMigrations(await choicesOfOwner(choices, control, means))
}

/** A plugin whose migrations cannot be read is left out, and the rest planned again without it. */
async function planWithMigrations(
  choices: readonly PluginChoice[],
): Promise<{ plan: PlannedPlugin[]; migrations: MigrationSet[] }> {
  const { plan, problems } = await resolvePlugins(choices, coreServices, { ownerKnown: true })
  refuse(problems)
  const { migrations, broken } = await migrationsOf(plan)
  if (broken.size === 0) return { plan, migrations }
  return planWithMigrations(
    choices.map(choice => {
      const problem = broken.get(choice.loaded)
      return problem ? { ...choice, loaded: asBroken(choice.loaded, [problem]) } : choice
    }),
  )
}

/** The steps of the kernel's own tables in each workspace. */
export const kernelMigrations: MigrationSet = {
  owner: 'kernel',
  migrations: [...httpMigrations, ...jobMigrations, ...eventMigrations, ...memoryMigrations].toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  ),
}

/** The kernel's steps first, then those of the plugins in boot order; and what keeps which plugins' from being read. */
async function migrationsOf(
  plan: readonly PlannedPlugin[],
): Promise<{ migrations: MigrationSet[]; broken: Map<LoadedManifest, BootProblem> }> {
  const sets: MigrationSet[] = [kernelMigrations]
  const broken = new Map<LoadedManifest, BootProblem>()
  const refuseSet = (loaded: LoadedManifest, message: string, cause?: unknown): void => {
    const problem = { where: loaded.file, message, frame: null }
    if (loaded.manifest.on_failure === 'abort') throw new BootError(exitCodes.configuration, [problem], { cause })
    broken.set(loaded, problem)
  }
  if (plan.some(({ loaded }) => mayHaveOtherInterface(loaded))) sharePluginInterface()
  const owners = new Map<string, LoadedManifest>()
  for (const { loaded } of plan.filter(willRun)) {
    try {
      const set = { owner: loaded.manifest.id, migrations: await loadMigrations(loaded) }
      planMigrations([set])
      if (set.migrations.length === 0) continue
      sets.push(set)
      owners.set(set.owner, loaded)
    } catch (cause) {
      refuseSet(loaded, messageOf(cause), cause)
    }
  }
  // The tests of the house run the steps of its own plugins.
  if (owners.values().some(({ builtin }) => !builtin)) {
    for (const [owner, message] of tryMigrations(sets, systemClock.timestamp())) {
      const loaded = owners.get(owner)
      if (loaded) refuseSet(loaded, message)
    }
  }
  return { migrations: sets, broken }
}

/** What storage refuses in words, as a problem of the boot. */
export function storageError(error: unknown, where: string): unknown {
  if (error instanceof BootError || !(error instanceof SvcError)) return error
  const problem = { where, message: error.message, frame: null }
  if (error.code === 'home_in_use') return new BootError(exitCodes.homeInUse, [problem], { cause: error })
  if (error instanceof NewerDataError) return new BootError(exitCodes.newerData, [problem], { cause: error })
  const exitCode = error instanceof MigrationError ? exitCodes.configuration : exitCodes.failed
  return new BootError(exitCode, [problem], { cause: error })
}
