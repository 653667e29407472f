import { copyFile, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NotFoundError, removeNamed } from '@svc/plugin'
import type { Clock, DataPlane, Ids, JobQueue, SavedCaller, WorkspaceFolders, WorkspaceMarks } from '@svc/plugin'
import type { ImportSettings } from './import-settings.ts'
import { uploadStore } from './upload-store.ts'

export const importJob = 'data.import'

/** `schemas/import-job.schema.json`. */
export interface ImportPayload {
  upload_id: string
}

/** An import that waits for its job. */
export interface WaitingImport {
  settings: ImportSettings
  filename: string | null
  file_id: string | null
  caller: SavedCaller
}

const idPattern = /^[A-Za-z0-9_-]{16}$/
const orderName = 'order.json'
const fileName = 'file'
const unfinishedEnding = '.tmp'
const deadDays = 7
/** Between its file and its job. */
const restMs = 10 * 60 * 1000

export interface WaitingUploadsOptions {
  data: DataPlane
  folders: WorkspaceFolders
  jobs: JobQueue
  marks: WorkspaceMarks
  ids: Ids
  clock: Clock
}

/** Uploads whose import is a job's: they wait in the plugin's folder of their workspace and outlive a restart. */
export class WaitingUploads {
  readonly #options: WaitingUploadsOptions

  constructor(options: WaitingUploadsOptions) {
    this.#options = options
  }

  /** Takes the file at `path` over. */
  async keep(workspaceId: string, path: string, order: WaitingImport): Promise<string> {
    const { clock, data, ids, marks } = this.#options
    const uploadId = ids.secret(12)
    const { size: bytes } = await stat(path)
    const root = await this.#root(workspaceId)
    const unfinished = join(root, `${uploadId}${unfinishedEnding}`)
    await mkdir(unfinished, { mode: 0o700 })
    try {
      await moveFile(path, join(unfinished, fileName))
      await writeFile(join(unfinished, orderName), JSON.stringify(order), { mode: 0o600, flush: true })
      data.use(workspaceId, db =>
        db.transaction(() => {
          marks.add(workspaceId)
          uploadStore.add(db, { upload_id: uploadId, bytes, created_at: clock.now() })
        }),
      )
      await rename(unfinished, join(root, uploadId))
      return uploadId
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true })
      data.use(workspaceId, db => uploadStore.remove(db, uploadId))
      throw error
    }
  }

  /** @throws NotFoundError when it is gone */
  async open(workspaceId: string, uploadId: string): Promise<{ path: string; order: WaitingImport }> {
    const folder = join(await this.#root(workspaceId), uploadId)
    if (idPattern.test(uploadId)) {
      const text = await readFile(join(folder, orderName), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      if (text !== null) return { path: join(folder, fileName), order: storedOrder(text) }
    }
    throw new NotFoundError('The file of this import is gone: import it again.')
  }

  async remove(workspaceId: string, uploadId: string): Promise<void> {
    await rm(join(await this.#root(workspaceId), uploadId), { recursive: true, force: true })
    this.#options.data.use(workspaceId, db => uploadStore.remove(db, uploadId))
  }

  /** At a start: what was just being kept when the server ended. */
  async removeUnfinished(workspaceId: string): Promise<void> {
    await removeNamed([await this.#root(workspaceId)], name => name.endsWith(unfinishedEnding))
  }

  /** Removes those that no job will read; true while some are left. */
  async sweep(workspaceId: string): Promise<boolean> {
    const { clock, data } = this.#options
    const root = await this.#root(workspaceId)
    const known = data.use(workspaceId, db => uploadStore.list(db))
    const justNow = clock.now() - restMs
    for (const name of await readdir(root)) {
      const id = name.replace(/\.tmp$/, '')
      const path = join(root, name)
      // One that is just being kept is no older than a moment.
      const isOld = (await stat(path)).mtimeMs < justNow
      const isKept = id === name && data.use(workspaceId, db => uploadStore.has(db, id))
      if (idPattern.test(id) && !isKept && isOld) await rm(path, { recursive: true, force: true })
    }
    let left = 0
    for (const { upload_id, created_at } of known) {
      if (created_at > justNow || (await this.#isNeeded(workspaceId, upload_id))) left += 1
      else await this.remove(workspaceId, upload_id)
    }
    return left > 0
  }

  async #isNeeded(workspaceId: string, uploadId: string): Promise<boolean> {
    const { clock, jobs } = this.#options
    const oldest = new Date(clock.now() - deadDays * 86_400_000).toISOString()
    for (const state of ['queued', 'running', 'dead', 'cancelled'] as const) {
      let cursor: string | undefined
      do {
        const page = await jobs.list(workspaceId, { kind: importJob, state, limit: 200, ...(cursor && { cursor }) })
        const job = page.items.find(({ payload }) => (payload as ImportPayload | null)?.upload_id === uploadId)
        const isLive = state === 'queued' || state === 'running'
        // One that ended otherwise may be tried again for a while.
        if (job) return isLive || (job.finished_at ?? '') > oldest
        cursor = page.next_cursor ?? undefined
      } while (cursor !== undefined)
    }
    return false
  }

  async #root(workspaceId: string): Promise<string> {
    const path = join(await this.#options.folders.folder(workspaceId), 'imports')
    await mkdir(path, { recursive: true, mode: 0o700 })
    return path
  }
}

/** Homes of earlier versions have another name for the settings. */
function storedOrder(text: string): WaitingImport {
  const { wish, ...order } = JSON.parse(text) as WaitingImport & { wish?: ImportSettings }
  return wish === undefined ? order : { ...order, settings: wish }
}

async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    // The folders may be of two file systems.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFile(from, to)
  }
}
