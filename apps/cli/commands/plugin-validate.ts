import { checkPluginFolder, pluginFolder, problemsInWords, tryPlugin } from '../check-plugin-folder.ts'
import type { LocalContext } from '../command-context.ts'
import type { Commands } from '../generated/commands.ts'

/** Names all that keeps a plugin from running here. Its code is run when nothing is wrong before that. */
export async function validatePlugin(context: LocalContext<Commands['plugin validate']>): Promise<number> {
  const { io, shell } = context
  const folder = pluginFolder(context.arguments.folder, shell)
  const { id, problems } = await checkPluginFolder(folder, shell)
  const failure = problems.length === 0 ? await tryPlugin(id, folder, shell) : null
  if (failure !== null) problems.push(failure)
  shell.signal.throwIfAborted()
  const isValid = problems.length === 0
  const text = isValid ? `${id} can run here.` : problemsInWords({ id, problems })
  io.result({ id, valid: isValid, problems: problems.map(({ where, message }) => ({ where, message })) }, text)
  return isValid ? 0 : 1
}
