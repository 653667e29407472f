import { existsSync, globSync } from 'node:fs'
import { chmod, chown, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { Document, isSeq, parseDocument } from 'yaml'
import { UnprocessableError, ValidationError } from '@svc/plugin'
import type { LocalContext } from '../command-context.ts'
import type { Commands } from '../generated/commands.ts'

interface Found {
  key: 'plugin_folders' | 'plugin_packages'
  value: string
  variable: string
}

/** Records a plugin in `svc.config.yaml`; comments and order of the file stay. */
export async function addPlugin(context: LocalContext<Commands['plugin add']>): Promise<number> {
  const { home, shell } = context
  const file = await configFile(shell.cwd, home.path())
  const wanted = context.arguments.plugin
  const found = findFolder(wanted, shell.cwd, file) ?? findPackage(wanted, shell.cwd)
  if (!found) throw notFound(wanted, shell.cwd)

  const added = await record(file, found)
  const text = added
    ? `Added ${found.value} to ${found.key} in ${file}. It runs from the next start on. A plugin has the rights of the server: add only what you trust.`
    : `${found.value} is in ${found.key} of ${file} already. Nothing was changed.`
  context.io.result({ added, file, [found.key]: found.value }, text)
  if (shell.env[found.variable]) {
    context.io.note(`${found.variable} is set and is stronger than the file: add the plugin there too, or unset it.`)
  }
  return 0
}

/** The file that the server reads: in this folder, else in the home. */
async function configFile(cwd: string, home: Promise<string>): Promise<string> {
  const here = join(cwd, 'svc.config.yaml')
  const inHome = join(await home, 'svc.config.yaml')
  return !existsSync(here) && existsSync(inHome) ? inHome : here
}

function findFolder(wanted: string, cwd: string, file: string): Found | null {
  const folder = resolve(cwd, wanted)
  const holds = (pattern: string): boolean => globSync(pattern, { cwd: folder }).length > 0
  if (!existsSync(folder) || !(holds('plugin.json') || holds('*/plugin.json'))) return null
  // Paths in the configuration start at the folder of the start, which for a file in the home may be any.
  const beside = resolve(file, '..') === resolve(cwd)
  const path = beside ? relative(cwd, folder).replaceAll('\\', '/') : folder
  // On Windows what lies on another drive has no relative path.
  const isWhole = isAbsolute(path) || /^\.\.?\//.test(path)
  return { key: 'plugin_folders', value: isWhole ? path : `./${path}`, variable: 'SVC_PLUGINS' }
}

function findPackage(wanted: string, cwd: string): Found | null {
  if (!/^(@[a-z0-9-~][a-z0-9-._~]*\/)?[a-z0-9-~][a-z0-9-._~]*$/.test(wanted)) return null
  const folders = createRequire(join(cwd, 'package.json')).resolve.paths(wanted) ?? []
  const folder = folders.map(path => join(path, wanted)).find(path => existsSync(join(path, 'package.json')))
  if (folder === undefined) return null
  const require = createRequire(import.meta.url)
  const { svc } = require(join(folder, 'package.json')) as { svc?: { plugin?: string } }
  if (svc?.plugin === undefined) {
    throw new UnprocessableError(
      'not_a_plugin',
      `The package ${wanted} is installed, but it is no plugin: its package.json has no "svc": { "plugin": "./plugin.json" }.`,
    )
  }
  const manifest = join(folder, svc.plugin)
  if (!existsSync(manifest)) {
    throw new UnprocessableError(
      'not_a_plugin',
      `The package ${wanted} says its plugin is ${svc.plugin}, which is not in it: ask its author for a package with the file.`,
    )
  }
  const { entry } = require(manifest) as { entry?: string }
  if (entry?.endsWith('.ts'))
    throw new UnprocessableError(
      'plugin_not_built',
      `The package ${wanted} holds its plugin as TypeScript (${entry}), which Node does not run below node_modules. Its author publishes it as JavaScript: see "Publishing one" in docs/plugins.md.`,
    )
  return { key: 'plugin_packages', value: wanted, variable: 'SVC_PLUGIN_PACKAGES' }
}

function notFound(wanted: string, cwd: string): ValidationError {
  const folder = resolve(cwd, wanted)
  if (existsSync(folder))
    return new ValidationError(`${folder} has no plugin.json, and neither has a folder in it. See docs/plugins.md.`)
  return new ValidationError(
    `"${wanted}" is neither a folder nor an installed package. For a package, install it first: npm install ${wanted}`,
  )
}

async function record(file: string, { key, value }: Found): Promise<boolean> {
  const text = existsSync(file) ? await readFile(file, 'utf8') : ''
  const document = text.trim() === '' ? new Document({}) : parseDocument(text)
  const [fault] = document.errors
  if (fault)
    throw new UnprocessableError(
      'config_invalid',
      `${file} is not valid YAML: ${fault.message.split('\n')[0]}. Fix it first.`,
    )

  const list = document.get(key)
  if (isSeq(list)) {
    if ((list.toJSON() as unknown[]).includes(value)) return false
    list.add(value)
  } else if (list === undefined || list === null) {
    document.set(key, [value])
  } else {
    throw new UnprocessableError(
      'config_invalid',
      `${key} in ${file} is not a list. Write it as one, with a line "- …" for each entry.`,
    )
  }
  await replace(file, document.toString())
  return true
}

/** A server that starts in this moment reads the old file or the new one. Who could not read the old one, which may hold secrets, cannot read the new one. */
async function replace(link: string, text: string): Promise<void> {
  const file = existsSync(link) ? await realpath(link) : link
  const before = existsSync(file) ? await stat(file) : null
  const made = `${file}.tmp`
  await rm(made, { force: true })
  await writeFile(made, text, { flag: 'wx', ...(before && { mode: 0o600 }) })
  if (before && process.getuid?.() === 0) await chown(made, before.uid, before.gid)
  if (before) await chmod(made, before.mode & 0o777)
  await rename(made, file)
}
