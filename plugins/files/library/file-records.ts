import { ConflictError, NotFoundError } from '@svc/plugin'
import type { Clock, EventLog, Ids, WorkspaceDatabase } from '@svc/plugin'
import { foldersOf } from '@svc/plugin/library/contents/file-path'
import { contentRecords } from '../content/content-records-store.ts'
import { fileStore } from './file-store.ts'
import type { FileRow } from './file-store.ts'

export interface FileRecordsOptions {
  events: EventLog
  clock: Clock
  ids: Ids
  keepVersions: number
}

/** A content, as it is recorded. */
export interface RecordedContent {
  sha256: string
  size: number
  content_type: string
}

/** A change under way in one transaction: which contents nobody refers to any more is known after it. */
export interface FileChange {
  db: WorkspaceDatabase
  workspace_id: string
  user_id: string
  gone: Set<string>
}

/** What is written together whenever files change: the file, its versions, its contents' references and the event. Only within a transaction. */
export class FileRecords {
  readonly #options: FileRecordsOptions

  constructor(options: FileRecordsOptions) {
    this.#options = options
  }

  /** @throws NotFoundError, also for what is in the trash */
  live(db: WorkspaceDatabase, fileId: string): FileRow {
    const row = fileStore.get(db, fileId)
    if (row && row.deleted_at === null) return row
    const hint = row ? ' It is in the trash; restore it first.' : ''
    throw new NotFoundError(`There is no such file.${hint}`)
  }

  /** @throws NotFoundError when it is not in the trash */
  trashed(db: WorkspaceDatabase, fileId: string): FileRow {
    const row = fileStore.get(db, fileId)
    if (row && row.deleted_at !== null) return row
    throw new NotFoundError('There is no such file in the trash.')
  }

  /** @throws ConflictError when a file is there, or where one of the path's folders would be */
  assertFree(db: WorkspaceDatabase, path: string, wayOut: string): void {
    if (fileStore.atPath(db, path))
      throw new ConflictError('already_exists', `There is a file at ${shown(path)}. ${wayOut}`)
    const inTheWay = foldersOf(path).find(folder => fileStore.atPath(db, folder))
    if (inTheWay !== undefined) {
      throw new ConflictError(
        'conflict',
        `${shown(inTheWay)} is a file, so ${shown(path)} cannot lie in it. Choose another path.`,
      )
    }
    if (fileStore.below(db, path) !== undefined) {
      throw new ConflictError('conflict', `${shown(path)} is a folder with files in it. Choose another path.`)
    }
  }

  /** Whether {@link assertFree} would let it pass. */
  isFree(db: WorkspaceDatabase, path: string): boolean {
    const isTaken = [path, ...foldersOf(path)].some(each => fileStore.atPath(db, each) !== undefined)
    return !isTaken && fileStore.below(db, path) === undefined
  }

  /** A file at a path that is free. */
  create(change: FileChange, path: string, content: RecordedContent): FileRow {
    const { db } = change
    const now = this.#options.clock.now()
    const file: FileRow = {
      file_id: this.#options.ids.create('file'),
      path,
      ...content,
      version: 1,
      links: 1,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    }
    contentRecords.refer(db, content.sha256, content.size)
    fileStore.insert(db, file)
    this.#addVersion(change, file)
    this.emit(change, 'file.created', file)
    return file
  }

  /** A new version; the oldest ones go. */
  replace(change: FileChange, before: FileRow, content: RecordedContent): FileRow {
    const { db, gone } = change
    const version = before.version + 1
    const file: FileRow = { ...before, ...content, version, updated_at: this.#later(before) }
    contentRecords.refer(db, content.sha256, content.size)
    fileStore.update(db, file)
    this.#addVersion(change, file)
    for (const sha256 of fileStore.deleteVersions(db, file.file_id, version - this.#options.keepVersions)) {
      if (contentRecords.release(db, sha256)) gone.add(sha256)
    }
    this.emit(change, 'file.updated', file)
    return file
  }

  /** Changes the file itself, not what is in it. */
  update(change: FileChange, before: FileRow, changed: Partial<FileRow>): FileRow {
    const file = { ...before, ...changed, updated_at: this.#later(before) }
    fileStore.update(change.db, file)
    return file
  }

  /** For good, with all versions. */
  purge(change: FileChange, file: FileRow): void {
    const { db, gone } = change
    for (const sha256 of fileStore.deleteVersions(db, file.file_id, file.version)) {
      if (contentRecords.release(db, sha256)) gone.add(sha256)
    }
    fileStore.delete(db, file.file_id)
    this.emit(change, 'file.deleted', file, { permanent: true })
  }

  emit(change: FileChange, type: string, file: FileRow, more: Record<string, boolean> = {}): void {
    this.emitAll(change, type, [file], more)
  }

  /** Emits for many files at once, which costs less than one by one. */
  emitAll(
    { db, workspace_id, user_id }: FileChange,
    type: string,
    files: readonly FileRow[],
    more: Record<string, boolean> = {},
  ): void {
    const events = files.map(({ file_id, version }) => ({ type, data: { file_id, version, user_id, ...more } }))
    this.#options.events.append(db, workspace_id, events)
  }

  #addVersion(
    { db, user_id }: FileChange,
    { file_id, version, sha256, size, content_type, updated_at }: FileRow,
  ): void {
    fileStore.addVersion(db, {
      file_id,
      version,
      sha256,
      size,
      content_type,
      created_at: updated_at,
      created_by: user_id,
    })
  }

  /** A clock that was set back does not make a change older than the one before. */
  #later({ updated_at }: FileRow): number {
    return Math.max(this.#options.clock.now(), updated_at + 1)
  }
}

export function shown(path: string): string {
  return JSON.stringify(path)
}
