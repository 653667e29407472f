import { ConflictError, NotFoundError } from '@svc/plugin'
import type {
  AnalyticsPlane,
  ByteQuota,
  Clock,
  DataPlane,
  EventLog,
  Ids,
  Principal,
  StagedTable,
  TableColumn,
  WorkspaceDatabase,
  WorkspaceMarks,
} from '@svc/plugin'
import type { VersionOrigin } from '@svc/plugin/contracts/datasets'
import { datasetStore } from '../catalog/dataset-store.ts'
import type { DatasetRow } from '../catalog/dataset-store.ts'
import { requireDatasetVersion } from '../catalog/reference.ts'
import { columnsOf, schemaChanges, searchedText, versionRecordOf } from '../catalog/records.ts'
import type { Rejected, VersionRecord } from '../catalog/records.ts'
import { tableNameOf } from '../catalog/table-name.ts'
import { versionStore } from '../catalog/version-store.ts'
import type { NamedVersionRow } from '../catalog/version-store.ts'
import { removeFiles } from './remove-files.ts'
import { unsettledStore } from './unsettled-store.ts'

export interface PublisherOptions {
  data: DataPlane
  plane: Pick<AnalyticsPlane, 'extension' | 'publish' | 'remove'>
  events: EventLog
  marks: WorkspaceMarks
  quota: ByteQuota
  ids: Ids
  clock: Clock
  /** Names this process. */
  holder: string
}

/** Which dataset a version is of: a new one by its name, or one that is there. */
export interface VersionTarget {
  dataset_id: string | null
  name: string | null
  description?: string
  tags?: readonly string[]
  /** Columns that identify a row; kept for diffs. */
  key?: readonly string[] | null
}

export type Author = Pick<Principal, 'workspace_id' | 'user_id' | 'username'>

export interface PublishOptions {
  /** What else stands or falls with the version. */
  within?: (db: WorkspaceDatabase, version: VersionRecord) => void
}

const emptyRejected: Rejected = { count: 0, sample: [] }

/** Makes versions: first the file, then its records and events in one transaction. */
export class Publisher {
  readonly #options: PublisherOptions

  constructor(options: PublisherOptions) {
    this.#options = options
  }

  /** @throws NotFoundError (the dataset), PayloadTooLargeError (the quota), StorageFullError */
  async publish(
    target: VersionTarget,
    table: StagedTable,
    origin: VersionOrigin,
    author: Author,
    { within }: PublishOptions = {},
  ): Promise<VersionRecord> {
    const { data, ids, quota } = this.#options
    const { workspace_id } = author
    quota.check(quota.used(workspace_id), table.bytes)
    const isNew = target.dataset_id === null
    const datasetId = target.dataset_id ?? ids.create('ds')
    const { version, file } = this.#announce(workspace_id, datasetId, { isNew, sha256: table.sha256 })
    try {
      await this.#place(table, file, workspace_id)
      return data.use(workspace_id, db =>
        db.transaction(() => {
          quota.check(versionStore.usedBytes(db), table.bytes)
          const made = this.#record(db, { datasetId, version, file, isNew }, target, table, origin, author)
          within?.(db, made)
          return made
        }),
      )
    } catch (error) {
      // Until the file is removed, the number stays taken: the sweep would remove the next version's file by the same name.
      const isRemoved = await removeFiles(this.#options, workspace_id, [file])
      if (isRemoved) data.use(workspace_id, db => datasetStore.returnVersion(db, datasetId, version))
      throw error
    }
  }

  /** A version that has the file of an older one. @throws NotFoundError */
  restore(datasetId: string, old: number, author: Author): VersionRecord {
    const { data } = this.#options
    return data.use(author.workspace_id, db =>
      db.transaction(() => {
        const from = requireDatasetVersion(db, datasetId, old)
        const version = datasetStore.takeVersion(db, datasetId) ?? 0
        const origin: VersionOrigin = { kind: 'restore', detail: { version: old } }
        const table = {
          columns: columnsOf(from),
          rows: from.rows,
          bytes: from.bytes,
          sha256: from.sha256,
          warnings: [],
          rejected: emptyRejected,
        }
        const made = { datasetId, version, file: from.file, isNew: false }
        return this.#record(db, made, { dataset_id: datasetId, name: null }, table, origin, author)
      }),
    )
  }

  /** The number is this version's alone: a file that has it already is of a home that was copied in mid-import. */
  async #place(table: StagedTable, file: string, workspaceId: string): Promise<void> {
    const { plane } = this.#options
    try {
      await plane.publish(table, file)
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error
      await plane.remove(workspaceId, [file])
      await plane.publish(table, file)
    }
  }

  #announce(
    workspaceId: string,
    datasetId: string,
    { isNew, sha256 }: { isNew: boolean; sha256: string },
  ): { version: number; file: string } {
    const { data, plane, marks, clock, holder } = this.#options
    return data.use(workspaceId, db =>
      db.transaction(() => {
        const version = isNew ? 1 : datasetStore.takeVersion(db, datasetId)
        if (version === undefined) throw new NotFoundError('There is no such dataset.')
        // The hash is what a server that fetches it compares.
        const file = `datasets/${datasetId}/${version}-${sha256}.${plane.extension}`
        marks.add(workspaceId)
        unsettledStore.add(db, { file, holder, since: clock.now() })
        return { version, file }
      }),
    )
  }

  #record(
    db: WorkspaceDatabase,
    { datasetId, version, file, isNew }: { datasetId: string; version: number; file: string; isNew: boolean },
    target: VersionTarget,
    table: Pick<StagedTable, 'columns' | 'rows' | 'bytes' | 'sha256' | 'warnings' | 'rejected'> & { reading?: object },
    origin: VersionOrigin,
    author: Author,
  ): VersionRecord {
    const { clock, events } = this.#options
    const now = clock.now()
    const before = datasetStore.get(db, datasetId)
    if (!isNew && !before) throw new NotFoundError('The dataset was deleted meanwhile.')
    const [previous] = versionStore.page(db, { dataset_id: datasetId, before: version, count: 1 })
    const dataset = before
      ? changedDataset(before, target, table.columns, { version, now })
      : newDataset(db, { datasetId, now, author }, target, table.columns)
    if (before) datasetStore.update(db, dataset)
    else datasetStore.insert(db, dataset)
    const row: NamedVersionRow = {
      dataset_id: datasetId,
      version,
      file,
      rows: table.rows,
      bytes: table.bytes,
      sha256: table.sha256,
      columns: JSON.stringify(table.columns),
      schema_changes: previous ? JSON.stringify(schemaChanges(columnsOf(previous), table.columns)) : null,
      origin: JSON.stringify(origin),
      reading: table.reading === undefined ? null : JSON.stringify(table.reading),
      warnings: JSON.stringify(table.warnings),
      rejected: JSON.stringify(table.rejected),
      created_at: now,
      created_by: JSON.stringify({ user_id: author.user_id, username: author.username }),
      name: dataset.name,
      table_name: dataset.table_name,
      latest_version: dataset.latest_version,
    }
    const { name, table_name, latest_version: _latest, ...stored } = row
    versionStore.insert(db, stored)
    unsettledStore.settle(db, file)
    const details = { dataset_id: datasetId, version, name, table: table_name, rows: row.rows, origin: origin.kind }
    const type = before ? 'dataset.version.created' : 'dataset.created'
    events.append(db, author.workspace_id, [{ type, data: { ...details, user_id: author.user_id } }])
    return versionRecordOf(row)
  }
}

function newDataset(
  db: WorkspaceDatabase,
  { datasetId, now, author }: { datasetId: string; now: number; author: Author },
  { name: given, description = '', tags = [], key = null }: VersionTarget,
  columns: readonly TableColumn[],
): DatasetRow {
  const name = given ?? 'dataset'
  const table = tableNameOf(name, tried => datasetStore.byTable(db, tried) !== undefined)
  return {
    dataset_id: datasetId,
    name,
    table_name: table,
    description,
    tags: JSON.stringify(tags),
    key_columns: key === null ? null : JSON.stringify(key),
    latest_version: 1,
    next_version: 2,
    words: searchedText({ name, table, description, tags }, columns),
    created_at: now,
    updated_at: now,
    created_by: author.user_id,
  }
}

function changedDataset(
  before: DatasetRow,
  { key }: VersionTarget,
  columns: readonly TableColumn[],
  { version, now }: { version: number; now: number },
): DatasetRow {
  const { name, table_name: table, description } = before
  const tags = JSON.parse(before.tags) as string[]
  // When two imports run at once, the one with the lower number may be recorded last.
  const isLatest = version > before.latest_version
  return {
    ...before,
    ...(key && { key_columns: JSON.stringify(key) }),
    ...(isLatest && {
      latest_version: version,
      words: searchedText({ name, table, description, tags }, columns),
    }),
    updated_at: Math.max(now, before.updated_at + 1),
  }
}
