import { bodyFault, ConflictError, decodeCursor, NotFoundError, pageOf } from '@svc/plugin'
import type {
  Actor,
  AnalyticsPlane,
  AuditLog,
  Clock,
  DataPlane,
  EventLog,
  Page,
  PageQuery,
  WorkspaceDatabase,
  WorkspaceMarks,
} from '@svc/plugin'
import type { DatasetUse } from '@svc/plugin/contracts/datasets'
import { deleteAudited } from '@svc/plugin/library/delete-audited'
import { removeFiles } from '../versions/remove-files.ts'
import { unsettledStore } from '../versions/unsettled-store.ts'
import { answerStore } from './answer-store.ts'
import { datasetStore } from './dataset-store.ts'
import type { DatasetRow } from './dataset-store.ts'
import { columnsOf, isoTime, keyOf, searchedText, summaryOf, versionRecordOf } from './records.ts'
import type { DatasetSummary, VersionRecord } from './records.ts'
import { requireDatasetVersion } from './reference.ts'
import { tableNameFault } from './table-name.ts'
import { versionStore } from './version-store.ts'

export interface CatalogOptions {
  data: DataPlane
  plane: Pick<AnalyticsPlane, 'remove'>
  events: EventLog
  marks: WorkspaceMarks
  audit: AuditLog
  clock: Clock
  /** Names this process. */
  holder: string
  /** What may rest on a dataset. */
  uses: () => readonly { value: DatasetUse }[]
}

/** A dataset with its latest version. */
export interface DatasetRecord extends Omit<VersionRecord, 'version' | 'created_at' | 'created_by'> {
  description: string
  tags: string[]
  key: string[] | null
  latest_version: number
  created_at: string
  updated_at: string
}

export interface DatasetChange {
  name?: string
  table?: string
  description?: string
  tags?: string[]
  key?: string[] | null
}

const afterAll = '\u{10ffff}'
const mostWords = 10
const mostUsers = 5

/** What there is: datasets and their versions. */
export class Catalog {
  readonly #options: CatalogOptions

  constructor(options: CatalogOptions) {
    this.#options = options
  }

  list(
    workspaceId: string,
    { limit, cursor, search = '', tag }: PageQuery & { search?: string; tag?: string },
  ): Page<DatasetSummary> {
    const [before] = cursor === undefined ? [afterAll] : decodeCursor<[string]>(cursor, ['string'])
    const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords)
    const query = { before, words: JSON.stringify(words), tag: tag ?? null, count: limit + 1 }
    const rows = this.#options.data.use(workspaceId, db => datasetStore.page(db, query))
    return pageOf(rows, limit, row => [row.dataset_id], summaryOf)
  }

  /** @throws NotFoundError */
  get(workspaceId: string, datasetId: string): DatasetRecord {
    return this.#options.data.use(workspaceId, db => recordOf(db, required(db, datasetId)))
  }

  /** @throws NotFoundError */
  versions(workspaceId: string, datasetId: string, { limit, cursor }: PageQuery): Page<VersionRecord> {
    const [before] = cursor === undefined ? [Number.MAX_SAFE_INTEGER] : decodeCursor<[number]>(cursor, ['number'])
    const rows = this.#options.data.use(workspaceId, db => {
      required(db, datasetId)
      return versionStore.page(db, { dataset_id: datasetId, before, count: limit + 1 })
    })
    return pageOf(rows, limit, row => [row.version], versionRecordOf)
  }

  /** @throws NotFoundError, ValidationError, ConflictError when the table's name is taken */
  update(workspaceId: string, datasetId: string, change: DatasetChange): DatasetRecord {
    const { clock, data } = this.#options
    if (change.table !== undefined) assertTable(change.table)
    return data.use(workspaceId, db =>
      db.transaction(() => {
        const before = required(db, datasetId)
        const latest = requireDatasetVersion(db, datasetId)
        const columns = columnsOf(latest)
        const missing = change.key?.find(name => !columns.some(column => column.name === name))
        if (missing !== undefined)
          throw bodyFault('/key', `names the column ${JSON.stringify(missing)}, which there is not`)
        const table = change.table ?? before.table_name
        const other = datasetStore.byTable(db, table)
        if (other && other.dataset_id !== datasetId) {
          throw new ConflictError('already_exists', `There is a table ${other.table_name}. Choose another name.`)
        }
        const now = {
          name: change.name ?? before.name,
          description: change.description ?? before.description,
          tags: change.tags ?? (JSON.parse(before.tags) as string[]),
        }
        const key = change.key === undefined ? keyOf(before.key_columns) : change.key
        const row: DatasetRow = {
          ...before,
          ...now,
          table_name: table,
          tags: JSON.stringify(now.tags),
          key_columns: key === null ? null : JSON.stringify(key),
          words: searchedText({ ...now, table }, columns),
          updated_at: Math.max(clock.now(), before.updated_at + 1),
        }
        datasetStore.update(db, row)
        return recordOf(db, row)
      }),
    )
  }

  /**
   * For good, with all versions. What used it keeps its name and its hash.
   * @throws NotFoundError, ValidationError when `confirm` is not its name, ConflictError while something rests on it and it is not forced
   */
  async delete(actor: Actor, datasetId: string, confirm: string, { isForced = false } = {}): Promise<void> {
    const { clock, events, holder, marks } = this.#options
    const { workspace_id, user_id } = actor
    const files = await deleteAudited(this.#options, actor, {
      find: db => {
        const found = required(db, datasetId)
        if (confirm !== found.name)
          throw bodyFault('/confirm', `must be the dataset's name, ${JSON.stringify(found.name)}`)
        if (!isForced) this.#assertUnused(workspace_id, found)
        return { found, theirs: versionStore.files(db, datasetId) }
      },
      entry: ({ found: { name }, theirs }) => ({
        action: 'dataset.deleted',
        target: datasetId,
        details: { name, versions: theirs.length },
      }),
      delete: (db, { found: { name, table_name: table }, theirs }) => {
        marks.add(workspace_id)
        for (const file of theirs) {
          answerStore.forget(db, file)
          unsettledStore.add(db, { file, holder, since: clock.now() })
        }
        datasetStore.delete(db, datasetId)
        const deleted = { dataset_id: datasetId, name, table, user_id }
        events.append(db, workspace_id, [{ type: 'dataset.deleted', data: deleted }])
        return theirs
      },
    })
    await removeFiles(this.#options, workspace_id, files)
  }

  #assertUnused(workspaceId: string, { dataset_id, name }: DatasetRow): void {
    for (const { value } of this.#options.uses()) {
      const users = value.of(workspaceId, dataset_id, mostUsers + 1)
      if (users.length === 0) continue
      const named = users.slice(0, mostUsers).map(user => `${user.name} (${user.id})`)
      const others = users.length > mostUsers ? ' and others' : ''
      throw new ConflictError(
        'conflict',
        `${JSON.stringify(name)} was used by ${value.title}: ${named.join(', ')}${others}. Send "force": true to delete it all the same; they keep its name and its hash.`,
      )
    }
  }
}

function required(db: WorkspaceDatabase, datasetId: string): DatasetRow {
  const row = datasetStore.get(db, datasetId)
  if (row) return row
  throw new NotFoundError('There is no such dataset.')
}

function recordOf(db: WorkspaceDatabase, row: DatasetRow): DatasetRecord {
  const latest = versionRecordOf(requireDatasetVersion(db, row.dataset_id))
  const { version: _version, created_by: _by, ...facts } = latest
  return {
    ...facts,
    name: row.name,
    table: row.table_name,
    description: row.description,
    tags: JSON.parse(row.tags) as string[],
    key: keyOf(row.key_columns),
    latest_version: row.latest_version,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  }
}

function assertTable(table: string): void {
  const message = tableNameFault(table)
  if (message !== null) throw bodyFault('/table', message)
}
