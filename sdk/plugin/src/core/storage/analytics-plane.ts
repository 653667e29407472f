import { defineService } from '../../service.ts'
import type { PlaneStatus } from './planes.ts'

/** Types are named as DuckDB names them: `BIGINT`, `DOUBLE`, `VARCHAR`, `BOOLEAN`, `DATE`, `TIMESTAMP`, `DECIMAL(18,3)`, … */
export interface TableColumn {
  name: string
  type: string
}

/**
 * What a result is known by, whatever the order of its rows: `hash` of all columns that are exact (SHA-256 of the column names and types, and of the rows'
 * hashes added up), and of each column of floating-point numbers a weighted sum, because sums made by several threads differ in their last digits.
 */
export interface ResultDigest {
  hash: string
  rows: number
  floats: { column: string; sum: number; scale: number }[]
}

export interface TablePreview {
  columns: TableColumn[]
  rows: string
}

export interface TableProfile {
  rows: number
  columns: ColumnProfile[]
}

export interface ColumnProfile extends TableColumn {
  missing: number
  /** Exact up to a million rows, beyond that an estimate, and `distinct_is_exact` false. */
  distinct: number
  distinct_is_exact: boolean
  /** As `query` writes the value; null for a column of missing values. */
  min: string | number | boolean | null
  max: string | number | boolean | null
  mean: number | null
  sd: number | null
  /** The quantiles of numbers, dates and timestamps; dates as text. */
  quantiles: { q: number; value: string | number | null }[]
  /** The histogram of numbers: at most 20 bins of equal width, `from` included, `to` excluded but in the last. */
  histogram: { from: number; to: number; count: number }[]
  /** The ten most frequent values, most frequent first, ties by value. */
  top: { value: string | number | boolean; count: number }[]
}

export interface TableDiff {
  added: number
  removed: number
  /** 0 without a key. */
  changed: number
  schema: {
    added: TableColumn[]
    removed: TableColumn[]
    changed: { name: string; from: string; to: string }[]
  }
  /** Over the columns that both have; rows as objects, values as `query` writes them. */
  sample: { added: JsonRow[]; removed: JsonRow[]; changed: { key: JsonRow; from: JsonRow; to: JsonRow }[] }
}

export type JsonRow = Record<string, unknown>

export interface ImportOptions {
  format?: 'csv' | 'tsv' | 'json' | 'ndjson' | 'parquet' | 'xlsx'
  /** The client's name of the file, for the format alone. */
  filename?: string
  header?: boolean
  delimiter?: string
  /** A WHATWG name: `utf-8`, `windows-1252`, `utf-16le`, …; by the bytes when left out. */
  encoding?: string
  decimal_separator?: '.' | ','
  /** Overrides of names (by position, when all are given) and types (by name). */
  columns?: { name: string; type?: string }[]
  /** The name of the sheet, or its number from 1. */
  sheet?: string | number
}

export interface ImportLimits {
  max_columns: number
  /** Decompressed. */
  max_bytes: number
  max_line_bytes: number
  max_rows: number
  memory_mb: number
  threads: number
}

export interface ImportedTable {
  columns: TableColumn[]
  rows: number
  bytes: number
  sha256: string
  /** How it was read: what was found out and what was given. */
  reading: {
    format: string
    encoding: string | null
    delimiter: string | null
    header: boolean | null
    decimal_separator: string | null
    sheet: string | null
    compression: string | null
    /** Each column with its type, and where the type comes from (`given` or `inferred`). */
    columns: (TableColumn & { source: 'given' | 'inferred' | 'stored' })[]
  }
  /** Sentences for people: renamed columns, formulas, merged cells, mixed types. */
  warnings: string[]
  /** Rows that could not be taken. */
  rejected: { count: number; sample: { line: number; column: string | null; reason: string; text: string }[] }
}

export type TableExportFormat = 'csv' | 'parquet' | 'json' | 'ndjson' | 'xlsx' | 'arrow'

/** Where bytes wait to be imported: a folder of one task, in the workspace's analytics folder, named `….tmp`. */
export interface AnalyticsStage {
  readonly workspaceId: string
  /** For the uploaded bytes; the plane never looks at a client's names. */
  readonly path: string
  /** Removes the folder and what is in it, and ends the process that was at work for it. To be called in any case; harmless when repeated. */
  discard(): Promise<void>
}

/** A table that was made and belongs to nobody yet. */
export interface StagedTable extends ImportedTable {
  readonly stage: AnalyticsStage
}

/** How a statement's table names are looked up, in the order asked; null for what there is not. */
export type TableLookup = (names: readonly string[]) => Promise<({ name: string; file: string } | null)[]>

export type QueryParam = string | number | boolean | null

export interface TableQuery {
  sql: string
  params?: readonly QueryParam[]
  tables: TableLookup
}

export interface QueryRun {
  /** Aborts the query: within 3 s nothing of it runs any more. */
  signal: AbortSignal
  /** TimeoutError when over it. */
  timeoutMs: number
  /** Who asks, by user id: the persons of a workspace take turns. */
  person?: string
}

export interface QueryResult {
  columns: TableColumn[]
  /** The tables the statement names, each once. */
  tables: { name: string; file: string }[]
  /** Functions in it whose value may differ from run to run. */
  volatile: string[]
  /**
   * Pieces of text: of JSON rows (arrays with commas between, no outer brackets) or of CSV, as asked. Read to the end, or `return()`. Once the reading has
   * begun, the process goes on without waiting for it. @throws as {@link AnalyticsPlane.query}
   */
  pieces: AsyncIterableIterator<string>
  /** Known after the last piece. */
  end(): { row_count: number; truncated: boolean; digest: ResultDigest | null }
}

/** A file that the engine wrote; it is removed by `discard`. */
export interface ExportedTable {
  path: string
  rows: number
  bytes: number
  columns: TableColumn[]
  tables: { name: string; file: string }[]
  discard(): Promise<void>
}

/** A column for numerical work. */
export type NumericColumn =
  | { name: string; type: string; meaning: 'number' | 'date' | 'timestamp'; kind: 'number'; values: Float64Array }
  | { name: string; type: string; meaning: 'text' | 'boolean'; kind: 'codes'; codes: Int32Array; levels: string[] }

/**
 * The analytics plane: tables in files of their own, one a version of a dataset, and an engine (DuckDB, or SQLite) that reads them in a
 * process that can be killed. Files are named relative to the workspace's folder, `<home>/data_plane/<workspace_id>/`. Which there are, and under which names SQL finds
 * them, is the caller's affair.
 *
 * Statements are one SELECT, DESCRIBE or SUMMARIZE over the tables that `tables` knows, with functions of an allow-list. They fail with UnprocessableError
 * `sql_forbidden`, `sql_error` or `query_limit`, PayloadTooLargeError (the text), TimeoutError, UnavailableError (too much waits).
 */
export interface AnalyticsPlane {
  /** The id of the driver. */
  readonly driver: string
  /** What a version's file is named with: `parquet` or `sqlite`. */
  readonly extension: string
  status(): Promise<PlaneStatus>
  /** A place for an upload. A process for the import is started meanwhile, unless that may never come. @throws StorageFullError, NotFoundError */
  stage(workspaceId: string, options?: { isImportSoon?: boolean }): Promise<AnalyticsStage>
  /** @throws UnprocessableError `import_failed`, PayloadTooLargeError, StorageFullError, TimeoutError, the signal's reason */
  import(
    stage: AnalyticsStage,
    options: ImportOptions,
    limits: Omit<ImportLimits, 'memory_mb' | 'threads'>,
    run: { signal: AbortSignal; timeoutMs: number; progress?: (fraction: number, note: string) => void },
  ): Promise<StagedTable>
  /** A table of a statement's rows. */
  derive(
    workspaceId: string,
    query: TableQuery,
    limits: Omit<ImportLimits, 'memory_mb' | 'threads'>,
    run: QueryRun,
  ): Promise<StagedTable>
  /** Makes the staged table a file of its own that stays: synced, renamed, never changed. Its record is the caller's to write; until then {@link files} lists it like any other. @throws StorageFullError, ConflictError when there is such a file */
  publish(table: StagedTable, file: string): Promise<void>
  /** All files that were published and not removed, relative names. */
  files(workspaceId: string): Promise<string[]>
  /** The workspaces that have a folder. */
  workspaceIds(): Promise<string[]>
  remove(workspaceId: string, files: readonly string[]): Promise<void>
  /** Ends what reads the workspace's files and removes its folder, staged tables too. */
  removeWorkspace(workspaceId: string): Promise<void>
  /** Removes what tasks of processes that are gone have left, in all workspaces. */
  sweep(): Promise<void>
  query(
    workspaceId: string,
    query: TableQuery & { limit: number; maxBytes: number; format: 'json' | 'csv'; digest?: boolean },
    run: QueryRun,
  ): Promise<QueryResult>
  export(
    workspaceId: string,
    source: { file: string } | TableQuery,
    format: TableExportFormat,
    run: QueryRun & { maxBytes: number; sheet?: string },
  ): Promise<ExportedTable>
  preview(
    workspaceId: string,
    page: { file: string; limit: number; offset: number },
    run: QueryRun,
  ): Promise<TablePreview>
  profile(workspaceId: string, file: string, run: QueryRun): Promise<TableProfile>
  diff(
    workspaceId: string,
    versions: { from: string; to: string; key: string[] | null; sample: number },
    run: QueryRun,
  ): Promise<TableDiff>
  /**
   * Columns as numbers and codes, or each value as exact text; rows in the order of the file.
   * @throws NotFoundError (a column), and as a statement for the filter
   */
  columns(
    workspaceId: string,
    wanted: { file: string; columns: string[]; filter: string | null; maxCells: number; asText?: boolean },
    run: QueryRun,
  ): Promise<{ rows: number; columns: NumericColumn[] }>
}

export const analyticsPlane = defineService<AnalyticsPlane>('core.analytics-plane')

/**
 * What sums of floating-point numbers may differ by when the rows were taken in another order, as a part of their
 * scale.
 */
const tolerance = 1e-9

/** Whether two digests are of the same result, as far as the engine's order of addition allows. */
export function sameDigest(one: ResultDigest, other: ResultDigest): boolean {
  if (one.hash !== other.hash || one.rows !== other.rows || one.floats.length !== other.floats.length) return false
  return one.floats.every((float, index) => {
    const against = other.floats[index]!
    const room = tolerance * Math.max(float.scale, against.scale)
    // The scales too: numbers that cancel each other out would hide any change of both.
    return (
      float.column === against.column &&
      Math.abs(float.sum - against.sum) <= room &&
      Math.abs(float.scale - against.scale) <= room
    )
  })
}
