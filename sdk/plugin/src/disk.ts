import { constants, statfsSync } from 'node:fs'
import { copyFile, link, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StorageFullError } from './errors.ts'

/** What SQLite says instead of "full" when it is the log or its index that finds no room. */
const roomCodes = /^SQLITE_(?:IOERR|CANTOPEN)/
const leastFreeBytes = 128 * 1024
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])

/** The code of a system or SQLite error, such as `ENOENT` or `SQLITE_FULL`. */
export function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

/** True when the error says that the disk, or the quota, is used up. */
export function isDiskFull(error: unknown): boolean {
  return fullCodes.has(codeOf(error) ?? '')
}

/** Returns `error`, or a `StorageFullError` when there is no room for `what` in the folder. SQLite may say "I/O error" for "full". */
export function asStorageFull(error: unknown, folder: string, what: string): unknown {
  if (error instanceof StorageFullError) return error
  if (isDiskFull(error)) return storageFull(what, error)
  if (roomCodes.test(codeOf(error) ?? '') && !hasRoom(folder)) return storageFull(what, error)
  return error
}

function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= leastFreeBytes
}

/** The error to throw when writing `what` failed for want of room. */
export function storageFull(what: string, cause: unknown): StorageFullError {
  return new StorageFullError(
    `The disk is full: ${what} could not be written, and nothing was changed. Free some room and try again.`,
    { cause },
  )
}

/** Makes a file's content, or renames and new names in a folder, survive a power cut. Windows needs no such call for folders and cannot open them. */
export async function syncPath(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Gives the file a second name, or copies it where hard links are not possible. Nothing is left at `to` when that fails. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'EEXIST') throw error
    await copyFile(from, to, constants.COPYFILE_FICLONE).catch(async (failure: unknown) => {
      await rm(to, { force: true })
      throw failure
    })
  }
}

/** Runs `work` for every item, 32 at once by default: disks answer many small questions sooner than one after the other. */
export async function forEachAtOnce<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  atOnce = 32,
): Promise<void> {
  const rest = items.values()
  const next = async (): Promise<void> => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, next))
}

/** Removes from these folders whatever has such a name; a folder that is missing holds nothing. */
export async function removeNamed(folders: readonly string[], isLeft: (name: string) => boolean): Promise<void> {
  await forEachAtOnce(folders, async folder => {
    const names = await readdir(folder).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return []
      throw error
    })
    for (const name of names.filter(isLeft)) await rm(join(folder, name), { recursive: true, force: true })
  })
}
