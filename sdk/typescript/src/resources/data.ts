import { importParts } from '../core/transport/multipart.ts'
import type { ImportedFile } from '../core/transport/multipart.ts'
import type { Call } from '../core/call.ts'
import type { Accepted, Answer, Body, Item, ListQuery, Outcome, Query } from '../core/operations.ts'
import type { RequestOptions } from '../core/transport/options.ts'
import type { Pages } from '../core/page.ts'
import { Resource } from '../core/resource.ts'
import type { Transport } from '../core/transport/transport.ts'

/** Queries that are kept by name. */
class SavedQueries extends Resource {
  list(query?: ListQuery<'listSavedQueries'>, options?: RequestOptions): Pages<Item<'listSavedQueries'>> {
    return this.pages<'listSavedQueries'>('/api/data/queries', { query, options })
  }

  create(body: Body<'createSavedQuery'>, options?: RequestOptions): Call<Answer<'createSavedQuery'>> {
    return this.ask<'createSavedQuery'>('POST', '/api/data/queries', { body, options })
  }

  get(query_id: string, options?: RequestOptions): Call<Answer<'getSavedQuery'>> {
    return this.ask<'getSavedQuery'>('GET', '/api/data/queries/{query_id}', { path: { query_id }, options })
  }

  update(
    query_id: string,
    body: Body<'updateSavedQuery'> = {},
    options?: RequestOptions,
  ): Call<Answer<'updateSavedQuery'>> {
    return this.ask<'updateSavedQuery'>('PATCH', '/api/data/queries/{query_id}', { path: { query_id }, body, options })
  }

  delete(query_id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', '/api/data/queries/{query_id}', { path: { query_id }, options })
  }

  run(query_id: string, body: Body<'runSavedQuery'> = {}, options?: RequestOptions): Call<Answer<'runSavedQuery'>> {
    return this.ask<'runSavedQuery'>('POST', '/api/data/queries/{query_id}/run', { path: { query_id }, body, options })
  }
}

type Import = Body<'importDataset'> | ImportedFile<Omit<Body<'importDataset'>, 'content' | 'file_id'>>

/** Datasets, their versions, and SQL over them. */
export class Data extends Resource {
  readonly queries: SavedQueries

  constructor(transport: Transport) {
    super(transport)
    this.queries = new SavedQueries(transport)
  }

  catalog(query?: ListQuery<'listDatasets'>, options?: RequestOptions): Pages<Item<'listDatasets'>> {
    return this.pages<'listDatasets'>('/api/data/catalog', { query, options })
  }

  /** Stores a file, text or a file of the workspace as a dataset; with `mode: "job"` in the background. */
  import(body: Import & { mode: 'job' }, options?: RequestOptions): Call<Accepted<'importDataset'>>
  import(body: Import & { mode?: 'request' }, options?: RequestOptions): Call<Outcome<'importDataset'>>
  import(body: Import, options?: RequestOptions): Call<Answer<'importDataset'>>
  import(body: Import, options?: RequestOptions): Call<Answer<'importDataset'>> {
    return this.ask<'importDataset'>('POST', '/api/data/import', { ...importParts(body), options })
  }

  get(dataset_id: string, options?: RequestOptions): Call<Answer<'getDataset'>> {
    return this.ask<'getDataset'>('GET', '/api/data/datasets/{dataset_id}', { path: { dataset_id }, options })
  }

  update(
    dataset_id: string,
    body: Body<'updateDataset'> = {},
    options?: RequestOptions,
  ): Call<Answer<'updateDataset'>> {
    return this.ask<'updateDataset'>('PATCH', '/api/data/datasets/{dataset_id}', {
      path: { dataset_id },
      body,
      options,
    })
  }

  /** Deletes a dataset with all its versions; `confirm` is its name. */
  delete(dataset_id: string, body: Body<'deleteDataset'>, options?: RequestOptions): Call<void> {
    return this.done('DELETE', '/api/data/datasets/{dataset_id}', { path: { dataset_id }, body, options })
  }

  versions(
    dataset_id: string,
    query?: ListQuery<'listDatasetVersions'>,
    options?: RequestOptions,
  ): Pages<Item<'listDatasetVersions'>> {
    return this.pages<'listDatasetVersions'>('/api/data/datasets/{dataset_id}/versions', {
      path: { dataset_id },
      query,
      options,
    })
  }

  preview(
    dataset_id: string,
    query?: Query<'previewDataset'>,
    options?: RequestOptions,
  ): Call<Answer<'previewDataset'>> {
    return this.ask<'previewDataset'>('GET', '/api/data/datasets/{dataset_id}/preview', {
      path: { dataset_id },
      query,
      options,
    })
  }

  profile(
    dataset_id: string,
    query?: Query<'profileDataset'>,
    options?: RequestOptions,
  ): Call<Answer<'profileDataset'>> {
    return this.ask<'profileDataset'>('GET', '/api/data/datasets/{dataset_id}/profile', {
      path: { dataset_id },
      query,
      options,
    })
  }

  diff(
    dataset_id: string,
    query?: Query<'diffDatasetVersions'>,
    options?: RequestOptions,
  ): Call<Answer<'diffDatasetVersions'>> {
    return this.ask<'diffDatasetVersions'>('GET', '/api/data/datasets/{dataset_id}/diff', {
      path: { dataset_id },
      query,
      options,
    })
  }

  /** Makes a new version that equals an old one. */
  restore(
    dataset_id: string,
    body: Body<'restoreDatasetVersion'>,
    options?: RequestOptions,
  ): Call<Answer<'restoreDatasetVersion'>> {
    return this.ask<'restoreDatasetVersion'>('POST', '/api/data/datasets/{dataset_id}/restore', {
      path: { dataset_id },
      body,
      options,
    })
  }

  /** Stores the result of a query as a dataset. */
  derive(body: Body<'deriveDataset'>, options?: RequestOptions): Call<Answer<'deriveDataset'>> {
    return this.ask<'deriveDataset'>('POST', '/api/data/datasets', { body, options })
  }

  /** One SELECT over the datasets, each a view named by its `table`. */
  query(
    sql: string,
    body: Omit<Body<'queryDatasets'>, 'sql' | 'format'> = {},
    options?: RequestOptions,
  ): Call<Answer<'queryDatasets'>> {
    return this.ask<'queryDatasets'>('POST', '/api/data/query', { body: { ...body, sql }, options })
  }

  /** The result as an Arrow stream. */
  queryArrow(
    sql: string,
    body: Omit<Body<'queryDatasets'>, 'sql' | 'format'> = {},
    options?: RequestOptions,
  ): Call<Uint8Array> {
    return this.bytes('POST', '/api/data/query', { body: { ...body, sql, format: 'arrow' }, options })
  }

  /** A dataset or a result as a file. */
  export(body: Body<'exportData'>, options?: RequestOptions): Call<Uint8Array> {
    return this.bytes('POST', '/api/data/export', { body, options })
  }

  verifyReceipt(body: Body<'verifyReceipt'>, options?: RequestOptions): Call<Answer<'verifyReceipt'>> {
    return this.ask<'verifyReceipt'>('POST', '/api/data/receipts/verify', { body, options })
  }

  /** The state of the storage planes. */
  planes(options?: RequestOptions): Call<Answer<'getPlanesStatus'>> {
    return this.ask<'getPlanesStatus'>('GET', '/api/data/planes/status', { options })
  }

  /** One archive of the workspace. */
  backup(body: Body<'downloadDataBackup'> = {}, options?: RequestOptions): Call<Uint8Array> {
    return this.bytes('POST', '/api/data/backup', { body, options })
  }
}
