import { ConflictError, decodeCursor, InternalError, NotFoundError, pageOf, ValidationError } from '@svc/plugin'
import type { Job, JobFilter, JobQueue, JobStats, NewJob, Page, RedriveFilter } from '@svc/plugin'
import { jobOf } from './job-of.ts'
import type { ChangeAnswer, JobRecord, JobStore, NewJobRecord } from './contract/job-store.ts'

const mostRedriven = 1000
const usuallyRedriven = 100

export interface QueueOptions {
  store: JobStore
  /** Checks a job to be and fills in what it leaves open. @throws ValidationError, PayloadTooLargeError */
  newRecord(workspaceId: string, job: NewJob): NewJobRecord
}

/** The queue as plugins see it, over any store. */
export class WorkspaceJobQueue implements JobQueue {
  readonly #options: QueueOptions

  constructor(options: QueueOptions) {
    this.#options = options
  }

  async enqueue(workspaceId: string, job: NewJob): Promise<{ job: Job; created: boolean }> {
    const [answer] = await this.#options.store.enqueue([this.#options.newRecord(workspaceId, job)])
    if (answer?.type === 'created' || answer?.type === 'existing') {
      return { job: jobOf(answer.job), created: answer.type === 'created' }
    }
    throw new InternalError(`The job store answered a job with ${answer?.type ?? 'nothing'}.`)
  }

  async get(workspaceId: string, jobId: string): Promise<Job | null> {
    const record = await this.#options.store.get(workspaceId, jobId)
    return record === null ? null : jobOf(record)
  }

  async list(workspaceId: string, { limit, cursor, ...filter }: JobFilter): Promise<Page<Job>> {
    const before = cursor === undefined ? null : decodeCursor<[string]>(cursor, ['string'])[0]
    const records = await this.#options.store.list(workspaceId, filter, { count: limit + 1, before })
    return pageOf(records, limit, record => [record.job_id], jobOf)
  }

  stats(workspaceId: string): Promise<JobStats> {
    return this.#options.store.stats(workspaceId)
  }

  async cancel(workspaceId: string, jobId: string): Promise<Job> {
    const answer = await this.#options.store.cancel(workspaceId, jobId)
    return jobOf(changed(answer, 'only queued and running jobs can be cancelled'))
  }

  async retry(workspaceId: string, jobId: string): Promise<Job> {
    const answer = await this.#options.store.retry(workspaceId, jobId)
    return jobOf(changed(answer, 'only dead and cancelled jobs can be retried'))
  }

  async redrive(workspaceId: string, filter: RedriveFilter): Promise<{ redriven: number }> {
    const { limit = usuallyRedriven } = filter
    if (!Number.isInteger(limit) || limit < 1 || limit > mostRedriven) {
      const fault = { path: '/limit', message: `must be a whole number from 1 to ${mostRedriven}` }
      throw new ValidationError(`The redrive is not valid: ${fault.path} ${fault.message}`, [fault])
    }
    return { redriven: await this.#options.store.redrive(workspaceId, { ...filter, limit }) }
  }
}

function changed(answer: ChangeAnswer, rule: string): JobRecord {
  if (answer.type === 'missing') throw new NotFoundError('There is no such job.')
  if (answer.type === 'changed') return answer.job
  if (answer.type === 'key_taken') {
    throw new ConflictError(
      'conflict',
      `The job cannot be queued again: ${answer.job.job_id}, which is ${answer.job.state}, has the same unique_key.`,
    )
  }
  throw new ConflictError('conflict', `The job is ${answer.job.state} already; ${rule}.`)
}
