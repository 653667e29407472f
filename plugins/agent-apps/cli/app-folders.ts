import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { ValidationError } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'
import { AppProblemsError } from '@svc/plugin/contracts/sandbox'
import type { AppProblem } from '@svc/plugin/contracts/sandbox'
import type { LoadedApp } from '../catalog/app-entry.ts'
import { readDefinition } from '../manifest/read-definition.ts'
import type { CommandServices } from './command-services.ts'

const manifestFiles = ['manifest.json', 'manifest.yaml']

/** A folder that was looked into. */
export interface CheckedFolder {
  name: string
  path: string
  app: LoadedApp | null
  problems: readonly AppProblem[]
}

/** The apps that the argument means: one folder, each folder in it, or an app of the apps' folder by its name. */
export async function appFolders(context: CliContext, services: CommandServices): Promise<string[]> {
  const argument = context.arguments['folder']
  const asked = argument === undefined ? services.config.folder : resolve(context.cwd, argument)
  const named = argument === undefined ? asked : join(services.config.folder, argument)
  const path = (await isFolder(asked)) ? asked : named
  if (!(await isFolder(path)))
    throw new ValidationError(
      `There is no folder ${argument ?? asked}. Name an app's folder, or make one with "svc app new".`,
    )
  if (await isApp(path)) return [path]
  const entries = await readdir(path, { withFileTypes: true })
  const folders = entries.filter(
    entry => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules',
  )
  const isAll = path === services.config.folder
  const found: string[] = []
  for (const { name } of folders) if (isAll || (await isApp(join(path, name)))) found.push(join(path, name))
  // A folder without apps in it can only be meant as one.
  if (found.length === 0 && argument !== undefined) return [path]
  return found.sort()
}

/** Names of the server's tools, looked up when an app asks for one; null when nothing tells. */
export type ToolNames = () => ReadonlySet<string> | null

/** Checks and compiles an app as the server does. */
export async function checkFolder(path: string, services: CommandServices, tools: ToolNames): Promise<CheckedFolder> {
  const name = basename(path)
  const names = new Set(await readdir(join(path, '..')))
  try {
    const source = await services.builder.read(path)
    const { config } = services
    const folder = { name, names, caps: config, config: config.apps[name] ?? {} }
    let read = readDefinition(source, { ...folder, tools: null })
    const asksForTools = 'definition' in read && read.definition.permissions.tools.length > 0
    if (asksForTools) read = readDefinition(source, { ...folder, tools: tools() })
    if ('problems' in read) return { name, path, app: null, problems: read.problems }
    const { definition } = read
    const bundle =
      definition.entry.type === 'module' ? await services.builder.build(source, definition.entry.file) : null
    return { name, path, app: { definition, bundle }, problems: [] }
  } catch (error) {
    if (error instanceof AppProblemsError) return { name, path, app: null, problems: error.problems }
    throw error
  }
}

/** Of the plugins that are installed here. */
export function toolNames(context: CliContext, { tools }: CommandServices): ToolNames {
  return () => {
    if (tools) return new Set(tools.list().map(tool => tool.name))
    context.note('The plugin that knows the tools is switched off, so "permissions.tools" was not checked.')
    return null
  }
}

/** For commands that run an app anyway: a tool that is not there shows when it is called. */
export const anyTools: ToolNames = () => null

async function isApp(path: string): Promise<boolean> {
  const names = await readdir(path)
  return manifestFiles.some(file => names.includes(file))
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false
}
