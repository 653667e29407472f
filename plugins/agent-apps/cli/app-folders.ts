import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { ValidationError } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { isAppFolderName, playbookFiles } from '@svc/plugin/contracts/app-folders'
import { closestWord } from '@svc/plugin/library/closest-word'
import { AppProblemsError } from '@svc/plugin/contracts/sandbox'
import type { AppProblem } from '@svc/plugin/contracts/sandbox'
import type { LoadedApp } from '../catalog/app-entry.ts'
import type { FolderKind } from '../manifest/app-definition.ts'
import { readDefinition } from '../manifest/read-definition.ts'
import { toolNameOf } from '../tools/app-tool-name.ts'
import type { AppWorkbench } from './app-workbench.ts'

const manifestFiles: Record<FolderKind, readonly string[]> = {
  app: ['manifest.json', 'manifest.yaml'],
  tool: ['tool.json', 'tool.yaml'],
}

/** What becomes of a fault of types; `off`: it is not looked for. */
export type TypeChecks = 'error' | 'warn' | 'off'

/** The context of a command that may name a folder. */
export type FolderContext = CommandContext<{ arguments: { folder?: string }; options: { types?: TypeChecks } }>

/** A folder that was looked into. */
export interface CheckedFolder {
  kind: FolderKind
  name: string
  path: string
  app: LoadedApp | null
  problems: readonly AppProblem[]
  /** Faults of types that are no problems. */
  warnings: readonly AppProblem[]
}

/**
 * The apps and tools that the argument means: one folder, each folder in it, or one of the apps' folder by its name. Without an
 * argument `svc tool …` means the tools alone.
 */
export async function appFolders(
  context: FolderContext,
  services: AppWorkbench,
  only: FolderKind | null = null,
): Promise<string[]> {
  const argument = context.arguments.folder
  const asked = argument === undefined ? services.config.folder : resolve(context.io.cwd, argument)
  const named = argument === undefined ? asked : join(services.config.folder, argument)
  const path = (await isFolder(asked)) ? asked : named
  if (!(await isFolder(path))) throw await noFolder(argument ?? asked, services.config.folder, only)
  if ((await kindOf(path)) !== null) return [path]
  const entries = await readdir(path, { withFileTypes: true })
  const folders = entries.filter(entry => entry.isDirectory() && isAppFolderName(entry.name))
  const isAll = path === services.config.folder
  const found: string[] = []
  for (const { name } of folders) {
    const kind = await kindOf(join(path, name))
    if (kind === null && (await hasPlaybook(join(path, name)))) continue
    if (only === null ? isAll || kind !== null : kind === only) found.push(join(path, name))
  }
  // A folder without apps in it can only be meant as one.
  if (found.length === 0 && argument !== undefined) return [path]
  return found.sort()
}

/** Names of the server's tools, looked up when an app asks for one; null when the plugin that knows them is off. */
export type ToolNames = () => ReadonlySet<string> | null

/** Checks an app or a tool as the server does, compiles it unless `build` is false, and then checks the types of its code. */
export async function checkFolder(
  path: string,
  services: AppWorkbench,
  tools: ToolNames,
  { build = true, types = 'off' }: { build?: boolean; types?: TypeChecks } = {},
): Promise<CheckedFolder> {
  const name = basename(path)
  const parent = join(path, '..')
  const kind = (await kindOf(path)) ?? 'app'
  const names = new Set(await readdir(parent))
  try {
    const source = await services.builder.read(path)
    const taken = new Set(services.tools?.list(null).map(tool => tool.name))
    const folder = { name, names, taken, effectOf: services.effectOf, settings: services.config }
    let read = readDefinition(source, { ...folder, tools: null })
    const asksForTools = 'definition' in read && read.definition.permissions.tools.length > 0
    if (asksForTools) read = readDefinition(source, { ...folder, tools: await withFolders(tools(), parent, names) })
    if ('problems' in read) return { kind, name, path, app: null, problems: read.problems, warnings: [] }
    const { definition } = read
    const { entry } = definition
    const isModule = entry.type === 'module'
    const bundle = build && isModule ? await services.builder.build(source, entry.file) : null
    const faults = types !== 'off' && isModule ? await services.builder.checkTypes(source, entry.file) : []
    if (types === 'error' && faults.length > 0) return { kind, name, path, app: null, problems: faults, warnings: [] }
    return { kind, name, path, app: { definition, bundle }, problems: [], warnings: faults }
  } catch (error) {
    if (error instanceof AppProblemsError)
      return { kind, name, path, app: null, problems: error.problems, warnings: [] }
    throw error
  }
}

async function noFolder(asked: string, folder: string, only: FolderKind | null): Promise<ValidationError> {
  const names = await readdir(folder).catch((): string[] => [])
  const near = closestWord(basename(asked), names)
  const remedy =
    near === null ? `Name an app's folder, or make one with "svc ${only ?? 'app'} new".` : `Did you mean "${near}"?`
  return new ValidationError(`There is no folder ${asked}. ${remedy}`)
}

/** The names of the tools of the installed plugins. */
export function toolNames(context: CommandContext, { tools }: AppWorkbench): ToolNames {
  return () => {
    if (tools) return new Set(tools.list(null).map(tool => tool.name))
    context.io.note('The plugin that knows the tools is switched off, so "permissions.tools" was not checked.')
    return null
  }
}

/** For commands that run an app anyway: a tool that is not there shows when it is called. */
export const anyTools: ToolNames = () => null

/** The server's tools, and the folders beside an app: they are tools as well. */
async function withFolders(
  tools: ReadonlySet<string> | null,
  parent: string,
  names: ReadonlySet<string>,
): Promise<ReadonlySet<string> | null> {
  if (tools === null) return null
  const all = new Set(tools)
  for (const name of names) {
    const kind = await kindOf(join(parent, name))
    if (kind !== null) all.add(toolNameOf({ kind, name }))
  }
  return all
}

/** What the folder holds by its files; null for a folder of something else, and for no folder. */
async function kindOf(path: string): Promise<FolderKind | null> {
  const names = await readdir(path).catch((): string[] => [])
  const kinds: FolderKind[] = ['app', 'tool']
  return kinds.find(kind => manifestFiles[kind].some(file => names.includes(file))) ?? null
}

async function hasPlaybook(path: string): Promise<boolean> {
  const names = await readdir(path).catch((): string[] => [])
  return playbookFiles.some(file => names.includes(file))
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false
}
