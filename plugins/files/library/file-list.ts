import { decodeCursor, encodeCursor, pageOf } from '@svc/plugin'
import type { DataPlane, Page, PageQuery } from '@svc/plugin'
import type { StoredFile } from '@svc/plugin/contracts/files'
import { cleanFolder } from '@svc/plugin/library/contents/file-path'
import { contentRecords } from '../content/content-records-store.ts'
import type { FileRecords } from './file-records.ts'
import { endOf, fileStore, topOfTrash } from './file-store.ts'
import type { FileCounts } from './file-store.ts'
import { fileVersionOf, storedFileOf, trashedFileOf } from './stored-file.ts'
import type { FileVersion, TrashedFile } from './stored-file.ts'

export interface ListQuery extends PageQuery {
  /** Files whose path begins so. */
  prefix?: string
  /** Files whose path has all of these words, whatever their case. */
  search?: string
}

/** A folder exists as long as files lie in it. */
export interface ListedFolder {
  path: string
  name: string
}

export interface FolderPage {
  /** Folders and files, by path. */
  folders: ListedFolder[]
  items: StoredFile[]
  next_cursor: string | null
}

export interface FilesUsage extends FileCounts {
  bytes: number
  quota: number
}

/** How many paths one call looks at: a page of a search may be short, and its cursor goes on. */
const mostSearched = 5000

/** What there is. Lists are by path, which people look for, and not by age. */
export class FileList {
  readonly #data: DataPlane
  readonly #records: FileRecords
  readonly #quota: number

  constructor(data: DataPlane, records: FileRecords, quota: number) {
    this.#data = data
    this.#records = records
    this.#quota = quota
  }

  list(workspaceId: string, { prefix = '', search = '', limit, cursor }: ListQuery): Page<StoredFile> {
    const after = pathOf(cursor)
    const words = wordsOf(search)
    if (words.length === 0) {
      const rows = this.#data.use(workspaceId, db =>
        fileStore.page(db, { prefix: prefix.normalize('NFC'), after, count: limit + 1 }),
      )
      return pageOf(rows, limit, ({ path }) => [path], storedFileOf)
    }
    return this.#data.use(workspaceId, db => {
      const paths = fileStore.paths(db, { prefix: prefix.normalize('NFC'), after, count: mostSearched })
      const fitting = paths.filter(path => hasAll(path, words)).slice(0, limit + 1)
      const found = fitting.flatMap(path => fileStore.atPath(db, path) ?? [])
      if (found.length > limit) return pageOf(found, limit, ({ path }) => [path], storedFileOf)
      const last = paths.length === mostSearched ? paths.at(-1) : undefined
      return { items: found.map(storedFileOf), next_cursor: last === undefined ? null : encodeCursor([last]) }
    })
  }

  /** One level of a folder: the files in it and the folders in it, together at most `limit`. */
  folder(workspaceId: string, folder: string, { limit, cursor }: PageQuery): FolderPage {
    const path = cleanFolder(folder)
    const prefix = path === '' ? '' : `${path}/`
    const page: FolderPage = { folders: [], items: [], next_cursor: null }
    let after = pathOf(cursor)
    this.#data.use(workspaceId, db => {
      for (let count = 0; ; count += 1) {
        const [row] = fileStore.page(db, { prefix, after, count: 1 })
        if (!row) return
        if (count === limit) {
          page.next_cursor = encodeCursor([after])
          return
        }
        const name = row.path.slice(prefix.length).split('/', 1)[0] ?? ''
        const isFile = row.path === prefix + name
        if (isFile) page.items.push(storedFileOf(row))
        else page.folders.push({ path: prefix + name, name })
        // Behind all that lies in the folder: one step a folder, however much is in it.
        after = isFile ? row.path : endOf(`${prefix}${name}/`)
      }
    })
    return page
  }

  trash(workspaceId: string, { limit, cursor }: PageQuery): Page<TrashedFile> {
    const [at, file_id] = cursor
      ? decodeCursor<[number, string]>(cursor, ['number', 'string'])
      : [topOfTrash.at, topOfTrash.file_id]
    const rows = this.#data.use(workspaceId, db => fileStore.trash(db, { at, file_id, count: limit + 1 }))
    return pageOf(rows, limit, row => [row.deleted_at ?? 0, row.file_id], trashedFileOf)
  }

  /** Newest first. @throws NotFoundError */
  versions(workspaceId: string, fileId: string, { limit, cursor }: PageQuery): Page<FileVersion> {
    const [before] = cursor ? decodeCursor<[number]>(cursor, ['number']) : [Number.MAX_SAFE_INTEGER]
    const rows = this.#data.use(workspaceId, db => {
      this.#records.live(db, fileId)
      return fileStore.versions(db, fileId, before, limit + 1)
    })
    return pageOf(rows, limit, ({ version }) => [version], fileVersionOf)
  }

  async usage(workspaceId: string, signal: AbortSignal): Promise<FilesUsage> {
    const bytes = this.#data.use(workspaceId, db => contentRecords.usedBytes(db))
    const [counts] = await this.#data.read<FileCounts>(workspaceId, fileStore.counts, signal)
    return { bytes, quota: this.#quota, files: 0, trashed: 0, ...counts }
  }
}

function pathOf(cursor: string | null | undefined): string {
  return cursor ? decodeCursor<[string]>(cursor, ['string'])[0] : ''
}

function wordsOf(search: string): string[] {
  return search
    .normalize('NFC')
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
}

function hasAll(path: string, words: readonly string[]): boolean {
  const lower = path.toLowerCase()
  return words.every(word => lower.includes(word))
}
