import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { ConflictError, ValidationError } from '@svc/plugin'
import { checkPluginFolder } from '../check-plugin-folder.ts'
import type { LocalContext } from '../command-context.ts'
import type { Commands } from '../generated/commands.ts'
import { pluginTemplate } from './plugin-template.ts'

const idPattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** Writes a plugin that runs as it is; what does not fit beside the plugins that are there is taken away again. */
export async function newPlugin(context: LocalContext<Commands['plugin new']>): Promise<number> {
  const { io, shell } = context
  const wanted = context.arguments.folder
  const folder = resolve(shell.cwd, wanted)
  const id = basename(folder)
  if (!idPattern.test(id))
    throw new ValidationError(
      `"${id}" is no plugin id: write small letters and digits, with single hyphens between words, such as my-plugin.`,
    )
  if (existsSync(folder))
    throw new ConflictError('folder_exists', `${folder} is there already. Choose another name, or remove it first.`)

  const files = pluginTemplate(id)
  await mkdir(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  try {
    const [problem] = (await checkPluginFolder(folder, shell)).problems
    if (problem)
      throw new ConflictError(
        'plugin_taken',
        `The name "${id}" cannot be used: ${problem.message} Nothing was written.`,
      )
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  const written = Object.keys(files).map(name => join(wanted, name))
  const path = wanted.startsWith('.') || wanted.startsWith('/') ? wanted : `./${wanted}`
  const next = [
    `Serve it while you write it: ${io.svc} plugin dev ${path}`,
    `Test it beside a server: ${io.svc} plugin test ${path}`,
    `Run it from the next start on: ${io.svc} plugin add ${path}`,
  ]
  io.result({ id, folder, files: Object.keys(files) }, [...written, '', ...next].join('\n'))
  return 0
}
