import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { isDiskFull, removeNamed, StorageFullError } from '@svc/plugin'
import type { Ids, WorkspaceFolders, WorkspaceMarks } from '@svc/plugin'

// Backups leave out what ends so.
const ending = '.tmp'

export interface WaitingFolders {
  folders: WorkspaceFolders
  /** The workspaces in which a file may lie. */
  marks: WorkspaceMarks
}

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
      marks,
      ids,
      workspaceId,
      signal,
    }: WaitingFolders & { ids: Ids; workspaceId: string; signal: AbortSignal },
  ): Promise<WaitingFile> {
    marks.add(workspaceId)
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

/** At a start: removes what imports of an earlier process have left, in the workspaces in which one was under way. */
export async function removeWaitingFiles({ folders, marks }: WaitingFolders): Promise<void> {
  const noted = await marks.list()
  if (noted.length === 0) return
  const withFolder = new Set(await folders.workspaceIds())
  const all = noted.filter(id => withFolder.has(id)).map(id => folders.folder(id))
  await removeNamed(await Promise.all(all), name => name.endsWith(ending))
  for (const workspaceId of noted) marks.remove(workspaceId)
}
