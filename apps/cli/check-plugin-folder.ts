import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ValidationError } from '@svc/plugin'
import type { BootProblem } from '../../kernel/index.ts'
import { takenBeside } from './catalogue.ts'
import { builtinPlugins, loadKernel } from './local-machine.ts'
import { ServerProcess } from './dev/server-process.ts'
import { newOwner } from './dev/temporary-home.ts'
import type { Shell } from './shell.ts'

/** The absolute path of a plugin's folder. @throws ValidationError when it is none */
export function pluginFolder(wanted: string, { cwd }: Pick<Shell, 'cwd'>): string {
  const folder = resolve(cwd, wanted)
  if (existsSync(join(folder, 'plugin.json'))) return folder
  throw new ValidationError(`${folder} has no plugin.json. Name the folder of a plugin, or make one: svc plugin new`)
}

export interface CheckedFolder {
  id: string
  problems: BootProblem[]
}

/** What a start here would say of the plugin in the folder, which is absolute, before it loads its code; and whether its commands meet others. */
export async function checkPluginFolder(
  folder: string,
  { env, cwd }: Pick<Shell, 'env' | 'cwd'>,
): Promise<CheckedFolder> {
  const [{ checkPlugin, fieldProblemAt }, isTaken] = await Promise.all([
    loadKernel(),
    takenBeside(folder, { env, cwd }),
  ])
  const { loaded, problems } = await checkPlugin(folder, { env, cwd, builtinPlugins })
  const { id, commands = [] } = loaded.manifest
  const ofCommands = commands.flatMap(({ name, run }, index): Promise<BootProblem>[] => {
    const at = (field: string, message: string) => [fieldProblemAt(loaded, ['commands', index, field], message)]
    const [file = ''] = run.split('#')
    return [
      ...(isTaken(name)
        ? at('name', `There is a command "${name}" already, or one that begins so. Rename this one.`)
        : []),
      ...(existsSync(join(folder, file)) ? [] : at('run', `${file} is not there. Write it, or correct the path.`)),
    ]
  })
  return { id, problems: [...problems, ...(await Promise.all(ofCommands))] }
}

/** Loads and starts the plugin as a start here would, in a process and a home of its own. Null: it runs. */
export async function tryPlugin(id: string, folder: string, shell: Shell): Promise<BootProblem | null> {
  const server = new ServerProcess(shell, () => undefined)
  try {
    const { env, cwd } = shell
    const options = { plugin: { id, folder }, cwd, flags: {}, owner: newOwner(), makesKey: false, isTrial: true }
    const report = await server.start(options, { ...env, SVC_ADMIN_PASSWORD_FILE: undefined })
    const message = report.type === 'failed' ? report.message : report.error
    return message === null ? null : { where: 'start', message, frame: null }
  } finally {
    await server.stop()
  }
}

/** All that is wrong with a plugin, for people: each problem with its place and the lines around it. */
export function problemsInWords({ id, problems }: CheckedFolder): string {
  const paragraphs = problems.map(({ where, message, frame }) =>
    [where, `  ${message}`, ...(frame === null ? [] : frame.split('\n').map(line => `    ${line}`))].join('\n'),
  )
  const count = problems.length === 1 ? 'There is one problem' : `There are ${problems.length} problems`
  return [`${count} with the plugin ${id}.`, ...paragraphs].join('\n\n')
}
