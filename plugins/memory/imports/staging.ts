import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { codeOf, messageOf, NotFoundError, StorageFullError, UnavailableError } from '@svc/plugin'
import type {
  ByteQuota,
  Clock,
  Contents,
  DataPlane,
  Ids,
  Logger,
  Reservation,
  StagedContent,
  WorkspaceMarks,
} from '@svc/plugin'
import type { DocumentFile, MemoryProvenance } from '@svc/plugin/contracts/memory'
import { eachWorkspace } from '@svc/plugin/library/turns/each-workspace'
import { earlierImport, earlierFolder } from './earlier-imports.ts'
import type { ImportOutcome } from './import-outcome.ts'
import { importStore } from './import-store.ts'

/** What an import is, beside its files. */
export interface ImportOrder {
  source: string | null
  tags: string[]
  provenance: MemoryProvenance
}

/** How far an import is: what it has done stands in the workspace's file. */
export interface ImportProgress {
  /** Files that are done. */
  files: number
  /** Lines of the file after them that are done. */
  lines: number
  /** What came of them; null: none is done. */
  outcome: ImportOutcome | null
}

export interface StagingOptions {
  data: DataPlane
  contents: Contents
  /** The workspaces in which imports may lie. */
  marks: WorkspaceMarks
  /** For the files of imports that come or wait. */
  quota: Pick<ByteQuota, 'reserve'>
  ids: Ids
  clock: Clock
  log: Logger
}

/** An import as its job finds it. */
export interface WaitingImport {
  order: ImportOrder
  progress: ImportProgress
  files: { name: string; content_type: string | null; sha256: string }[]
}

const noProgress: ImportProgress = { files: 0, lines: 0, outcome: null }

/** The files of imports: in a folder while they come, as contents while they wait for their job. */
export class Staging {
  readonly #options: StagingOptions

  constructor(options: StagingOptions) {
    this.#options = options
  }

  async begin(workspaceId: string): Promise<StagedImport> {
    const { contents, marks, quota } = this.#options
    marks.add(workspaceId)
    const path = await contents.scratch(workspaceId)
    await mkdir(path, { mode: 0o700 })
    return new StagedImport(path, quota.reserve(workspaceId))
  }

  /** From now on it outlives a crash. @throws UnavailableError, StorageFullError */
  async keep(workspaceId: string, { files }: Pick<StagedImport, 'files'>, order: ImportOrder): Promise<string> {
    const importId = `import-${this.#options.ids.secret(12)}`
    await this.#keep(workspaceId, { importId, files, order, progress: null })
    return importId
  }

  /** @throws NotFoundError when its files are gone, UnavailableError while they were not taken over */
  async get(workspaceId: string, importId: string): Promise<WaitingImport> {
    const { contents, data } = this.#options
    const found = data.use(workspaceId, db => {
      const row = importStore.get(db, importId)
      if (!row) return null
      const progress = row.progress_json === null ? {} : (JSON.parse(row.progress_json) as ImportProgress)
      return {
        order: orderOf(row.order_json),
        progress: { ...noProgress, ...progress },
        files: importStore.files(db, importId),
      }
    })
    if (found) return found
    const earlier = await namesIn(await contents.earlier(workspaceId, earlierFolder))
    if (earlier.includes(importId)) throw notTakenOver()
    throw new NotFoundError('The files of this import are gone: import them again.')
  }

  /** Runs `work` with the files on the disk of this server. @throws NotFoundError, UnavailableError */
  reading<T>(workspaceId: string, { files }: WaitingImport, work: (files: DocumentFile[]) => Promise<T>): Promise<T> {
    const hashes = files.map(({ sha256 }) => sha256)
    return this.#options.contents.withPaths(workspaceId, hashes, paths =>
      work(
        files.map(({ sha256, ...file }) => {
          const path = paths.get(sha256)
          if (path === undefined) throw new NotFoundError('A file of this import is gone: import them again.')
          return { ...file, path }
        }),
      ),
    )
  }

  keepProgress(workspaceId: string, importId: string, progress: ImportProgress): void {
    this.#options.data.use(workspaceId, db => importStore.keepProgress(db, importId, JSON.stringify(progress)))
  }

  async remove(workspaceId: string, importId: string): Promise<void> {
    const { contents, data } = this.#options
    const hashes = data.use(workspaceId, db =>
      db.transaction(() => {
        const files = importStore.files(db, importId)
        importStore.remove(db, importId)
        return files.map(({ sha256 }) => sha256)
      }),
    )
    await contents.sweep(workspaceId, new Set(hashes))
  }

  /** At a start: removes what had not come whole when the server ended, and takes over what an earlier version kept. */
  async removeUnfinished(): Promise<void> {
    const { contents, log, marks } = this.#options
    const remove = async (workspaceId: string, hasFolder: boolean): Promise<void> => {
      try {
        await this.#removeUnfinished(workspaceId, { hasFolder })
      } catch (error) {
        const fields = { workspace_id: workspaceId, reason: messageOf(error) }
        log.warn(
          fields,
          'earlier imports of a workspace could not be taken over or removed; the next start tries again',
        )
      }
    }
    marks.onOpened(workspaceId => remove(workspaceId, true))
    const noted = await marks.list()
    if (noted.length === 0) return
    const withFolder = new Set(await contents.workspaceIds())
    for (const workspaceId of noted) await remove(workspaceId, withFolder.has(workspaceId))
  }

  /** Removes what a crash has left, until the signal; `isNeeded` says whether a job will still read it. */
  async sweep(
    before: number,
    isNeeded: (workspaceId: string, importId: string) => Promise<boolean>,
    signal: AbortSignal,
    workspaceIds?: readonly string[],
  ): Promise<void> {
    const { contents, data, log, marks } = this.#options
    const sweep = async (workspaceId: string): Promise<void> => {
      for (const { import_id, created_at } of data.use(workspaceId, db => importStore.list(db))) {
        if (signal.aborted) return
        if (created_at <= before && !(await isNeeded(workspaceId, import_id))) await this.remove(workspaceId, import_id)
      }
      if (!signal.aborted) await contents.sweepAll(workspaceId)
    }
    await eachWorkspace(workspaceIds ?? (await marks.list()), sweep, {
      signal,
      onFailed: (workspace_id, error) =>
        log.warn(
          { workspace_id, reason: messageOf(error) },
          'earlier imports of a workspace could not be looked through; trying again later',
        ),
    })
  }

  async #keep(
    workspaceId: string,
    given: { importId: string; files: readonly DocumentFile[]; order: ImportOrder; progress: string | null },
  ): Promise<void> {
    const { clock, contents, data } = this.#options
    const { importId, files, order, progress } = given
    const staged: StagedContent[] = []
    try {
      for (const { path } of files) staged.push(await contents.stageFile(workspaceId, path))
    } catch (error) {
      for (const each of staged) await contents.discard(each)
      throw error
    }
    const bytes = staged.reduce((sum, { size }) => sum + size, 0)
    const row = {
      import_id: importId,
      order_json: JSON.stringify({ ...order, bytes }),
      progress_json: progress,
      created_at: clock.now(),
    }
    const rows = files.map(({ name, content_type }, index) => ({ name, content_type, sha256: staged[index]!.sha256 }))
    try {
      await contents.place(staged, () =>
        data.use(workspaceId, db =>
          db.transaction(() => {
            for (const each of staged) contents.confirm(each)
            importStore.add(db, row, rows)
          }),
        ),
      )
    } catch (error) {
      await contents.sweep(workspaceId, new Set(staged.map(({ sha256 }) => sha256)))
      throw error
    }
  }

  async #removeUnfinished(workspaceId: string, { hasFolder }: { hasFolder: boolean }): Promise<void> {
    const { contents, data, marks } = this.#options
    if (hasFolder) {
      await contents.removeTemporary(workspaceId, [])
      await this.#takeOverEarlier(workspaceId)
    }
    if (data.use(workspaceId, db => importStore.list(db)).length > 0) return
    // Without a mark no later sweep would look here.
    if (hasFolder) await contents.sweepAll(workspaceId)
    marks.remove(workspaceId)
  }

  /** It can be killed at any point: an earlier import is removed only after it is recorded. */
  async #takeOverEarlier(workspaceId: string): Promise<void> {
    const { contents } = this.#options
    const folder = await contents.earlier(workspaceId, earlierFolder)
    for (const importId of await namesIn(folder)) {
      const names = await contents.scratch(workspaceId)
      try {
        const found = await earlierImport(join(folder, importId), names)
        if (found) await this.#keep(workspaceId, { importId, ...found })
      } finally {
        await rm(names, { recursive: true, force: true })
      }
      await rm(join(folder, importId), { recursive: true, force: true })
    }
    await rm(folder, { recursive: true, force: true })
  }
}

/** The files of one import while they come. */
export class StagedImport {
  readonly path: string
  readonly #reservation: Reservation
  readonly #files: DocumentFile[] = []
  bytes = 0

  constructor(path: string, reservation: Reservation) {
    this.path = path
    this.#reservation = reservation
  }

  get files(): readonly DocumentFile[] {
    return this.#files
  }

  /** @throws PayloadTooLargeError where the workspace has no room for it, StorageFullError */
  async add(file: { name: string; content_type: string | null }, content: Readable | Uint8Array): Promise<void> {
    const path = join(this.path, String(this.#files.length))
    const pieces = content instanceof Uint8Array ? [content] : content
    try {
      await pipeline(pieces, source => this.#counted(source), createWriteStream(path, { mode: 0o600 }))
    } catch (error) {
      if (codeOf(error) !== 'ENOSPC') throw error
      throw new StorageFullError('The disk is full: the file could not be kept for its import.', { cause: error })
    }
    this.#files.push({ ...file, path })
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true })
    this.#reservation.release()
  }

  async *#counted(source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      this.#reservation.add(piece.length)
      this.bytes += piece.length
      yield piece
    }
  }
}

function orderOf(text: string): ImportOrder {
  const { bytes: _, ...order } = JSON.parse(text) as ImportOrder & { bytes?: number }
  return order
}

function notTakenOver(): UnavailableError {
  return new UnavailableError(
    'The files of this import were kept by an earlier version, and could not be taken over yet. The log of the server says why. Remedy that, start the server again, then try the job again.',
  )
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}
