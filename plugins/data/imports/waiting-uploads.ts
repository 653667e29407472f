import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, linkOrCopy, NotFoundError, UnavailableError } from '@svc/plugin'
import type {
  Clock,
  Contents,
  DataPlane,
  Ids,
  Job,
  JobQueue,
  JsonObject,
  Page,
  SavedCaller,
  WorkspaceMarks,
} from '@svc/plugin'
import { withContent } from '@svc/plugin/library/contents/with-content'
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

const deadDays = 7
const gone = 'The file of this import is gone: import it again.'
/** Between its file and its job. */
const restMs = 10 * 60 * 1000

export interface WaitingUploadsOptions {
  data: DataPlane
  contents: Contents
  jobs: JobQueue
  marks: WorkspaceMarks
  ids: Ids
  clock: Clock
}

/** Uploads whose import is a job's: they wait as contents of the workspace and outlive a restart. */
export class WaitingUploads {
  readonly #options: WaitingUploadsOptions

  constructor(options: WaitingUploadsOptions) {
    this.#options = options
  }

  /** Takes the file at `path` over. @throws UnavailableError, StorageFullError */
  async keep(workspaceId: string, path: string, order: WaitingImport): Promise<string> {
    const uploadId = this.#options.ids.secret(12)
    await this.#keep(workspaceId, path, { uploadId, order: JSON.stringify(order) })
    return uploadId
  }

  /** Runs `work` with the file and its order. @throws NotFoundError when it is gone, UnavailableError */
  async reading<T>(
    workspaceId: string,
    uploadId: string,
    work: (path: string, order: WaitingImport) => Promise<T>,
  ): Promise<T> {
    const { contents, data } = this.#options
    const row = data.use(workspaceId, db => uploadStore.get(db, uploadId))
    if (!row) throw new NotFoundError(gone)
    const { sha256, order_json } = row
    if (sha256 === null || order_json === null) throw notTakenOver()
    return withContent(contents, { workspaceId, sha256, gone }, path => work(path, storedOrder(order_json)))
  }

  async remove(workspaceId: string, uploadId: string): Promise<void> {
    const { contents, data } = this.#options
    const sha256 = data.use(workspaceId, db =>
      db.transaction(() => {
        const row = uploadStore.get(db, uploadId)
        uploadStore.remove(db, uploadId)
        return row?.sha256
      }),
    )
    await contents.sweep(workspaceId, new Set(sha256 ? [sha256] : []))
  }

  /** At a start: removes what was just being kept when the server ended, and takes over what an earlier version kept. */
  async removeUnfinished(workspaceId: string): Promise<void> {
    await this.#options.contents.removeTemporary(workspaceId, [])
    await this.#takeOverAll(workspaceId)
  }

  /** Removes those that no job will read, and takes over what the start could not; true while some are left. */
  async sweep(workspaceId: string): Promise<boolean> {
    const { clock, contents, data } = this.#options
    const justNow = clock.now() - restMs
    const uploads = data.use(workspaceId, db => uploadStore.list(db))
    const rested = uploads.filter(({ created_at }) => created_at <= justNow).map(({ upload_id }) => upload_id)
    const needed = await this.#needed(workspaceId, rested)
    const unneeded = rested.filter(uploadId => !needed.has(uploadId))
    for (const uploadId of unneeded) await this.remove(workspaceId, uploadId)
    await contents.sweepAll(workspaceId)
    await this.#takeOverAll(workspaceId)
    return uploads.length > unneeded.length
  }

  async #keep(workspaceId: string, path: string, given: { uploadId: string; order: string }): Promise<void> {
    const { clock, contents, data, marks } = this.#options
    marks.add(workspaceId)
    const staged = await contents.stageFile(workspaceId, path)
    const { sha256, size: bytes } = staged
    const row = { upload_id: given.uploadId, bytes, created_at: clock.now(), sha256, order_json: given.order }
    try {
      await contents.place([staged], () =>
        data.use(workspaceId, db =>
          db.transaction(() => {
            marks.add(workspaceId)
            contents.confirm(staged)
            uploadStore.add(db, row)
          }),
        ),
      )
    } catch (error) {
      await contents.sweep(workspaceId, new Set([sha256]))
      throw error
    }
  }

  async #takeOverAll(workspaceId: string): Promise<void> {
    const { contents, data } = this.#options
    for (const { upload_id: uploadId, sha256 } of data.use(workspaceId, db => uploadStore.list(db)))
      if (sha256 === null) await this.#takeOverEarlier(workspaceId, uploadId)
    await rm(await contents.earlier(workspaceId, 'imports'), { recursive: true, force: true })
  }

  /** It can be killed at any point: the earlier file is removed only after the content is recorded. */
  async #takeOverEarlier(workspaceId: string, uploadId: string): Promise<void> {
    const { contents, data } = this.#options
    const folder = await contents.earlier(workspaceId, join('imports', uploadId))
    const copy = await contents.scratch(workspaceId)
    try {
      const order = await readFile(join(folder, 'order.json'), 'utf8')
      await linkOrCopy(join(folder, 'file'), copy)
      await this.#keep(workspaceId, copy, { uploadId, order })
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
      data.use(workspaceId, db => uploadStore.remove(db, uploadId))
    } finally {
      await rm(copy, { force: true })
    }
  }

  /** By the jobs of all states at once: one that changes its state meanwhile might be in no list of a single one. */
  async #needed(workspaceId: string, uploadIds: readonly string[]): Promise<Set<string>> {
    const { clock, jobs } = this.#options
    const oldest = new Date(clock.now() - deadDays * 86_400_000).toISOString()
    const unseen = new Set(uploadIds)
    const needed = new Set<string>()
    for (let cursor: string | null = ''; cursor !== null && unseen.size > 0;) {
      const page: Page<Job> = await jobs.list(workspaceId, { kind: importJob, limit: 200, ...(cursor && { cursor }) })
      for (const { payload, state, finished_at } of page.items) {
        const { upload_id } = payload as JsonObject
        if (typeof upload_id !== 'string' || !unseen.delete(upload_id)) continue
        const isLive = state === 'queued' || state === 'running'
        // One that ended otherwise may be tried again for a while.
        if (isLive || (state !== 'succeeded' && (finished_at ?? '') > oldest)) needed.add(upload_id)
      }
      cursor = page.next_cursor
    }
    return needed
  }
}

function notTakenOver(): UnavailableError {
  return new UnavailableError(
    'The file of this import was kept by an earlier version, and could not be taken over yet. The log of the server says why. It tries again every 10 minutes; then try the job again.',
  )
}

/** Homes of earlier versions have another name for the settings. */
function storedOrder(text: string): WaitingImport {
  const { wish, ...order } = JSON.parse(text) as WaitingImport & { wish?: ImportSettings }
  return wish === undefined ? order : { ...order, settings: wish }
}
