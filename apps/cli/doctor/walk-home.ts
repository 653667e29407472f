import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

export interface HomeFile {
  /** Within the home. */
  path: string
  mode: number
  uid: number
  bytes: number
  changedAt: number
  isFolder: boolean
  isLink: boolean
}

const mostFiles = 20_000

/** The home's files and folders, links not followed; those that vanish meanwhile are left out. */
export async function walkHome(home: string): Promise<HomeFile[]> {
  const files: HomeFile[] = []
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined && files.length < mostFiles; folder = folders.pop()) {
    // A folder that may not be read is reported by the check of file modes.
    const names = await readdir(join(home, folder)).catch(() => [])
    for (const name of names) {
      const path = join(folder, name)
      const facts = await lstat(join(home, path)).catch(() => null)
      if (!facts) continue
      const { mode, uid, size, mtimeMs } = facts
      const isFolder = facts.isDirectory()
      files.push({ path, mode, uid, bytes: size, changedAt: mtimeMs, isFolder, isLink: facts.isSymbolicLink() })
      if (isFolder) folders.push(path)
    }
  }
  return files
}
