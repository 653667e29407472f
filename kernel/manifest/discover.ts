import { readdirSync, readFileSync, statSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { codeOf, messageOf } from '@svc/plugin'
import { shownPath } from '../boot-error.ts'
import type { BootProblem } from '../boot-error.ts'
import type { LoadedManifest, ManifestPlace } from './loaded-manifest.ts'
import { readPluginLock } from './plugin-lock.ts'
import type { LockedPlugin } from './plugin-lock.ts'

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
  const { builtinPlugins, cwd } = options
  const manifests: LoadedManifest[] = []
  const { folders, problems } = addedFolders(options)
  const locked = new Map(readPluginLock(builtinPlugins)?.plugins.map(plugin => [plugin.folder, plugin]))
  const places: ManifestPlace[] = []
  for (const folder of pluginFoldersIn(builtinPlugins, locked)) {
    const plugin = locked.get(basename(folder))
    if (plugin) manifests.push(unlocked(plugin, folder, cwd))
    else places.push({ folder, builtin: true, cwd })
  }
  places.push(...folders.map(folder => ({ folder, builtin: false, cwd })))
  if (places.length === 0) return { manifests, problems }

  const { loadManifest } = await import('./load-manifest.ts')
  for (const place of places) {
    const read = await loadManifest(place)
    if (!('problems' in read)) manifests.push(read)
    else if (place.builtin) problems.push(...read.problems)
    else manifests.push((await import('./broken-manifest.ts')).readBrokenManifest(place, read.problems))
  }
  return { manifests, problems }
}

function unlocked({ payloads, ...plugin }: LockedPlugin, folder: string, cwd: string): LoadedManifest {
  const file = shownPath(join(folder, 'plugin.json'), cwd)
  return { ...plugin, folder, file, builtin: true, payloads: new Map(Object.entries(payloads)), faults: [] }
}

/** The folders of the plugins that the configuration adds, each once. */
function addedFolders({ pluginFolders, pluginPackages, cwd }: DiscoverOptions): {
  folders: string[]
  problems: BootProblem[]
} {
  const problems: BootProblem[] = []
  const added: string[] = []
  for (const folder of pluginFolders) {
    const found = isFile(join(folder, 'plugin.json')) ? [folder] : pluginFoldersIn(folder)
    added.push(...found)
    if (found.length > 0) continue
    const message = `No plugin there: neither ${folder} nor a folder in it holds a plugin.json. Correct or remove the entry.`
    problems.push({ where: 'plugin_folders (SVC_PLUGINS)', message, frame: null })
  }
  for (const name of pluginPackages) {
    const found = pluginOfPackage(name, cwd)
    if (typeof found === 'string') added.push(found)
    else problems.push({ where: `plugin_packages: ${name}`, message: found.fault, frame: null })
  }
  return { folders: [...new Set(added.map(folder => resolve(folder)))], problems }
}

/** The folders with a `plugin.json`; those that are known to have one are not looked into. */
function pluginFoldersIn(folder: string, known?: ReadonlyMap<string, unknown>): string[] {
  return namesIn(folder)
    .toSorted()
    .filter(name => known?.has(name) || isFile(join(folder, name, 'plugin.json')))
    .map(name => join(folder, name))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return []
    throw error
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    // Neither is one that may not be looked at.
    return false
  }
}

function pluginOfPackage(name: string, cwd: string): string | { fault: string } {
  try {
    const path = findPackageJSON(name, pathToFileURL(join(cwd, 'package.json')))
    if (path === undefined) return notInstalled(name, cwd)
    const content = JSON.parse(readFileSync(path, 'utf8')) as { svc?: { plugin?: unknown } }
    const manifest = content.svc?.plugin
    if (typeof manifest === 'string') return folderOfManifest(name, dirname(path), manifest)
    return { fault: `The package is no plugin: its package.json has no "svc": { "plugin": "./plugin.json" }.` }
  } catch (error) {
    if (codeOf(error) === 'ERR_MODULE_NOT_FOUND') return notInstalled(name, cwd)
    return { fault: `The package cannot be read: ${messageOf(error)}. Install it again, or remove the entry.` }
  }
}

function folderOfManifest(name: string, root: string, manifest: string): string | { fault: string } {
  const file = resolve(root, manifest)
  const named = `Its package.json names the manifest ${JSON.stringify(manifest)}`
  if (basename(file) !== 'plugin.json')
    return { fault: `${named}, and a manifest is called plugin.json. Rename it there, or remove the entry.` }
  if (isFile(file)) return dirname(file)
  const shown = join(name, relative(root, file))
  return { fault: `${named}, and there is no file ${shown}. Install the package again, or remove the entry.` }
}

function notInstalled(name: string, cwd: string): { fault: string } {
  return { fault: `The package is not installed. Run npm install ${name} in ${cwd}, or remove the entry.` }
}
