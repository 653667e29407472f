import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { InternalError, messageOf } from '@svc/plugin'
import type { BootProblem } from '../boot-error.ts'
import { ConfigReader, readKernelConfiguration } from '../config/index.ts'
import type { KernelOptions } from '../kernel.ts'
import { discover, fieldProblemAt, loadMigrations } from '../manifest/index.ts'
import type { LoadedManifest } from '../manifest/index.ts'
import { planMigrations, tryMigrations } from '../planes/index.ts'
import { systemClock } from '../services/index.ts'
import { choicesByConfiguration } from './plan/choose.ts'
import { sharePluginInterface } from './plugins/load-plugin.ts'
import { kernelMigrations } from './plan/plan-migrations.ts'
import { resolvePlugins } from './plan/resolve.ts'

export interface CheckOptions extends Pick<KernelOptions, 'env' | 'cwd' | 'builtinPlugins'> {
  /** Whether `svc` has such a command from elsewhere. */
  isCommandTaken(name: string): boolean
}

export interface CheckedPlugin {
  id: string
  problems: BootProblem[]
}

/**
 * Reads one plugin's folder as a start would that has it configured beside the others: its manifest, what that names, what another
 * plugin declares already, and its migrations on an empty database. Its code is not run. @throws BootError for a configuration that is wrong
 */
export async function checkPlugin(
  folder: string,
  { env, cwd, builtinPlugins, isCommandTaken }: CheckOptions,
): Promise<CheckedPlugin> {
  const { plugin_folders: folders, plugin_packages: pluginPackages } = await readKernelConfiguration({ env, cwd })
  const pluginFolders = [...folders, folder]
  const { manifests } = await discover({ builtinPlugins, pluginFolders, pluginPackages, cwd })
  const isOwn = (loaded: LoadedManifest): boolean => loaded.folder === folder
  // What two declare is the fault of the second: that is the one in question, wherever the configuration names it.
  const sorted = [...manifests.filter(loaded => !isOwn(loaded)), ...manifests.filter(isOwn)]
  const reader = new ConfigReader({ env, cwd })
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
  found.push(...(await commandProblems(read, isCommandTaken)), ...(await migrationProblems(read)))
  return { id: read.manifest.id, problems: found }
}

function commandProblems(loaded: LoadedManifest, isTaken: (name: string) => boolean): Promise<BootProblem[]> {
  const commands = loaded.manifest.commands ?? []
  const problems = commands.flatMap(({ name, run }, index): Promise<BootProblem>[] => {
    const at = (field: string, message: string) => [fieldProblemAt(loaded, ['commands', index, field], message)]
    const [file = ''] = run.split('#')
    return [
      ...(isTaken(name)
        ? at('name', `There is a command "${name}" already, or one that begins so. Rename this one.`)
        : []),
      ...(existsSync(resolve(loaded.folder, file))
        ? []
        : at('run', `${file} is not there. Write it, or correct the path.`)),
    ]
  })
  return Promise.all(problems)
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
