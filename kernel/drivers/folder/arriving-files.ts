import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '@svc/plugin'
import type { Clock, Ids, ObjectContent } from '@svc/plugin'
import { checkFile } from '../objects/object-faults.ts'

/** No put takes as long, and the clocks of the servers differ by less. */
const abandonedMs = 48 * 3_600_000

export interface ArrivingFilesOptions {
  /** The folder of the objects. */
  path: string
  clock: Clock
  ids: Ids
}

/** Files that are written before they have the name of an object, in a folder beside the objects, whose names never begin with a dot. */
export class ArrivingFiles {
  readonly #folder: string
  readonly #options: ArrivingFilesOptions

  constructor(options: ArrivingFilesOptions) {
    this.#folder = join(options.path, '.arriving')
    this.#options = options
  }

  /** Returns the path of a new file with this content, which is durable and not yet named. */
  async write(content: ObjectContent, signal?: AbortSignal): Promise<string> {
    // Not recursive: a folder that is not mounted must not be made.
    await mkdir(this.#folder, { mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
    const path = join(this.#folder, `${this.#options.ids.secret(18)}.tmp`)
    const file = await open(path, 'wx', 0o600)
    try {
      await fill(file, content, signal)
      await file.sync()
    } catch (error) {
      await rm(path, { force: true })
      throw error
    } finally {
      await file.close()
    }
    return path
  }

  /** Removes what killed processes left. Whether one still runs on another machine cannot be seen, so age decides. */
  async removeAbandoned(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name)
      const changedMs = await changedAt(path)
      if (changedMs !== null && this.#options.clock.now() - changedMs > abandonedMs) await rm(path, { force: true })
    }
  }
}

async function fill(file: FileHandle, content: ObjectContent, signal: AbortSignal | undefined): Promise<void> {
  if (content instanceof Uint8Array) return file.writeFile(content, { signal })
  await checkFile(content)
  await file.writeFile(createReadStream(content.path), { signal })
  // It may have changed meanwhile.
  await checkFile(content)
}

/** Null when it is gone: another server stores, or cleans up, at the same time. */
async function changedAt(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
