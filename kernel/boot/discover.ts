import { readdir, readFile, stat } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { messageOf } from '@svc/plugin'
import type { BootProblem } from '../boot-error.ts'
import { loadManifest, readBrokenManifest } from '../manifest/index.ts'
import type { LoadedManifest } from '../manifest/index.ts'

export interface DiscoverOptions {
  /** The folder of the built-in plugins. */
  builtinPlugins: string
  /** Folders with a plugin.json, or folders of such folders. */
  pluginFolders: readonly string[]
  /** npm packages that say `"svc": { "plugin": … }`. */
  pluginPackages: readonly string[]
  cwd: string
}

/**
 * Finds every plugin and reads its manifest. The order is stable: built-in by name, then as configured. An added plugin that cannot be
 * read is among the manifests, with its faults; those of a built-in one are problems of the start.
 */
export async function discover(
  options: DiscoverOptions,
): Promise<{ manifests: LoadedManifest[]; problems: BootProblem[] }> {
  const { builtinPlugins, pluginFolders, pluginPackages, cwd } = options
  const problems: BootProblem[] = []
  const builtin = await pluginFoldersIn(builtinPlugins)
  const external: string[] = []
  for (const folder of pluginFolders) {
    const found = (await isFile(join(folder, 'plugin.json'))) ? [folder] : await pluginFoldersIn(folder)
    external.push(...found)
    if (found.length > 0) continue
    const message = `No plugin there: neither ${folder} nor a folder in it holds a plugin.json. Correct or remove the entry.`
    problems.push({ where: 'plugin_folders (SVC_PLUGINS)', message, frame: null })
  }
  for (const name of pluginPackages) {
    const found = await pluginOfPackage(name, cwd)
    if (typeof found === 'string') external.push(found)
    else problems.push({ where: `plugin_packages: ${name}`, message: found.fault, frame: null })
  }
  const places = [
    ...builtin.map(folder => ({ folder, builtin: true, cwd })),
    ...new Set(external.map(folder => resolve(folder))).values().map(folder => ({ folder, builtin: false, cwd })),
  ]
  const manifests: LoadedManifest[] = []
  const loaded = await Promise.all(places.map(async place => ({ place, read: await loadManifest(place) })))
  for (const { place, read } of loaded) {
    if (!('problems' in read)) manifests.push(read)
    else if (place.builtin) problems.push(...read.problems)
    else manifests.push(await readBrokenManifest(place, read.problems))
  }
  return { manifests, problems }
}

async function pluginFoldersIn(folder: string): Promise<string[]> {
  const names = await namesIn(folder)
  const folders = names.toSorted().map(name => join(folder, name))
  const isPlugin = await Promise.all(folders.map(each => isFile(join(each, 'plugin.json'))))
  return folders.filter((_, index) => isPlugin[index])
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return []
    throw error
  }
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ?? false
}

async function pluginOfPackage(name: string, cwd: string): Promise<string | { fault: string }> {
  try {
    const path = findPackageJSON(name, pathToFileURL(join(cwd, 'package.json')))
    if (path === undefined) return notInstalled(name, cwd)
    const content = JSON.parse(await readFile(path, 'utf8')) as { svc?: { plugin?: unknown } }
    const manifest = content.svc?.plugin
    if (typeof manifest === 'string') return await folderOfManifest(name, dirname(path), manifest)
    return { fault: `The package is no plugin: its package.json has no "svc": { "plugin": "./plugin.json" }.` }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')
      return notInstalled(name, cwd)
    return { fault: `The package cannot be read: ${messageOf(error)}. Install it again, or remove the entry.` }
  }
}

async function folderOfManifest(name: string, root: string, manifest: string): Promise<string | { fault: string }> {
  const file = resolve(root, manifest)
  const named = `Its package.json names the manifest ${JSON.stringify(manifest)}`
  if (basename(file) !== 'plugin.json')
    return { fault: `${named}, and a manifest is called plugin.json. Rename it there, or remove the entry.` }
  if (await isFile(file)) return dirname(file)
  const shown = join(name, relative(root, file))
  return { fault: `${named}, and there is no file ${shown}. Install the package again, or remove the entry.` }
}

function notInstalled(name: string, cwd: string): { fault: string } {
  return { fault: `The package is not installed. Run npm install ${name} in ${cwd}, or remove the entry.` }
}
