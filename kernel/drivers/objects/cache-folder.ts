import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { codeOf, forEachAtOnce, isDiskFull, StorageFullError } from '@svc/plugin'
import type { Clock, Ids } from '@svc/plugin'

/** A file of the cache as it was found at the start. */
export interface FoundFile {
  sha256: string
  size: number
  usedMs: number
}

export interface CacheFolderOptions {
  /** Of one process; it is made when it is not there. */
  path: string
  clock: Clock
  ids: Ids
}

const shelfPattern = /^[0-9a-f]{2}$/
const hashPattern = /^[0-9a-f]{64}$/

/** The files of a cache, each under the hash of what it holds. Nothing is made durable: what a power cut spoiled, its hash shows. */
export class CacheFolder {
  readonly #options: CacheFolderOptions

  constructor(options: CacheFolderOptions) {
    this.#options = options
  }

  pathOf(sha256: string): string {
    return join(this.#options.path, sha256.slice(0, 2), sha256)
  }

  /** At the start: every file, the one that was used longest ago first. What a killed process left is removed. */
  async open(): Promise<FoundFile[]> {
    const { path } = this.#options
    await mkdir(path, { recursive: true, mode: 0o700 })
    const found: FoundFile[] = []
    for (const shelf of await readdir(path)) {
      if (!shelfPattern.test(shelf)) {
        await rm(join(path, shelf), { recursive: true, force: true })
        continue
      }
      await forEachAtOnce(await readdir(join(path, shelf)), async name => {
        const { size, mtimeMs } = await stat(join(path, shelf, name))
        if (hashPattern.test(name) && name.startsWith(shelf)) found.push({ sha256: name, size, usedMs: mtimeMs })
        else await rm(join(path, shelf, name), { recursive: true, force: true })
      })
    }
    return found.toSorted((a, b) => a.usedMs - b.usedMs)
  }

  /** Takes a body to its end. False, and nothing is kept, when it has another hash. @throws StorageFullError, and what reading the body throws */
  async receive(sha256: string, body: Readable, signal: AbortSignal): Promise<boolean> {
    const { path, ids } = this.#options
    const temporary = join(path, `${ids.secret(18)}.tmp`)
    try {
      // An operator may have removed the whole cache.
      await mkdir(join(path, sha256.slice(0, 2)), { recursive: true, mode: 0o700 })
      const isRight = await writeHashed(temporary, body, signal, sha256)
      if (!isRight) return false
      await rename(temporary, this.pathOf(sha256))
      return true
    } catch (error) {
      if (!isDiskFull(error)) throw error
      throw new StorageFullError(
        `The disk of ${path} is full: an object could not be fetched. Free some room, or lower SVC_CACHE_MB.`,
        { cause: error },
      )
    } finally {
      body.destroy()
      await rm(temporary, { force: true })
    }
  }

  /** When the content was last written, or {@link touch} noted a use; null when the file is gone or has another size. Links and modes do not count. */
  async changedMs(sha256: string, size: number): Promise<number | null> {
    try {
      const found = await stat(this.pathOf(sha256))
      return found.size === size ? found.mtimeMs : null
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null
      throw error
    }
  }

  /** Whether the file has the content of its name, whatever became of the disk. */
  async isWhole(sha256: string): Promise<boolean> {
    const digest = createHash('sha256')
    try {
      for await (const piece of createReadStream(this.pathOf(sha256)) as AsyncIterable<Buffer>) digest.update(piece)
    } catch (error) {
      // Gone, or on a bad part of the disk: it is fetched again.
      if (codeOf(error) === 'ENOENT' || codeOf(error) === 'EIO') return false
      throw error
    }
    return digest.digest('hex') === sha256
  }

  /** Notes the time of use, for the order after the next start. */
  async touch(sha256: string): Promise<void> {
    const now = this.#options.clock.now() / 1000
    await utimes(this.pathOf(sha256), now, now)
  }

  async remove(sha256: string): Promise<void> {
    await rm(this.pathOf(sha256), { force: true })
  }
}

async function writeHashed(path: string, body: Readable, signal: AbortSignal, sha256: string): Promise<boolean> {
  const digest = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      signal.throwIfAborted()
      digest.update(piece)
      await file.writeFile(piece)
    }
  } finally {
    await file.close()
  }
  return digest.digest('hex') === sha256
}
