import { hash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, extname, join, posix, relative, sep } from 'node:path'

const mostFiles = 200
const mostBytes = 5 * 1024 * 1024

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

export interface ServedFile {
  bytes: Buffer
  contentType: string
}

/** The files beside a page's module, read once: what is served later is what the hash names, and no address becomes a path. */
export interface ModuleFolder {
  /** Changes with any file. */
  hash: string
  /** By their paths in the folder, with `/` between the parts. */
  files: ReadonlyMap<string, ServedFile>
}

/** Regular files of the kinds that pages are made of; others, and links, stay unread. @throws Error when there is too much */
export async function readModuleFolder(pluginFolder: string, module: string): Promise<ModuleFolder> {
  const folder = dirname(join(pluginFolder, module))
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter(entry => entry.isFile() && extname(entry.name) in contentTypes)
    .map(entry => join(entry.parentPath, entry.name))
    .toSorted()
  if (paths.length > mostFiles) throw new Error(`its folder has ${paths.length} files; at most ${mostFiles} are served`)
  const sizes = await Promise.all(paths.map(async path => (await stat(path)).size))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  if (bytes > mostBytes) throw new Error(`its folder has ${bytes} bytes; at most ${mostBytes} are served`)
  const files = new Map<string, ServedFile>()
  for (const path of paths) {
    const name = relative(folder, path).split(sep).join(posix.sep)
    files.set(name, { bytes: await readFile(path), contentType: contentTypes[extname(path)] ?? '' })
  }
  const digests = [...files].map(([name, file]) => `${name}\0${hash('sha256', file.bytes, 'hex')}`)
  return { hash: hash('sha256', digests.join('\n'), 'hex').slice(0, 16), files }
}
