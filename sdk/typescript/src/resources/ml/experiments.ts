import type { Call } from '../../core/call.ts'
import type { Answer, Body, Item, ListQuery } from '../../core/operations.ts'
import type { RequestOptions } from '../../core/transport/options.ts'
import type { Pages } from '../../core/page.ts'
import { Resource } from '../../core/resource.ts'

const all = '/api/ml/experiments'
const one = `${all}/{experiment_id}`

/** What runs are gathered under. */
export class Experiments extends Resource {
  create(body: Body<'createExperiment'>, options?: RequestOptions): Call<Answer<'createExperiment'>> {
    return this.ask<'createExperiment'>('POST', all, { body, options })
  }

  list(query?: ListQuery<'listExperiments'>, options?: RequestOptions): Pages<Item<'listExperiments'>> {
    return this.pages<'listExperiments'>(all, { query, options })
  }

  get(experiment_id: string, options?: RequestOptions): Call<Answer<'getExperiment'>> {
    return this.ask<'getExperiment'>('GET', one, { path: { experiment_id }, options })
  }

  update(
    experiment_id: string,
    body: Body<'updateExperiment'>,
    options?: RequestOptions,
  ): Call<Answer<'updateExperiment'>> {
    return this.ask<'updateExperiment'>('PATCH', one, { path: { experiment_id }, body, options })
  }

  /** With its runs. Both can be restored for a time. */
  delete(experiment_id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', one, { path: { experiment_id }, options })
  }

  restore(experiment_id: string, options?: RequestOptions): Call<Answer<'restoreExperiment'>> {
    return this.ask<'restoreExperiment'>('POST', `${one}/restore`, { path: { experiment_id }, options })
  }
}
