import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncPath } from '@svc/plugin'

/**
 * Writes a complete temporary file beside `path` and syncs it. write-file-atomic is not used here because it takes a short write,
 * which is what a full disk gives first, for a whole one and renames the stump into place.
 */
async function writeTemporary(path: string, content: string | readonly Buffer[]): Promise<string> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  return temporary
}

/** Replaces the file at `path`, mode 0600: after a crash at any point it holds the old content or the new, whole. */
export async function writeDurably(
  path: string,
  content: string | readonly Buffer[],
  options: { beforeReplace?: () => Promise<void> } = {},
): Promise<void> {
  const temporary = await writeTemporary(path, content)
  try {
    await options.beforeReplace?.()
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncPath(dirname(path))
}
