import { InternalError, messageOf } from '@svc/plugin'
import type { BootProblem } from '../boot-error.ts'
import { ConfigReader } from '../config/index.ts'
import type { KernelOptions } from '../kernel.ts'
import { fieldProblemAt, loadMigrations } from '../manifest/index.ts'
import type { LoadedManifest } from '../manifest/index.ts'
import { planMigrations, tryMigrations } from '../planes/index.ts'
import { systemClock } from '../services/index.ts'
import { discoverConfigured } from './blueprint.ts'
import { choicesByConfiguration } from './plan/choose.ts'
import { sharePluginInterface } from './plugins/load-plugin.ts'
import { kernelMigrations } from './plan/plan-migrations.ts'
import { resolvePlugins } from './plan/resolve.ts'

export interface CheckedPlugin {
  loaded: LoadedManifest
  problems: BootProblem[]
}

/**
 * Reads one plugin's folder as a start would that has it configured beside the others: its manifest, what that names, what another
 * plugin declares already, and its migrations on an empty database. Its code is not run. @throws BootError for a configuration that is wrong
 */
export async function checkPlugin(
  folder: string,
  options: Pick<KernelOptions, 'env' | 'cwd' | 'builtinPlugins'>,
): Promise<CheckedPlugin> {
  const manifests = await discoverConfigured(options, [folder])
  const isOwn = (loaded: LoadedManifest): boolean => loaded.folder === folder
  // What two declare is the fault of the second: that is the one in question, wherever the configuration names it.
  const sorted = [...manifests.filter(loaded => !isOwn(loaded)), ...manifests.filter(isOwn)]
  const reader = new ConfigReader(options)
  await reader.unchecked()
  const choices = choicesByConfiguration(sorted, id => reader.pluginEnabled(id)).map(choice =>
    isOwn(choice.loaded) ? { ...choice, enabled: true } : choice,
  )
  const { plan, problems } = await resolvePlugins(choices, { ownerKnown: false })
  const read = manifests.find(isOwn)
  if (!read) throw new InternalError(`${folder} holds no plugin.json.`)
  const planned = plan.find(({ loaded }) => isOwn(loaded))
  const fatal = problems.filter(({ where }) => where.startsWith(`${read.file}:`))
  const found = [...fatal, ...(planned?.loaded.faults ?? read.faults)]
  if (planned?.missing && found.length === 0)
    found.push(await fieldProblemAt(read, ['services', 'consumes'], planned.missing))
  return { loaded: read, problems: [...found, ...(await migrationProblems(read))] }
}

async function migrationProblems(loaded: LoadedManifest): Promise<BootProblem[]> {
  if (loaded.faults.length > 0 || !loaded.manifest.storage) return []
  sharePluginInterface()
  const problemOf = (message: string): Promise<BootProblem> => fieldProblemAt(loaded, ['storage'], message)
  try {
    const own = { owner: loaded.manifest.id, migrations: await loadMigrations(loaded) }
    planMigrations([own])
    const failed = tryMigrations([kernelMigrations, own], systemClock.timestamp())
    return await Promise.all([...failed].map(([, message]) => problemOf(message)))
  } catch (error) {
    return [await problemOf(messageOf(error))]
  }
}
