import type { Readable } from 'node:stream'
import { ConflictError, NotFoundError, PayloadTooLargeError } from '@svc/plugin'
import type { ByteQuota, Clock, Contents, DataPlane, StagedContent, WorkspaceDatabase } from '@svc/plugin'
import { cleanFolder, cleanPath, foldersOf } from '@svc/plugin/library/contents/file-path'
import type { UnderWay } from '@svc/plugin/library/contents/under-way'
import { artifactStore } from './artifact-store.ts'
import type { ArtifactRow } from './artifact-store.ts'

/** A file or a folder, as lists show it. */
export interface ArtifactEntry {
  path: string
  /** Of a folder null. */
  size: number | null
  sha256: string | null
  is_dir: boolean
}

export interface NewArtifact {
  /** A run, a logged model or a version of a model. */
  owner: string
  path: string
  content: Readable | Uint8Array
  /** In bytes, where it is known before. */
  length?: number | null
}

export interface ArtifactsOptions {
  data: DataPlane
  contents: Contents
  quota: ByteQuota
  underWay: UnderWay
  clock: Clock
  maxBytes: number
}

/** What was recorded, and the content that nothing needs any more since. */
export interface Recorded<Result> {
  result: Result
  unneeded: string | null
}

/** Takes the bytes of a content, and gives what to record of it in the transaction that names it. */
export type Taking<Result> = (
  stage: (content: Readable | Uint8Array) => Promise<StagedContent>,
) => Promise<{ staged: StagedContent; record: (db: WorkspaceDatabase) => Recorded<Result> }>

/** The files of runs and models, each content kept once. */
export class Artifacts {
  readonly #options: ArtifactsOptions

  constructor(options: ArtifactsOptions) {
    this.#options = options
  }

  /**
   * Keeps a file, in place of one with its path. `assertOwner` runs before the bytes are taken, and again in the transaction that records them.
   * @throws ValidationError (an unsafe path), PayloadTooLargeError, StorageFullError, ConflictError where a folder is, what `assertOwner` throws
   */
  async put(
    workspaceId: string,
    artifact: NewArtifact,
    assertOwner: (db: WorkspaceDatabase) => void,
  ): Promise<ArtifactRow> {
    const { clock, data } = this.#options
    const { owner, content, length = null } = artifact
    const path = cleanPath(artifact.path)
    data.use(workspaceId, db => {
      assertOwner(db)
      assertPlace(db, owner, path)
    })
    const { maxBytes } = this.#options
    if (length !== null && length > maxBytes) throw tooLarge(maxBytes)
    return this.taking(workspaceId, async stage => {
      const staged = await stage(content)
      const record = (db: WorkspaceDatabase): Recorded<ArtifactRow> => {
        assertOwner(db)
        assertPlace(db, owner, path)
        const row: ArtifactRow = { path, sha256: staged.sha256, size: staged.size, created_at: clock.now() }
        return { result: row, unneeded: artifactStore.put(db, owner, row) }
      }
      return { staged, record }
    })
  }

  /**
   * Takes one content. `work` takes its bytes by `stage`, looks at them, and gives what to record; what it throws leaves nothing behind.
   * @throws PayloadTooLargeError, StorageFullError, what `work` throws
   */
  taking<Result>(workspaceId: string, work: Taking<Result>): Promise<Result> {
    const { contents, data, maxBytes, quota, underWay } = this.#options
    return underWay.during(workspaceId, async () => {
      const reservation = quota.reserve(workspaceId)
      let came = 0
      const counted = {
        add: (bytes: number) => {
          came += bytes
          if (came > maxBytes) throw tooLarge(maxBytes)
          reservation.add(bytes)
        },
        release: () => reservation.release(),
      }
      let taken: StagedContent | null = null
      try {
        const { staged, record } = await work(async content => {
          taken = await contents.stage(workspaceId, content, counted)
          return taken
        })
        const { result, unneeded } = await contents.place([staged], () => {
          reservation.release()
          return data.use(workspaceId, db =>
            db.transaction(() => {
              contents.confirm(staged)
              return quota.measure(db, () => record(db))
            }),
          )
        })
        if (unneeded !== null) await contents.sweep(workspaceId, new Set([unneeded]))
        return result
      } finally {
        reservation.release()
        if (taken) await contents.discard(taken)
      }
    })
  }

  /** @throws NotFoundError */
  row(workspaceId: string, owner: string, path: string): ArtifactRow {
    const clean = cleanPath(path)
    const row = this.#options.data.use(workspaceId, db => artifactStore.get(db, owner, clean))
    if (row) return row
    throw new NotFoundError('There is no such artifact.')
  }

  /** The content of a file as a stream; destroy it when it is not read to its end. @throws NotFoundError */
  async open(workspaceId: string, owner: string, path: string): Promise<Readable> {
    const { sha256 } = this.row(workspaceId, owner, path)
    const file = await this.#options.contents.open(workspaceId, sha256)
    return file.createReadStream({ autoClose: true })
  }

  /** What lies in a folder, folders among it, by path. Of a path that is a file nothing. */
  list(workspaceId: string, owner: string, folder: string): ArtifactEntry[] {
    const clean = cleanFolder(folder)
    const rows = this.#options.data.use(workspaceId, db =>
      artifactStore.below(db, owner, clean, Number.MAX_SAFE_INTEGER),
    )
    const start = clean === '' ? 0 : clean.length + 1
    const entries = new Map<string, ArtifactEntry>()
    for (const { path, size, sha256 } of rows) {
      const end = path.indexOf('/', start)
      const entry = end === -1 ? { path, size, sha256, is_dir: false } : folderEntry(path.slice(0, end))
      entries.set(entry.path, entry)
    }
    return [...entries.values()]
  }

  /** A file, or a folder with all that lies in it; `''` is everything. @throws NotFoundError, what `assertOwner` throws */
  async delete(
    workspaceId: string,
    owner: string,
    path: string,
    assertOwner: (db: WorkspaceDatabase) => void,
  ): Promise<void> {
    const { contents, data, underWay } = this.#options
    const clean = cleanFolder(path)
    await underWay.during(workspaceId, async () => {
      const gone = data.use(workspaceId, db =>
        db.transaction(() => {
          assertOwner(db)
          const file = clean === '' ? undefined : artifactStore.get(db, owner, clean)
          const rows = file ? [file] : artifactStore.below(db, owner, clean, Number.MAX_SAFE_INTEGER)
          if (rows.length === 0 && clean !== '') throw new NotFoundError('There is no such artifact.')
          return rows.map(row => artifactStore.delete(db, owner, row)).filter(sha256 => sha256 !== null)
        }),
      )
      await contents.sweep(workspaceId, new Set(gone))
    })
  }

  /** Deletes files of records that go, in their transaction. Returns the contents to {@link sweep} once it is committed. */
  forget(db: WorkspaceDatabase, owner: string): string[] {
    return artifactStore
      .below(db, owner, '', Number.MAX_SAFE_INTEGER)
      .map(row => artifactStore.delete(db, owner, row))
      .filter(sha256 => sha256 !== null)
  }

  /** Removes records with their files, then the contents. It is noted as under way, so that a start after a crash in between finds what is left. */
  removing(workspaceId: string, work: () => Promise<string[]>): Promise<void> {
    return this.#options.underWay.during(workspaceId, async () => this.sweep(workspaceId, await work()))
  }

  sweep(workspaceId: string, contents: Iterable<string>): Promise<void> {
    return this.#options.contents.sweep(workspaceId, new Set(contents))
  }

  get contents(): Contents {
    return this.#options.contents
  }
}

function folderEntry(path: string): ArtifactEntry {
  return { path, size: null, sha256: null, is_dir: true }
}

/** A run that is downloaded to a disk can have a file or a folder of one name. @throws ConflictError */
function assertPlace(db: WorkspaceDatabase, owner: string, path: string): void {
  const file = foldersOf(path).find(folder => artifactStore.get(db, owner, folder) !== undefined)
  if (file !== undefined)
    throw new ConflictError('conflict', `${JSON.stringify(file)} is a file, so nothing can lie in it.`)
  if (artifactStore.below(db, owner, path, 1).length > 0)
    throw new ConflictError('conflict', `${JSON.stringify(path)} is a folder. Delete it first.`)
}

function tooLarge(maxBytes: number): PayloadTooLargeError {
  return new PayloadTooLargeError(`An artifact may have ${maxBytes} bytes (SVC_ML_MAX_ARTIFACT_MB).`)
}
