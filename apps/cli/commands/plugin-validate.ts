import { checkPluginFolder, pluginFolder, problemsInWords } from '../check-plugin-folder.ts'
import type { LocalContext } from '../command-context.ts'
import type { Commands } from '../generated/commands.ts'

/** Names all that keeps a plugin from running here; its code is not run. */
export async function validatePlugin(context: LocalContext<Commands['plugin validate']>): Promise<number> {
  const { io, shell } = context
  const checked = await checkPluginFolder(pluginFolder(context.arguments.folder, shell), shell)
  const { id, problems } = checked
  const isValid = problems.length === 0
  const text = isValid ? `${id} can run here.` : problemsInWords(checked)
  io.result({ id, valid: isValid, problems: problems.map(({ where, message }) => ({ where, message })) }, text)
  return isValid ? 0 : 1
}
