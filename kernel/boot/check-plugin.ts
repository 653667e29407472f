import { InternalError, messageOf } from '@svc/plugin'
import type { BootProblem } from '../boot-error.ts'
import type { KernelOptions } from '../kernel.ts'
import { fieldProblemAt, loadMigrations } from '../manifest/index.ts'
import type { LoadedManifest } from '../manifest/index.ts'
import { planMigrations, tryMigrations } from '../planes/index.ts'
import { systemClock } from '../services/index.ts'
import { discoverConfigured } from './blueprint.ts'
import type { PluginChoice } from './plan/plan.ts'
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
  const configured = await discoverConfigured(options, [folder])
  const isOwn = ({ loaded }: PluginChoice): boolean => loaded.folder === folder
  const own = configured.filter(isOwn).map(choice => ({ ...choice, enabled: true }))
  // What two declare is the fault of the second: that is the one in question, wherever the configuration names it.
  const choices = [...configured.filter(choice => !isOwn(choice)), ...own]
  const { plan, problems } = await resolvePlugins(choices, { ownerKnown: false })
  const read = own[0]?.loaded
  if (!read) throw new InternalError(`${folder} holds no plugin.json.`)
  const planned = plan.find(isOwn)
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
    const failed = tryMigrations([...kernelMigrations, own], systemClock.timestamp())
    return await Promise.all([...failed].map(([, message]) => problemOf(message)))
  } catch (error) {
    return [await problemOf(messageOf(error))]
  }
}
