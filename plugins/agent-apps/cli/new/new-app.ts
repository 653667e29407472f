import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { ConflictError, ValidationError } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../../generated/commands.ts'
import { appWorkbench } from '../app-workbench.ts'
import type { AppWorkbench } from '../app-workbench.ts'
import { moduleAppFiles, promptAppFiles } from './new-app-files.ts'
import type { NewApp } from './new-app-files.ts'
import { toolFiles } from './new-tool-files.ts'

const namePattern = /^[a-z][a-z0-9-]{0,62}$/

/** `svc app new`: writes a folder that validates, runs and has a passing test. */
export async function newApp(context: CommandContext<Commands['app new']>): Promise<number> {
  const { name } = context.arguments
  if (!namePattern.test(name) || name === 'runs') {
    throw new ValidationError(
      `"${name}" cannot be an app's name. Use a-z, 0-9 and -, a letter first, at most 63 characters; "runs" is taken.`,
    )
  }
  const app = described(name, context)
  const files = context.options.prompt ? promptAppFiles(app) : moduleAppFiles(app)
  const services = await context.home.service(appWorkbench)
  return write(name, files, context, services, folder => [`app test ${folder}`, `app dev ${folder}`, `app run ${name}`])
}

/** `svc tool new`: writes a folder that validates and has a passing test. */
export async function newTool(context: CommandContext<Commands['tool new']>): Promise<number> {
  const { name } = context.arguments
  const services = await context.home.service(appWorkbench)
  const taken = ['calls', 'grants', ...(services.tools?.list(null) ?? []).map(tool => tool.name)]
  if (!namePattern.test(name)) {
    throw new ValidationError(
      `"${name}" cannot be a tool's name. Use a-z, 0-9 and -, a letter first, at most 63 characters.`,
    )
  }
  if (taken.includes(name)) throw new ValidationError(`The server has a "${name}" already. Choose another name.`)
  return write(name, toolFiles(described(name, context)), context, services, folder => [
    `tool test ${folder}`,
    `tool dev ${folder}`,
    `tool call ${name} --text "one two three"`,
  ])
}

function described(
  name: string,
  { io, options }: CommandContext<{ arguments: object; options: { description?: string } }>,
): NewApp {
  return { name, description: options.description ?? `What ${name} does`, svc: io.svc }
}

async function write(
  name: string,
  files: Record<string, string>,
  context: CommandContext,
  services: AppWorkbench,
  nextFor: (folder: string) => string[],
): Promise<number> {
  const folder = join(services.config.folder, name)
  await mkdir(services.config.folder, { recursive: true })
  await mkdir(folder).catch((error: unknown) => {
    throw new ConflictError('already_exists', `${folder} is there already. Choose another name, or delete it.`, {
      cause: error,
    })
  })
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content, { flag: 'wx' })
  }
  const shown = relative(context.io.cwd, folder)
  const next = nextFor(shown)
  context.io.result(
    { name, folder, files: Object.keys(files) },
    [`Made ${shown}. Next:`, ...next.map(command => `  ${context.io.svc} ${command}`)].join('\n'),
  )
  return 0
}
