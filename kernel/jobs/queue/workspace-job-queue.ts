import { ConflictError, InternalError, jobOf, NotFoundError, UnprocessableError, ValidationError } from '@svc/plugin'
import type {
  ChangeAnswer,
  IdempotentRequest,
  Job,
  JobFilter,
  JobQueue,
  JobQueueStore,
  JobRecord,
  JobStats,
  NewJob,
  NewJobRecord,
  Page,
  RedriveFilter,
} from '@svc/plugin'
import { boundedPage } from './bounded-page.ts'
import { assertNotReserved } from '../schedules/stored-job-schedules.ts'

const mostRedriven = 1000
const usuallyRedriven = 100

interface QueueOptions {
  store: JobQueueStore
  pluginKinds: readonly string[]
  /** Checks a job to be and fills in what it leaves open. @throws ValidationError, PayloadTooLargeError */
  newRecord(workspaceId: string, job: NewJob): NewJobRecord
}

/** The queue as plugins see it, over any store. */
export class WorkspaceJobQueue implements JobQueue {
  readonly pluginKinds: readonly string[]
  readonly #options: QueueOptions

  constructor(options: QueueOptions) {
    this.pluginKinds = options.pluginKinds
    this.#options = options
  }

  async enqueue(
    workspaceId: string,
    job: NewJob,
    request?: IdempotentRequest,
  ): Promise<{ job: Job; created: boolean; replayed?: boolean }> {
    assertNotReserved(job.unique_key)
    const record = this.#options.newRecord(workspaceId, job)
    if (request !== undefined) record.request = request
    const [answer] = await this.#options.store.enqueue([record])
    switch (answer?.type) {
      case 'created':
      case 'existing':
        return { job: jobOf(answer.job), created: answer.type === 'created' }
      case 'replayed':
        return { job: jobOf(answer.job), created: answer.created, replayed: true }
      case 'mismatch':
        throw new UnprocessableError(
          'idempotency_mismatch',
          'This Idempotency-Key was used for a request with another body. Use a new key.',
        )
      default:
        throw new InternalError('The job store did not answer a job.')
    }
  }

  async get(workspaceId: string, jobId: string): Promise<Job | null> {
    const record = await this.#options.store.get(workspaceId, jobId)
    return record === null ? null : jobOf(record)
  }

  list(workspaceId: string, { limit, cursor, ...filter }: JobFilter): Promise<Page<Job>> {
    return boundedPage(
      { limit, cursor },
      {
        read: ({ count, behind }) => this.#options.store.list(workspaceId, filter, { count, before: behind }),
        keyOf: ({ job_id }) => job_id,
        sizeOf: ({ payload, result }) => payload.length + (result?.length ?? 0),
        show: jobOf,
      },
    )
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
