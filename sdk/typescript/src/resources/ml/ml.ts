import type { Answer, Body } from '../../core/operations.ts'
import type { Call } from '../../core/call.ts'
import { Resource } from '../../core/resource.ts'
import type { RequestOptions } from '../../core/transport/options.ts'
import type { Transport } from '../../core/transport/transport.ts'
import { until } from '../../core/until.ts'
import { Experiments } from './experiments.ts'
import { Models } from './models.ts'
import { Runs } from './runs.ts'

const over = new Set<string>(['finished', 'failed', 'killed'])

/** Machine learning: experiments, runs and models. */
export class Ml extends Resource {
  readonly experiments: Experiments
  readonly runs: Runs
  readonly models: Models

  constructor(transport: Transport) {
    super(transport)
    this.experiments = new Experiments(transport)
    this.runs = new Runs(transport)
    this.models = new Models(transport)
  }

  /** What can be trained, with the parameters of each. */
  trainers(options?: RequestOptions): Call<Answer<'listTrainers'>> {
    return this.ask<'listTrainers'>('GET', '/api/ml/trainers', { options })
  }

  /**
   * Trains a model and gives its run when it is over, however long that takes and however it ended: look at `status` and `failure`.
   * `options.signal` ends the wait, not the training. What ends the wait before its time has the `run_id` of the training.
   */
  async train(body: Omit<Body<'train'>, 'mode'>, options?: RequestOptions): Promise<Answer<'getMlRun'>> {
    const { run_id } = await this.ask<'train'>('POST', '/api/ml/train', { body: { ...body, mode: 'job' }, options })
    return until(
      () => this.runs.get(run_id, options),
      ({ status }) => over.has(status),
      options?.signal,
    ).catch((error: unknown) => {
      throw Object.assign(error as Error, { run_id })
    })
  }
}
