import { importParts } from '../core/transport/multipart.ts'
import type { ImportedFile } from '../core/transport/multipart.ts'
import type { Call } from '../core/call.ts'
import type { Accepted, Answer, Body, Item, ListQuery, Outcome } from '../core/operations.ts'
import type { RequestOptions } from '../core/transport/options.ts'
import type { Pages } from '../core/page.ts'
import { Resource } from '../core/resource.ts'

/** Statistics over datasets. */
export class Stats extends Resource {
  methods(options?: RequestOptions): Call<Answer<'listStatMethods'>> {
    return this.ask<'listStatMethods'>('GET', '/api/stats/methods', { options })
  }

  /** Stores a file, text or a file of the workspace as a dataset, with what its variables measure. A broken connection is not tried again. */
  import(
    body: Body<'importForStats'> | ImportedFile<Omit<Body<'importForStats'>, 'content'>>,
    options?: RequestOptions,
  ): Call<Answer<'importForStats'>> {
    return this.ask<'importForStats'>('POST', '/api/stats/import', { ...importParts(body), options })
  }

  variables(dataset_id: string, options?: RequestOptions): Call<Answer<'listStatVariables'>> {
    return this.ask<'listStatVariables'>('GET', '/api/stats/datasets/{dataset_id}/variables', {
      path: { dataset_id },
      options,
    })
  }

  /** With `mode: "job"` in the background: the job's result has the `analysis_id`. */
  analyze(body: Body<'analyze'> & { mode: 'job' }, options?: RequestOptions): Call<Accepted<'analyze'>>
  analyze(body: Body<'analyze'> & { mode?: 'request' }, options?: RequestOptions): Call<Outcome<'analyze'>>
  analyze(body: Body<'analyze'>, options?: RequestOptions): Call<Answer<'analyze'>>
  analyze(body: Body<'analyze'>, options?: RequestOptions): Call<Answer<'analyze'>> {
    return this.ask<'analyze'>('POST', '/api/stats/analyze', { body, options })
  }

  analyses(query?: ListQuery<'listAnalyses'>, options?: RequestOptions): Pages<Item<'listAnalyses'>> {
    return this.pages<'listAnalyses'>('/api/stats/analyses', { query, options })
  }

  get(analysis_id: string, options?: RequestOptions): Call<Answer<'getAnalysis'>> {
    return this.ask<'getAnalysis'>('GET', '/api/stats/analyses/{analysis_id}', { path: { analysis_id }, options })
  }

  delete(analysis_id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', '/api/stats/analyses/{analysis_id}', { path: { analysis_id }, options })
  }

  /** A report of analyses. */
  export(body: Body<'exportAnalyses'>, options?: RequestOptions): Call<Uint8Array> {
    return this.bytes('POST', '/api/stats/export', { body, options })
  }
}
