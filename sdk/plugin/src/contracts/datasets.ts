import type { Readable } from 'node:stream'
import type { ImportOptions, NumericColumn, QueryParam, TableColumn } from '../core/storage/analytics-plane.ts'
import type { Principal } from '../principal.ts'
import { defineExtensionPoint, defineService } from '../service.ts'

/** Who or what made a version. */
export interface VersionOrigin {
  kind: 'import' | 'query' | 'restore' | 'run' | 'analysis'
  /** For an import: how the file was read. For a query: its text, parameters and the versions it read. For a restore: the version. Else the id. */
  detail: Record<string, unknown>
}

/** One immutable version of a dataset. */
export interface DatasetVersion {
  dataset_id: string
  name: string
  /** The name in SQL: `sales`; an older version is `"sales@2"`. */
  table: string
  /** From 1. */
  version: number
  rows: number
  columns: TableColumn[]
  bytes: number
  /** The hash of its file, in hex. */
  sha256: string
  origin: VersionOrigin
  created_at: string
  created_by: { user_id: string; username: string } | null
}

export interface ImportedVersion extends DatasetVersion {
  warnings: string[]
  /** Rows that could not be taken, and the first of them. */
  rejected: { count: number; sample: { line: number; column: string | null; reason: string; text: string }[] }
}

/** Which version: `ds_…`, `ds_…@2`, or the dataset's table name. Without a version, the latest. */
export type DatasetReference = string

export interface DatasetColumns {
  version: DatasetVersion
  rows: number
  columns: NumericColumn[]
}

/** The datasets of a workspace, as other plugins see them. */
export interface Datasets {
  /** @throws NotFoundError */
  get(workspaceId: string, dataset: DatasetReference, version?: number): DatasetVersion
  /**
   * Columns for numerical work, in the order of the file; `filter` is a condition in SQL. `as_text`: each value as exact text, as codes.
   * @throws NotFoundError (dataset, column), UnprocessableError `sql_forbidden` | `sql_error` | `query_limit`, TimeoutError
   */
  columns(
    workspaceId: string,
    wanted: {
      dataset: DatasetReference
      version?: number
      columns: string[]
      filter?: string | null
      as_text?: boolean
    },
    run: { signal: AbortSignal; timeoutMs: number },
  ): Promise<DatasetColumns>
  /** A new dataset or version of a statement's rows. Emits `dataset.created` or `dataset.version.created`. */
  derive(
    query: { sql: string; params?: QueryParam[]; name: string; dataset_id?: string; origin?: VersionOrigin },
    by: { principal: Principal; signal: AbortSignal },
  ): Promise<DatasetVersion>
  /** As `POST /api/data/import`, for other plugins and their routes and tools. @throws as the route */
  import(
    data: {
      /** Null: a new version of `dataset_id`. */
      name: string | null
      dataset_id?: string
      content: string | Uint8Array | Readable
      options?: ImportOptions
      origin?: VersionOrigin
      /** Names this import within the workspace, such as by the job that makes it: within a month it is made once, and answered again. */
      once?: string
    },
    by: { principal: Principal; signal: AbortSignal },
  ): Promise<ImportedVersion>
}

/** Records that rest on datasets, such as runs that learned from them. */
export interface DatasetUse {
  /** What they are, in the plural: `runs of machine learning`. */
  title: string
  /** Those of a dataset by name and id, the newest first; at most `limit`. */
  of(workspaceId: string, datasetId: string, limit: number): { id: string; name: string }[]
}

/** Hosted by the data plugin, which asks before a dataset is deleted for good. */
export const datasetUses = defineExtensionPoint<DatasetUse>('data.dataset-uses')

export const datasets = defineService<Datasets>('data.datasets')
