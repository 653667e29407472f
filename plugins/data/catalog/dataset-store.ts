import type { WorkspaceDatabase } from '@svc/plugin'

/** Times are milliseconds since the epoch; what is a list or an object is JSON. */
export interface DatasetRow {
  dataset_id: string
  name: string
  table_name: string
  description: string
  tags: string
  key_columns: string | null
  latest_version: number
  /** The number that the next version gets: given away before its file is published, so that no two have the same. */
  next_version: number
  /** What a search looks at, in lower case. */
  words: string
  created_at: number
  updated_at: number
  created_by: string
}

/** A dataset with what its latest version holds. */
export interface ListedRow extends DatasetRow {
  rows: number
  bytes: number
  columns: string
}

export interface ListQuery {
  /** Datasets that were made before this one. */
  before: string
  /** JSON: all of these texts are in `words`. */
  words: string
  /** Null: any. */
  tag: string | null
  count: number
}

const columns = `dataset_id, name, table_name, description, tags, key_columns, latest_version, next_version, words, created_at, updated_at,
  created_by`
const selectDataset = `SELECT ${columns} FROM data_datasets WHERE dataset_id = ?`
const selectByTable = `SELECT ${columns} FROM data_datasets WHERE table_name = ?`
// Ids that were made later sort after.
const selectPage = `SELECT d.dataset_id, d.name, d.table_name, d.description, d.tags, d.key_columns, d.latest_version, d.next_version, d.words,
    d.created_at, d.updated_at, d.created_by, v.rows, v.bytes, v.columns
  FROM data_datasets d JOIN data_versions v ON v.dataset_id = d.dataset_id AND v.version = d.latest_version
  WHERE d.dataset_id < @before
    AND NOT EXISTS (SELECT 1 FROM json_each(@words) w WHERE instr(d.words, w.value) = 0)
    AND (@tag IS NULL OR EXISTS (SELECT 1 FROM json_each(d.tags) t WHERE t.value = @tag))
  ORDER BY d.dataset_id DESC LIMIT @count`
const insertDataset = `INSERT INTO data_datasets (${columns}) VALUES (@dataset_id, @name, @table_name, @description, @tags, @key_columns,
  @latest_version, @next_version, @words, @created_at, @updated_at, @created_by)`
const updateDataset = `UPDATE data_datasets SET name = @name, table_name = @table_name, description = @description, tags = @tags,
  key_columns = @key_columns, latest_version = @latest_version, words = @words, updated_at = @updated_at WHERE dataset_id = @dataset_id`
const takeVersion = `UPDATE data_datasets SET next_version = next_version + 1 WHERE dataset_id = ? RETURNING next_version - 1 AS version`
const returnVersion = `UPDATE data_datasets SET next_version = @version WHERE dataset_id = @dataset_id AND next_version = @version + 1`
const deleteDataset = `DELETE FROM data_datasets WHERE dataset_id = ?`

/** The datasets of one workspace. */
export const datasetStore = {
  get(db: WorkspaceDatabase, datasetId: string): DatasetRow | undefined {
    return db.get<DatasetRow>(selectDataset, datasetId)
  },
  /** Whatever its case. */
  byTable(db: WorkspaceDatabase, table: string): DatasetRow | undefined {
    return db.get<DatasetRow>(selectByTable, table)
  },
  /** Newest first. */
  page(db: WorkspaceDatabase, query: ListQuery): ListedRow[] {
    return db.all<ListedRow>(selectPage, { ...query })
  },
  insert(db: WorkspaceDatabase, row: DatasetRow): void {
    db.run(insertDataset, { ...row })
  },
  update(db: WorkspaceDatabase, row: DatasetRow): void {
    const { next_version: _next, created_at: _at, created_by: _by, ...changed } = row
    db.run(updateDataset, changed)
  },
  /** The number of the version that will be; undefined when there is no such dataset. */
  takeVersion(db: WorkspaceDatabase, datasetId: string): number | undefined {
    return db.get<{ version: number }>(takeVersion, datasetId)?.version
  },
  /** Gives back the number of a version that was not made, unless a later number was given out meanwhile. */
  returnVersion(db: WorkspaceDatabase, datasetId: string, version: number): void {
    db.run(returnVersion, { dataset_id: datasetId, version })
  },
  /** With its versions. */
  delete(db: WorkspaceDatabase, datasetId: string): void {
    db.run(deleteDataset, datasetId)
  },
}
