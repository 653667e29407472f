import { ConflictError } from '@svc/plugin'
import type { Actor, AuditLog, Clock, Contents, DataPlane } from '@svc/plugin'
import type { StoredFile } from '@svc/plugin/contracts/files'
import { cleanFolder, cleanPath } from '@svc/plugin/library/contents/file-path'
import type { UnderWay } from '@svc/plugin/library/contents/under-way'
import { checkConditions } from './conditions.ts'
import type { Conditions } from './conditions.ts'
import type { FileChange, FileRecords } from './file-records.ts'
import { shown } from './file-records.ts'
import { fileStore, topOfTrash } from './file-store.ts'
import type { FileCounts, FileRow } from './file-store.ts'
import { storedFileOf } from './stored-file.ts'

export interface FileChangesOptions {
  data: DataPlane
  contents: Contents
  records: FileRecords
  underWay: UnderWay
  audit: AuditLog
  clock: Clock
}

/** How many files one transaction takes, so that nobody else waits long for it. */
const mostAtOnce = 200
const mostInFolder = 10_000

/** What is done to files that are there: moved, copied, thrown away, brought back, deleted. */
export class FileChanges {
  readonly #options: FileChangesOptions

  constructor(options: FileChangesOptions) {
    this.#options = options
  }

  /** @throws NotFoundError, ValidationError, ConflictError `already_exists` */
  move(actor: Actor, fileId: string, to: string, conditions: Conditions = {}): StoredFile {
    const path = cleanPath(to)
    return this.#change(actor, change => {
      const before = this.#checked(change, fileId, conditions)
      if (before.path === path) return before
      this.#options.records.assertFree(change.db, path, 'Choose another path, or delete that file first.')
      return this.#moved(change, before, path)
    })
  }

  /** Everything below a folder goes below another. @throws as `move` */
  moveFolder(actor: Actor, from: string, to: string): { moved: number } {
    const source = cleanFolder(from, 'from')
    const target = cleanFolder(to, 'to')
    if (source === '') throw new ConflictError('conflict', 'The top folder cannot be moved: name a folder in "from".')
    if (`${target}/`.startsWith(`${source}/`))
      throw new ConflictError('conflict', `${shown(source)} cannot be moved into itself.`)
    return this.#within(actor, change => {
      const { db } = change
      const rows = fileStore.page(db, { prefix: `${source}/`, after: '', count: mostInFolder + 1 })
      if (rows.length > mostInFolder)
        throw new ConflictError(
          'conflict',
          `More than ${mostInFolder} files lie in ${shown(source)}. Move its folders one by one.`,
        )
      const { records } = this.#options
      // Where nothing lies nothing can be in the way; to ask that for each of ten thousand files would keep everybody waiting.
      const isNew = target !== '' && records.isFree(db, target)
      const moved = rows.map(row => {
        const path = cleanPath(`${target === '' ? '' : `${target}/`}${row.path.slice(source.length + 1)}`)
        if (!isNew) records.assertFree(db, path, 'Choose another folder, or delete that file first.')
        return records.update(change, row, { path })
      })
      records.emitAll(change, 'file.updated', moved)
      return { moved: moved.length }
    })
  }

  /** Another file with the same content, which is kept once. @throws as `move` */
  copy(actor: Actor, fileId: string, to: string): StoredFile {
    const path = cleanPath(to)
    return this.#change(actor, change => {
      const { db } = change
      const { sha256, size, content_type } = this.#options.records.live(db, fileId)
      this.#options.records.assertFree(db, path, 'Choose another path, or delete that file first.')
      return this.#options.records.create(change, path, { sha256, size, content_type })
    })
  }

  /** Into the trash. @throws NotFoundError, PreconditionFailedError */
  delete(actor: Actor, fileId: string, conditions: Conditions = {}): void {
    this.#within(actor, change => {
      this.#delete(change, [this.#checked(change, fileId, conditions)])
    })
  }

  /** All files below a folder into the trash. */
  async deleteFolder(actor: Actor, folder: string): Promise<{ deleted: number }> {
    const prefix = `${cleanFolder(folder)}/`
    let deleted = 0
    for (;;) {
      const count = this.#within(actor, change => {
        const rows = fileStore.page(change.db, { prefix, after: '', count: mostAtOnce })
        this.#delete(change, rows)
        return rows.length
      })
      deleted += count
      if (count < mostAtOnce) return { deleted }
      await nextTurn()
    }
  }

  /** Back to where it was, or to `to`. @throws NotFoundError, ConflictError when the path is taken */
  restore(actor: Actor, fileId: string, to?: string): StoredFile {
    return this.#change(actor, change => {
      const before = this.#options.records.trashed(change.db, fileId)
      const path = to === undefined ? before.path : cleanPath(to)
      this.#options.records.assertFree(change.db, path, 'Restore it to another one: send {"path": "…"}.')
      // Links ended with the deletion, and stay so.
      const links = before.links + 1
      const file = this.#options.records.update(change, before, { path, links, deleted_at: null })
      this.#options.records.emit(change, 'file.restored', file)
      return file
    })
  }

  /** For good. @throws NotFoundError when it is not in the trash */
  async purge(actor: Actor, fileId: string): Promise<void> {
    const { audit, data, records } = this.#options
    data.use(actor.workspace_id, db => records.trashed(db, fileId))
    // First, as deleteAudited says why.
    await audit.append({ ...whoOf(actor), action: 'file.deleted', target: fileId })
    await this.#purge(actor, ({ db }) => [records.trashed(db, fileId)])
  }

  /** All that is in the trash, for good. */
  async emptyTrash(actor: Actor): Promise<{ deleted: number }> {
    const { audit, data } = this.#options
    const [counts] = await data.read<FileCounts>(actor.workspace_id, fileStore.counts)
    const { trashed } = counts!
    if (trashed > 0)
      await audit.append({ ...whoOf(actor), action: 'file.trash_emptied', details: { deleted: trashed } })
    let deleted = 0
    for (;;) {
      const count = await this.#purge(actor, ({ db }) => fileStore.trash(db, { ...topOfTrash, count: mostAtOnce }))
      deleted += count
      if (count < mostAtOnce) return { deleted }
      await nextTurn()
    }
  }

  async #purge(actor: Actor, choose: (change: FileChange) => FileRow[]): Promise<number> {
    const { contents, data, records, underWay } = this.#options
    const { workspace_id, user_id } = actor
    return underWay.during(workspace_id, async () => {
      const gone = new Set<string>()
      const count = data.use(workspace_id, db =>
        db.transaction(() => {
          const change = { db, workspace_id, user_id, gone }
          const rows = choose(change)
          for (const row of rows) records.purge(change, row)
          return rows.length
        }),
      )
      await contents.sweep(workspace_id, gone)
      return count
    })
  }

  #delete(change: FileChange, rows: readonly FileRow[]): void {
    const { clock, records } = this.#options
    const files = rows.map(before => records.update(change, before, { deleted_at: clock.now() }))
    records.emitAll(change, 'file.deleted', files, { permanent: false })
  }

  #moved(change: FileChange, before: FileRow, path: string): FileRow {
    const file = this.#options.records.update(change, before, { path })
    this.#options.records.emit(change, 'file.updated', file)
    return file
  }

  #checked({ db }: FileChange, fileId: string, conditions: Conditions): FileRow {
    const row = this.#options.records.live(db, fileId)
    checkConditions(row, conditions)
    return row
  }

  #change(actor: Actor, work: (change: FileChange) => FileRow): StoredFile {
    return storedFileOf(this.#within(actor, work))
  }

  #within<T>({ workspace_id, user_id }: Actor, work: (change: FileChange) => T): T {
    return this.#options.data.use(workspace_id, db =>
      db.transaction(() => work({ db, workspace_id, user_id, gone: new Set() })),
    )
  }
}

function whoOf(actor: Actor) {
  return { principal: actor, ip: actor.ip ?? null, request_id: actor.request_id ?? null }
}

/** Lets others have their turn. */
function nextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
