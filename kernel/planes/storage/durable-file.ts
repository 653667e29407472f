import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf, syncPath, UnavailableError } from '@svc/plugin'

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

/** The JSON object in the file at `path`, null when there is none. @throws UnavailableError with the remedy */
export async function readObject(path: string, remedy: string): Promise<Record<string, unknown> | null> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
    throw new UnavailableError(`${path} cannot be read. ${remedy}`, { cause: error })
  }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch (error) {
    throw new UnavailableError(`${path} is not valid JSON. ${remedy}`, { cause: error })
  }
  throw new UnavailableError(`${path} does not hold a JSON object. ${remedy}`)
}
