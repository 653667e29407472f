import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ValidationError } from '@svc/plugin'
import type { CheckedPlugin } from '../../kernel/index.ts'
import { takenBeside } from './catalogue.ts'
import { builtinPlugins, loadKernel } from './local-machine.ts'
import type { Shell } from './shell.ts'

/** The absolute path of a plugin's folder. @throws ValidationError when it is none */
export function pluginFolder(wanted: string, { cwd }: Pick<Shell, 'cwd'>): string {
  const folder = resolve(cwd, wanted)
  if (existsSync(join(folder, 'plugin.json'))) return folder
  throw new ValidationError(`${folder} has no plugin.json. Name the folder of a plugin, or make one: svc plugin new`)
}

/** What a start here would say of the plugin in the folder, which is absolute; and whether its commands meet others. */
export async function checkPluginFolder(folder: string, shell: Pick<Shell, 'env' | 'cwd'>): Promise<CheckedPlugin> {
  const [{ checkPlugin }, isCommandTaken] = await Promise.all([loadKernel(), takenBeside(folder, shell)])
  return checkPlugin(folder, { env: shell.env, cwd: shell.cwd, builtinPlugins, isCommandTaken })
}

/** All that is wrong with a plugin, for people: each problem with its place and the lines around it. */
export function problemsInWords({ id, problems }: CheckedPlugin): string {
  const paragraphs = problems.map(({ where, message, frame }) =>
    [where, `  ${message}`, ...(frame === null ? [] : frame.split('\n').map(line => `    ${line}`))].join('\n'),
  )
  const count = problems.length === 1 ? 'There is one problem' : `There are ${problems.length} problems`
  return [`${count} with the plugin ${id}.`, ...paragraphs].join('\n\n')
}
