import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { ValidationError } from '@svc/plugin'

const documents = /\.(md|markdown|mdx|txt|text|rst|adoc|org|html?|xhtml|pdf|docx)$/i

export interface FoundFile {
  path: string
  /** What it is called here: its path as the person would write it. */
  name: string
  bytes: number
}

/** The file itself, or the documents of a folder and all below it; other files are left out and counted. */
export async function filesAt(argument: string, cwd: string): Promise<{ files: FoundFile[]; leftOut: number }> {
  const root = resolve(cwd, argument)
  const found = await stat(root).catch(() => null)
  if (!found) throw new ValidationError(`There is no file or folder ${argument}.`)
  const nameOf = (path: string) => {
    const fromHere = relative(cwd, path)
    const name = fromHere.startsWith('..') ? relative(dirname(root), path) : fromHere
    return name.split(sep).join('/')
  }
  if (found.isFile()) return { files: [{ path: root, name: nameOf(root), bytes: found.size }], leftOut: 0 }
  const files: FoundFile[] = []
  let leftOut = 0
  const waiting = [root]
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    const entries = (await readdir(folder, { withFileTypes: true })).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      if (entry.isDirectory()) waiting.push(path)
      else if (entry.isFile() && documents.test(basename(path)))
        files.push({ path, name: nameOf(path), bytes: (await stat(path)).size })
      else leftOut += 1
    }
  }
  return { files, leftOut }
}
