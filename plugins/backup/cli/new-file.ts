import { existsSync } from 'node:fs'
import { link, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf, ConflictError, NotFoundError, syncPath } from '@svc/plugin'

/** @throws ConflictError, NotFoundError when no new file can be made at the path */
export function assertFree(path: string): void {
  if (existsSync(path))
    throw new ConflictError('already_exists', `${path} is there already. Choose another name for the backup.`)
  if (!existsSync(dirname(path)))
    throw new NotFoundError(`The folder ${dirname(path)} does not exist. Make it first, or choose another one.`)
}

/** Puts what `fill` writes at `path`, whole and on the disk, or leaves nothing. A file that somebody made meanwhile stays. */
export async function writeNewFile(path: string, fill: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = `${path}.tmp`
  try {
    await fill(unfinished)
    await syncPath(unfinished)
    // A link and not a rename, which would replace a file; not every file system has links.
    await link(unfinished, path).catch(async (error: unknown) => {
      if (codeOf(error) === 'EEXIST') throw error
      await rename(unfinished, path)
    })
  } finally {
    await rm(unfinished, { force: true })
  }
  await syncPath(dirname(path))
}
