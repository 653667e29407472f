import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ValidationError } from '@svc/plugin'
import { checkPluginFolder } from '../check-plugin-folder.ts'
import type { LocalContext } from '../command-context.ts'
import type { Commands } from '../generated/commands.ts'

/** Names all that keeps a plugin from running here; its code is not run. */
export async function validatePlugin(context: LocalContext<Commands['plugin validate']>): Promise<number> {
  const { io, shell } = context
  const folder = resolve(shell.cwd, context.arguments.folder)
  if (!existsSync(join(folder, 'plugin.json')))
    throw new ValidationError(`${folder} has no plugin.json. Name the folder of a plugin, or make one: svc plugin new`)

  const { id, problems } = await checkPluginFolder(folder, shell)
  const isValid = problems.length === 0
  const paragraphs = problems.map(({ where, message, frame }) =>
    [where, `  ${message}`, ...(frame === null ? [] : frame.split('\n').map(line => `    ${line}`))].join('\n'),
  )
  const count = problems.length === 1 ? 'There is one problem' : `There are ${problems.length} problems`
  const text = isValid ? `${id} can run here.` : [`${count} with the plugin ${id}.`, ...paragraphs].join('\n\n')
  io.result({ id, valid: isValid, problems: problems.map(({ where, message }) => ({ where, message })) }, text)
  return isValid ? 0 : 1
}
