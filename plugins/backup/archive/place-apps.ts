import { cp, lstat, mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, messageOf } from '@svc/plugin'

/** What became of the agent apps of a restored home. */
export interface PlacedApps {
  /** They were not there, and are now. */
  placed: string[]
  /** They are there already, with every file as it was backed up. */
  same: string[]
  /** They stay in the restored home, and why: the rest of a sentence. */
  kept: { name: string; reason: string }[]
}

/**
 * Moves apps from a restored home beside those that a start serves. What is there is never written over: an app that differs stays
 * where it was unpacked, and so does one that cannot be moved.
 */
export async function placeApps(names: readonly string[], from: string, to: string): Promise<PlacedApps> {
  const result: PlacedApps = { placed: [], same: [], kept: [] }
  for (const name of names) {
    const [source, target] = [join(from, name), join(to, name)]
    if (!(await isThere(source))) continue
    try {
      if (await isThere(target)) {
        if (!(await holdsAll(source, target))) {
          result.kept.push({ name, reason: `differs from ${target}, which was left as it is` })
          continue
        }
        result.same.push(name)
      } else {
        await copyFolder(source, to, name)
        result.placed.push(name)
      }
      await rm(source, { recursive: true })
    } catch (error) {
      result.kept.push({ name, reason: `could not be put beside the apps in ${to} (${messageOf(error)})` })
    }
  }
  // The home may have had a folder of that name with something else in it.
  await rmdir(from).catch((error: unknown) => {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error
  })
  return result
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return false
      throw error
    },
  )
}

/** Under a name that no app has, until it is whole. */
async function copyFolder(source: string, to: string, name: string): Promise<void> {
  const unfinished = join(to, `.${name}.restore.tmp`)
  await mkdir(to, { recursive: true })
  try {
    await rm(unfinished, { recursive: true, force: true })
    await cp(source, unfinished, { recursive: true, errorOnExist: true })
    await rename(unfinished, join(to, name))
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Whether every file of one folder is in the other as it is; there may be more. */
async function holdsAll(folder: string, other: string): Promise<boolean> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const there = await readFile(join(other, path.slice(folder.length))).catch((error: unknown) => {
      if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error) ?? '')) return null
      throw error
    })
    if (there === null || !there.equals(await readFile(path))) return false
  }
  return true
}
