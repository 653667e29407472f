import type { Json, JsonObject } from './json.ts'

export interface DataColumn {
  readonly name: string
  /** As DuckDB names it: `BIGINT`, `DOUBLE`, `VARCHAR`, `DATE`, … */
  readonly type: string
}

export interface DataQueryOptions {
  /** For each `?` in order. */
  readonly params?: readonly (string | number | boolean | null)[]
  /** Rows, at most; default 1000. */
  readonly limit?: number
  /** Default 10000. */
  readonly timeout_ms?: number
}

export interface DataRows {
  readonly columns: readonly DataColumn[]
  /** Integers beyond 2^53 are texts. */
  readonly rows: readonly (readonly Json[])[]
  readonly row_count: number
  /** There are more rows than `limit`. */
  readonly truncated: boolean
  readonly elapsed_ms: number
  /** Which versions were read, and what the result is known by. */
  readonly receipt: JsonObject
}

/** A dataset as the catalogue lists it. */
export interface DatasetSummary {
  readonly dataset_id: string
  readonly name: string
  /** The name in SQL. */
  readonly table: string
  readonly description: string
  readonly tags: readonly string[]
  readonly key: readonly string[] | null
  readonly latest_version: number
  readonly rows: number
  /** How many there are. */
  readonly columns: number
  readonly bytes: number
  readonly created_at: string
  readonly updated_at: string
}

/** What the columns of a version hold. */
export interface DatasetProfile {
  readonly dataset_id: string
  readonly version: number
  readonly rows: number
  readonly columns: readonly (DataColumn & {
    readonly missing: number
    readonly distinct: number
    readonly min: Json
    readonly max: Json
    readonly mean: number | null
    readonly sd: number | null
    readonly [member: string]: Json | undefined
  })[]
}

/** A table to import: as text (of `json` also the rows themselves), or a file of the workspace. */
export interface DataImport {
  /** Without it and without `dataset_id` the dataset is called as the file. */
  readonly name?: string
  /** Makes a new version of this dataset. */
  readonly dataset_id?: string
  readonly content?: string | readonly JsonObject[]
  readonly file_id?: string
  readonly format?: 'csv' | 'tsv' | 'json' | 'ndjson' | 'parquet' | 'xlsx'
  readonly header?: boolean
  readonly delimiter?: string
  readonly decimal_separator?: '.' | ','
  readonly columns?: readonly { readonly name: string; readonly type?: string }[]
  readonly key?: readonly string[]
  readonly tags?: readonly string[]
}

/** A version that was made. */
export interface ImportedData {
  readonly dataset_id: string
  readonly name: string
  readonly table: string
  readonly version: number
  readonly rows: number
  readonly columns: readonly DataColumn[]
  readonly bytes: number
  readonly sha256: string
  readonly warnings: readonly string[]
  readonly rejected: { readonly count: number; readonly sample: readonly JsonObject[] }
  readonly [member: string]: unknown
}

/** The workspace's datasets, within the manifest's `permissions.datasets`. */
export interface Data {
  /** One SELECT over the datasets by their tables; an older version is `"sales@2"`. */
  query(sql: string, options?: DataQueryOptions): Promise<DataRows>
  /** Newest first. */
  list(filter?: {
    readonly limit?: number
    readonly cursor?: string
    readonly search?: string
    readonly tag?: string
  }): Promise<{ readonly items: readonly DatasetSummary[]; readonly next_cursor: string | null }>
  /** The profile of a dataset's latest version, or of another. */
  describe(datasetId: string, version?: number): Promise<DatasetProfile>
  import(table: DataImport): Promise<ImportedData>
}
