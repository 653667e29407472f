import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { forEachAtOnce, isDiskFull, StorageFullError } from '@svc/plugin'
import type { Contents, WorkspaceMarks } from '@svc/plugin'

export interface WaitingFiles {
  contents: Pick<Contents, 'scratch' | 'removeTemporary' | 'workspaceIds'>
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
    { contents, marks, workspaceId, signal }: WaitingFiles & { workspaceId: string; signal: AbortSignal },
  ): Promise<WaitingFile> {
    marks.add(workspaceId)
    const waiting = new WaitingFile(await contents.scratch(workspaceId))
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
export async function removeWaitingFiles({ contents, marks }: WaitingFiles): Promise<void> {
  marks.onOpened(async workspaceId => {
    await contents.removeTemporary(workspaceId, [])
    marks.remove(workspaceId)
  })
  const noted = await marks.list()
  if (noted.length === 0) return
  const withFolder = new Set(await contents.workspaceIds())
  await forEachAtOnce(
    noted.filter(id => withFolder.has(id)),
    id => contents.removeTemporary(id, []),
  )
  for (const workspaceId of noted) marks.remove(workspaceId)
}
