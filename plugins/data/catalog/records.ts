import type { TableColumn } from '@svc/plugin'
import type { DatasetVersion, VersionOrigin } from '@svc/plugin/contracts/datasets'
import type { ListedRow } from './dataset-store.ts'
import type { NamedVersionRow } from './version-store.ts'

/** What is different between the columns of two versions that follow each other. */
export interface SchemaChanges {
  added: TableColumn[]
  removed: TableColumn[]
  changed: { name: string; from: string; to: string }[]
}

/** A dataset as the catalogue lists it. */
export interface DatasetSummary {
  dataset_id: string
  name: string
  table: string
  description: string
  tags: string[]
  /** Columns that identify a row; null when nobody named them. */
  key: string[] | null
  latest_version: number
  rows: number
  /** How many there are. */
  columns: number
  bytes: number
  created_at: string
  updated_at: string
}

export interface Rejected {
  count: number
  sample: { line: number; column: string | null; reason: string; text: string }[]
}

/** How the file of an import was read; null for what was not imported. */
export type Reading = Record<string, unknown>

/** A version as the routes show it. */
export interface VersionRecord extends DatasetVersion {
  schema_changes: SchemaChanges | null
  reading: Reading | null
  warnings: string[]
  rejected: Rejected
}

export const isoTime = (ms: number): string => new Date(ms).toISOString()

export function summaryOf(row: ListedRow): DatasetSummary {
  return {
    dataset_id: row.dataset_id,
    name: row.name,
    table: row.table_name,
    description: row.description,
    tags: JSON.parse(row.tags) as string[],
    key: keyOf(row.key_columns),
    latest_version: row.latest_version,
    rows: row.rows,
    columns: (JSON.parse(row.columns) as TableColumn[]).length,
    bytes: row.bytes,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  }
}

export function keyOf(text: string | null): string[] | null {
  return text === null ? null : (JSON.parse(text) as string[])
}

/** What other plugins see of a version. */
export function versionOf(row: NamedVersionRow): DatasetVersion {
  return {
    dataset_id: row.dataset_id,
    name: row.name,
    table: row.table_name,
    version: row.version,
    rows: row.rows,
    columns: columnsOf(row),
    bytes: row.bytes,
    sha256: row.sha256,
    origin: JSON.parse(row.origin) as VersionOrigin,
    created_at: isoTime(row.created_at),
    created_by: JSON.parse(row.created_by) as DatasetVersion['created_by'],
  }
}

export function versionRecordOf(row: NamedVersionRow): VersionRecord {
  return {
    ...versionOf(row),
    schema_changes: row.schema_changes === null ? null : (JSON.parse(row.schema_changes) as SchemaChanges),
    reading: row.reading === null ? null : (JSON.parse(row.reading) as Reading),
    warnings: JSON.parse(row.warnings) as string[],
    rejected: JSON.parse(row.rejected) as Rejected,
  }
}

export function columnsOf({ columns }: { columns: string }): TableColumn[] {
  return JSON.parse(columns) as TableColumn[]
}

export function schemaChanges(before: readonly TableColumn[], after: readonly TableColumn[]): SchemaChanges {
  const had = new Map(before.map(({ name, type }) => [name, type]))
  const has = new Set(after.map(({ name }) => name))
  const changed = after.flatMap(({ name, type }) => {
    const from = had.get(name)
    return from === undefined || from === type ? [] : [{ name, from, to: type }]
  })
  return {
    added: after.filter(({ name }) => !had.has(name)),
    removed: before.filter(({ name }) => !has.has(name)),
    changed,
  }
}

/** What a search for a dataset looks at. */
export function searchedText(
  dataset: { name: string; table: string; description: string; tags: readonly string[] },
  columns: readonly TableColumn[],
): string {
  const { name, table, description, tags } = dataset
  return [name, table, description, ...tags, ...columns.map(column => column.name)].join('\n').toLowerCase()
}
