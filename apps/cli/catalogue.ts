import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { InternalError } from '@svc/plugin'
import { readCommands, sharePluginInterface } from '../../kernel/catalogue.ts'
import type { ManifestCommand, MissingCommands, PluginCommands } from '../../kernel/catalogue.ts'
import type { LocalContext } from './command-context.ts'
import { builtinPlugins } from './local-machine.ts'
import type { Shell } from './shell.ts'

const ownList = fileURLToPath(new URL('./commands.json', import.meta.url))

/** A command as its manifest declares it, and what runs it. */
export interface CatalogueEntry {
  command: ManifestCommand
  /** Imports the one file that it needs. */
  load(): Promise<(context: LocalContext) => Promise<number>>
}

export interface Catalogue {
  entries: CatalogueEntry[]
  missing: MissingCommands[]
}

/** What `svc` can do without asking a plugin: its own list, in the form of a manifest. */
export function ownCommands(): CatalogueEntry[] {
  const { commands } = JSON.parse(readFileSync(ownList, 'utf8')) as { commands: ManifestCommand[] }
  return commands.map(command => entryOf(command, { folder: dirname(ownList), builtin: true }))
}

/** Our own commands and those that plugins declare. */
export async function allCommands({ env, cwd }: Shell): Promise<Catalogue> {
  const own = ownCommands()
  const { plugins, missing } = await readCommands({ env, cwd, builtinPlugins })
  const entries = new Map(own.map(entry => [entry.command.name, entry]))
  const faults: MissingCommands[] = [...missing]
  for (const plugin of plugins) {
    const clash = plugin.commands.find(({ name }) => isTaken(name, [...entries.keys()]))
    if (clash) faults.push({ id: plugin.id, reason: `there is a command "${clash.name}" already` })
    else for (const command of plugin.commands) entries.set(command.name, entryOf(command, plugin))
  }
  return { entries: [...entries.values()], missing: faults }
}

/** Whether a command would meet one of `svc` or of another plugin than that in the folder. */
export async function takenBeside(
  folder: string,
  { env, cwd }: Pick<Shell, 'env' | 'cwd'>,
): Promise<(name: string) => boolean> {
  const { plugins } = await readCommands({ env, cwd, builtinPlugins })
  const others = plugins.filter(plugin => plugin.folder !== folder).flatMap(({ commands }) => commands)
  const names = [...ownCommands().map(({ command }) => command), ...others].map(({ name }) => name)
  return name => isTaken(name, names)
}

/** Whether a command has this name, begins with this name, or is the beginning of it. */
function isTaken(name: string, names: readonly string[]): boolean {
  return names.some(known => known === name || known.startsWith(`${name} `) || name.startsWith(`${known} `))
}

function entryOf(command: ManifestCommand, plugin: Pick<PluginCommands, 'folder' | 'builtin'>): CatalogueEntry {
  return { command, load: () => load(command, plugin) }
}

async function load({ name, run }: ManifestCommand, { folder, builtin }: Pick<PluginCommands, 'folder' | 'builtin'>) {
  // A folder anywhere needs no packages: it gets the @svc/plugin that runs here.
  if (!builtin) sharePluginInterface()
  const [file = '', exported = ''] = run.split('#')
  const path = join(folder, file)
  const module = (await import(pathToFileURL(path).href)) as Record<string, unknown>
  const found = module[exported]
  if (typeof found !== 'function')
    throw new InternalError(`${path} exports no function ${exported}, which runs ${name}.`)
  return found as (context: LocalContext) => Promise<number>
}
