import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { ConflictError, ValidationError } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'
import type { CommandServices } from './command-services.ts'
import { moduleAppFiles, promptAppFiles } from './new-app-files.ts'
import { toolFiles } from './new-tool-files.ts'

const namePattern = /^[a-z][a-z0-9-]{0,62}$/

/** `svc app new`: writes a folder that validates, runs and has a passing test. */
export async function newApp(context: CliContext, services: CommandServices): Promise<number> {
  const name = context.arguments['name'] ?? ''
  if (!namePattern.test(name) || name === 'runs') {
    throw new ValidationError(
      `"${name}" cannot be an app's name. Use a-z, 0-9 and -, a letter first, at most 63 characters; "runs" is taken.`,
    )
  }
  const app = described(name, context)
  const files = context.options['prompt'] === true ? promptAppFiles(app) : moduleAppFiles(app)
  return write(name, files, context, services, folder => [
    `svc app test ${folder}`,
    `svc app dev ${folder}`,
    `svc app run ${name}`,
  ])
}

/** `svc tool new`: writes a folder that validates and has a passing test. */
export async function newTool(context: CliContext, services: CommandServices): Promise<number> {
  const name = context.arguments['name'] ?? ''
  const taken = ['calls', 'grants', ...(services.tools?.list() ?? []).map(tool => tool.name)]
  if (!namePattern.test(name)) {
    throw new ValidationError(
      `"${name}" cannot be a tool's name. Use a-z, 0-9 and -, a letter first, at most 63 characters.`,
    )
  }
  if (taken.includes(name)) throw new ValidationError(`The server has a "${name}" already. Choose another name.`)
  return write(name, toolFiles(described(name, context)), context, services, folder => [
    `svc tool test ${folder}`,
    `svc tool dev ${folder}`,
    `svc tool call ${name} --text "one two three"`,
  ])
}

function described(name: string, context: CliContext): { name: string; description: string } {
  const { description = `What ${name} does` } = context.options
  return { name, description: String(description) }
}

async function write(
  name: string,
  files: Record<string, string>,
  context: CliContext,
  services: CommandServices,
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
  const shown = relative(context.cwd, folder)
  const next = nextFor(shown)
  context.result(
    { name, folder, files: Object.keys(files) },
    [`Made ${shown}. Next:`, ...next.map(command => `  ${command}`)].join('\n'),
  )
  return 0
}
