import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { ConflictError, ValidationError } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'
import type { CommandServices } from './command-services.ts'
import { moduleAppFiles, promptAppFiles } from './new-app-files.ts'

/** `svc app new`: writes a folder that validates, runs and has a passing test. */
export async function newApp(context: CliContext, services: CommandServices): Promise<number> {
  const name = context.arguments['name'] ?? ''
  if (!/^[a-z][a-z0-9-]{0,62}$/.test(name) || name === 'runs') {
    throw new ValidationError(
      `"${name}" cannot be an app's name. Use a-z, 0-9 and -, a letter first, at most 63 characters; "runs" is taken.`,
    )
  }
  const { description = `What ${name} does` } = context.options
  const app = { name, description: String(description) }
  const files = context.options['prompt'] === true ? promptAppFiles(app) : moduleAppFiles(app)
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
  const next = [`svc app test ${shown}`, `svc app dev ${shown}`, `svc app run ${name}`]
  context.result(
    { name, folder, files: Object.keys(files) },
    [`Made ${shown}. Next:`, ...next.map(command => `  ${command}`)].join('\n'),
  )
  return 0
}
