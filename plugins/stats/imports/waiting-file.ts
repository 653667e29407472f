import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { isDiskFull, removeNamed, StorageFullError } from '@svc/plugin'
import type { Ids, WorkspaceFolders } from '@svc/plugin'

// Backups leave out what ends so.
const ending = '.tmp'

/** A file of a form, kept until the fields after it have come. */
export class WaitingFile {
  readonly #path: string

  private constructor(path: string) {
    this.#path = path
  }

  /** @throws StorageFullError, and what the stream fails with */
  static async take(
    content: Readable,
    {
      folders,
      ids,
      workspaceId,
      signal,
    }: { folders: WorkspaceFolders; ids: Ids; workspaceId: string; signal: AbortSignal },
  ): Promise<WaitingFile> {
    const waiting = new WaitingFile(join(await folders.folder(workspaceId), `${ids.create('up')}${ending}`))
    try {
      await pipeline(content, createWriteStream(waiting.#path, { mode: 0o600 }), { signal })
      return waiting
    } catch (error) {
      await waiting.remove()
      if (!isDiskFull(error)) throw error
      throw new StorageFullError('The disk is full: the file could not be kept for its import.', { cause: error })
    }
  }

  open(): Readable {
    return createReadStream(this.#path)
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true })
  }
}

/** Removes what imports of an earlier process have left. */
export async function removeWaitingFiles(folders: WorkspaceFolders): Promise<void> {
  const all = await Promise.all((await folders.workspaceIds()).map(id => folders.folder(id)))
  await removeNamed(all, name => name.endsWith(ending))
}
