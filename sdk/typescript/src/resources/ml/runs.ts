import type { Call } from '../../core/call.ts'
import type { Answer, Body, Item, ListQuery, Query } from '../../core/operations.ts'
import type { Pages } from '../../core/page.ts'
import type { FileContent } from '../../core/transport/multipart.ts'
import type { RequestOptions } from '../../core/transport/options.ts'
import { Resource } from '../../core/resource.ts'

const all = '/api/ml/runs'
const one = `${all}/{run_id}`
const file = `${one}/artifacts/{path}`

/** Runs: one attempt at a model each, with what went in and what came out. */
export class Runs extends Resource {
  create(body: Body<'createMlRun'> = {}, options?: RequestOptions): Call<Answer<'createMlRun'>> {
    return this.ask<'createMlRun'>('POST', all, { body, options })
  }

  /** By a filter and an order of MLflow's grammar: `metrics.rmse < 40 AND params.alpha = '0.5'`, `metrics.rmse ASC`. */
  search(query?: ListQuery<'searchMlRuns'>, options?: RequestOptions): Pages<Item<'searchMlRuns'>> {
    return this.pages<'searchMlRuns'>(all, { query, options })
  }

  /** 2 to 50 runs side by side. */
  compare(run_ids: readonly string[], options?: RequestOptions): Call<Answer<'compareMlRuns'>> {
    return this.ask<'compareMlRuns'>('GET', `${all}/compare`, { query: { run_ids: run_ids.join(',') }, options })
  }

  get(run_id: string, options?: RequestOptions): Call<Answer<'getMlRun'>> {
    return this.ask<'getMlRun'>('GET', one, { path: { run_id }, options })
  }

  update(run_id: string, body: Body<'updateMlRun'>, options?: RequestOptions): Call<Answer<'updateMlRun'>> {
    return this.ask<'updateMlRun'>('PATCH', one, { path: { run_id }, body, options })
  }

  delete(run_id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', one, { path: { run_id }, options })
  }

  restore(run_id: string, options?: RequestOptions): Call<Answer<'restoreMlRun'>> {
    return this.ask<'restoreMlRun'>('POST', `${one}/restore`, { path: { run_id }, options })
  }

  /** Metrics, params and tags: all of it is kept, or nothing. */
  log(run_id: string, body: Body<'logToMlRun'>, options?: RequestOptions): Call<Answer<'logToMlRun'>> {
    return this.ask<'logToMlRun'>('POST', `${one}/log`, { path: { run_id }, body, options })
  }

  /** How a metric went; of more than `max_points` a sample that keeps the peaks. */
  history(
    run_id: string,
    path: string,
    query?: Query<'getMetricHistory'>,
    options?: RequestOptions,
  ): Call<Answer<'getMetricHistory'>> {
    return this.ask<'getMetricHistory'>('GET', `${one}/metrics/{path}`, { path: { run_id, path }, query, options })
  }

  /** What a trainer's model said of rows that it had not seen, by row. */
  predictions(
    run_id: string,
    query?: ListQuery<'listHeldOutPredictions'>,
    options?: RequestOptions,
  ): Pages<Item<'listHeldOutPredictions'>> {
    return this.pages<'listHeldOutPredictions'>(`${one}/predictions`, { path: { run_id }, query, options })
  }

  /** The files and folders of a run, or of a folder of it. */
  artifacts(
    run_id: string,
    query?: Query<'listMlArtifacts'>,
    options?: RequestOptions,
  ): Call<Answer<'listMlArtifacts'>> {
    return this.ask<'listMlArtifacts'>('GET', `${one}/artifacts`, { path: { run_id }, query, options })
  }

  /** The bytes; `.asResponse()` gives them as they come. */
  downloadArtifact(run_id: string, path: string, options?: RequestOptions): Call<Uint8Array> {
    return this.bytes('GET', file, { path: { run_id, path }, options })
  }

  /** Keeps bytes as they come. */
  uploadArtifact(
    run_id: string,
    path: string,
    content: FileContent,
    options?: RequestOptions,
  ): Call<Answer<'uploadMlArtifact'>> {
    const headers = { 'content-type': 'application/octet-stream' }
    return this.ask<'uploadMlArtifact'>('PUT', file, { path: { run_id, path }, content, headers, options })
  }

  /** A file, or a folder with all that lies in it. */
  deleteArtifact(run_id: string, path: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', file, { path: { run_id, path }, options })
  }
}
