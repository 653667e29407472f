import { takenBeside } from './catalogue.ts'
import type { CheckedPlugin } from '../../kernel/index.ts'
import { builtinPlugins, loadKernel } from './local-machine.ts'
import type { Shell } from './shell.ts'

/** What a start here would say of the plugin in the folder, which is absolute; and whether its commands meet others. */
export async function checkPluginFolder(folder: string, shell: Shell): Promise<CheckedPlugin> {
  const [{ checkPlugin }, isCommandTaken] = await Promise.all([loadKernel(), takenBeside(folder, shell)])
  return checkPlugin(folder, { env: shell.env, cwd: shell.cwd, builtinPlugins, isCommandTaken })
}
