import type { Call } from '../core/call.ts'
import type { Answer, Body, Item, ListQuery } from '../core/operations.ts'
import type { RequestOptions } from '../core/transport/options.ts'
import type { Pages } from '../core/page.ts'
import { Resource } from '../core/resource.ts'
import { workOn } from '../core/worker.ts'
import type { JobHandler, WorkOptions } from '../core/worker.ts'
import type { Transport } from '../core/transport/transport.ts'

/** Jobs that the clock makes. */
class Schedules extends Resource {
  list(query?: ListQuery<'listJobSchedules'>, options?: RequestOptions): Pages<Item<'listJobSchedules'>> {
    return this.pages<'listJobSchedules'>('/api/jobs/schedules', { query, options })
  }

  get(name: string, options?: RequestOptions): Call<Answer<'getJobSchedule'>> {
    return this.ask<'getJobSchedule'>('GET', '/api/jobs/schedules/{name}', { path: { name }, options })
  }

  put(name: string, body: Body<'putJobSchedule'>, options?: RequestOptions): Call<Answer<'putJobSchedule'>> {
    return this.ask<'putJobSchedule'>('PUT', '/api/jobs/schedules/{name}', { path: { name }, body, options })
  }

  delete(name: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', '/api/jobs/schedules/{name}', { path: { name }, options })
  }
}

/** The job queue. */
export class Jobs extends Resource {
  readonly schedules: Schedules

  constructor(transport: Transport) {
    super(transport)
    this.schedules = new Schedules(transport)
  }

  create(body: Body<'enqueueJob'>, options?: RequestOptions): Call<Answer<'enqueueJob'>> {
    return this.ask<'enqueueJob'>('POST', '/api/jobs', { body, options })
  }

  list(query?: ListQuery<'listJobs'>, options?: RequestOptions): Pages<Item<'listJobs'>> {
    return this.pages<'listJobs'>('/api/jobs', { query, options })
  }

  get(job_id: string, options?: RequestOptions): Call<Answer<'getJob'>> {
    return this.ask<'getJob'>('GET', '/api/jobs/{job_id}', { path: { job_id }, options })
  }

  cancel(job_id: string, options?: RequestOptions): Call<Answer<'cancelJob'>> {
    return this.ask<'cancelJob'>('POST', '/api/jobs/{job_id}/cancel', { path: { job_id }, options })
  }

  retry(job_id: string, options?: RequestOptions): Call<Answer<'retryJob'>> {
    return this.ask<'retryJob'>('POST', '/api/jobs/{job_id}/retry', { path: { job_id }, options })
  }

  /** Queues dead jobs again. */
  redrive(body: Body<'redriveJobs'> = {}, options?: RequestOptions): Call<Answer<'redriveJobs'>> {
    return this.ask<'redriveJobs'>('POST', '/api/jobs/redrive', { body, options })
  }

  stats(options?: RequestOptions): Call<Answer<'getJobStats'>> {
    return this.ask<'getJobStats'>('GET', '/api/jobs/stats', { options })
  }

  /** Takes jobs for a while; `work` does it in a loop. */
  async claim(body: Body<'claimJobs'>, options?: RequestOptions): Promise<Answer<'claimJobs'>['jobs']> {
    const answer = await this.ask<'claimJobs'>('POST', '/api/jobs/claim', { body, options })
    return answer.jobs
  }

  /** Holds a job for longer. */
  heartbeat(job_id: string, body: Body<'heartbeatJob'>, options?: RequestOptions): Call<Answer<'heartbeatJob'>> {
    return this.ask<'heartbeatJob'>('POST', '/api/jobs/{job_id}/heartbeat', { path: { job_id }, body, options })
  }

  complete(job_id: string, body: Body<'completeJob'>, options?: RequestOptions): Call<Answer<'completeJob'>> {
    return this.ask<'completeJob'>('POST', '/api/jobs/{job_id}/complete', { path: { job_id }, body, options })
  }

  fail(job_id: string, body: Body<'failJob'>, options?: RequestOptions): Call<Answer<'failJob'>> {
    return this.ask<'failJob'>('POST', '/api/jobs/{job_id}/fail', { path: { job_id }, body, options })
  }

  /** Takes and does jobs until `signal` ends it; then waits for those under way. @throws APIError when the server refuses the worker */
  work<Payload = unknown>(work: WorkOptions, handler: JobHandler<Payload>): Promise<void> {
    return workOn(this, work, handler as JobHandler)
  }
}
