import type { ImportLimits, ImportOptions, ResultDigest, TableColumn, TableExportFormat } from '@svc/plugin'

/**
 * What the analytics plane asks of `apps/query-host`, and it of the plane. All files are named relative to the workspace's analytics
 * folder, which is the child's working folder: `datasets/…` may be read; `staging/<task>.tmp/…` may be written by a child of the role `writer`.
 * Methods throw RemoteError with the codes named here; the sentence is for the caller.
 */

/** `reader`: people's SQL and reading of stored versions, nothing can be written. `writer`: one import or one export, then it ends. */
export type QueryHostRole = 'reader' | 'writer'

/** `open`: the first request to a child. */
export interface HostOpen {
  memory_mb: number
  threads: number
}

/** A dataset's version as SQL finds it: its name, and the file behind it. */
export interface HostTable {
  /** `sales`, `sales@2`; found without regard to case, and shown so. */
  name: string
  file: string
}

/** The child asks the plane: `tables` {names} -> (HostTable | null)[], in the order asked. Names come as they were written. */
export interface HostTablesRequest {
  names: string[]
}

/**
 * `query` {…} -> HostQueryAnswer, then `more` -> HostPiece until `done`. One at a time in a child; a new `query` ends the one before.
 * Errors: `sql_forbidden`, `sql_error` (the engine's message with line and column, no path), `query_limit`, `payload_too_large`.
 */
export interface HostQuery {
  sql: string
  /** For `?` in order: null, boolean, number, string. */
  params: (string | number | boolean | null)[]
  /** Rows; one more is read, to know whether there are more. */
  limit: number
  /** Of the answer's text or bytes; over it `query_limit`. */
  max_bytes: number
  format: 'json' | 'csv'
  /** Whether the receipt's digest is wanted. */
  digest: boolean
}

export interface HostPiece {
  /** `json`: rows as JSON arrays with commas between, without the outer brackets; the pieces put together are the whole. `csv`: text. At most 256 KiB. */
  piece: string
  /** Set with the last piece. */
  end: HostQueryEnd | null
}

export interface HostQueryAnswer extends HostPiece {
  columns: TableColumn[]
  /** The tables that the statement names, each once, as `tables` gave them. */
  tables: HostTable[]
  /** Names of functions in it whose value may differ from run to run (`random`, `now`, …); empty for a statement that can be verified. */
  volatile: string[]
}

export interface HostQueryEnd {
  row_count: number
  truncated: boolean
  digest: ResultDigest | null
}

/** `preview` {file, limit, offset} -> {columns, rows: JSON text of an array of arrays, values as `query` writes them}. */
export interface HostPreview {
  file: string
  limit: number
  offset: number
}

/** `profile` {file} -> TableProfile. Quantiles are R's type 7. */
export interface HostProfileRequest {
  file: string
}

/** `diff` {from, to, key, sample} -> TableDiff. With `key` rows are matched by these columns, without by their content (as multisets). */
export interface HostDiffRequest {
  from: string
  to: string
  key: string[] | null
  /** Rows of each kind in the sample. */
  sample: number
}

/**
 * `columns` {…} -> {rows, columns: HostNumbersHead[]}, then `column` {index, from} -> raw bytes beside the answer (`Attached`), at most 4 MiB, from that byte on, until all `bytes` are there: values for
 * numerical work. A child keeps one such answer, until the next request of another kind.
 * Errors: `not_found` (a column), `sql_forbidden` and `sql_error` (of the filter), `query_limit` (cells).
 */
export interface HostColumnsRequest {
  file: string
  columns: string[]
  /** A condition in SQL over the version's columns; null: all rows. Rows for which it is true, in the order of the file. */
  filter: string | null
  max_cells: number
  /** Each value as exact text: all columns are codes. */
  as_text?: boolean
}

export interface HostNumbersHead {
  name: string
  type: string
  /** `number`: little-endian doubles, missing is NaN. `codes`: little-endian int32 from 0 into `levels`, missing is -1. */
  kind: 'number' | 'codes'
  /** Of `codes`: distinct values as text, sorted (numbers by value, text by code point). */
  levels: string[] | null
  /** Dates, timestamps: `number` holds milliseconds since the epoch. Booleans are codes with the levels `false`, `true`. */
  meaning: 'number' | 'text' | 'boolean' | 'date' | 'timestamp'
  bytes: number
}

/** `import` HostImport -> ImportedTable. Progress comes as notices `progress` {fraction, note}. Errors: `import_failed`, `payload_too_large`, `query_limit`, each with a sentence that says where. */
export interface HostImport {
  /** The uploaded bytes: `staging/<task>.tmp/<name>`. */
  file: string
  /** Where to write the version: `staging/<task>.tmp/<name>`. */
  output: string
  options: ImportOptions
  limits: ImportLimits
}

/** `derive` {…} -> ImportedTable: a version made of a query (`tables` is asked). `export` HostExport -> HostExported. Errors as of `query`. */
export interface HostDerive {
  sql: string
  params: HostQuery['params']
  output: string
  limits: ImportLimits
}

export interface HostExport {
  /** A stored version as it is, or a statement. */
  source: { file: string } | { sql: string; params: HostQuery['params'] }
  format: TableExportFormat
  output: string
  max_bytes: number
  /** Of an xlsx sheet. */
  sheet: string
}

export interface HostExported {
  rows: number
  bytes: number
  columns: TableColumn[]
  tables: HostTable[]
}
