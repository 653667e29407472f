import { ConflictError, decodeCursor, NotFoundError, pageOf } from '@svc/plugin'
import type { Clock, DataPlane, Ids, Job, JobFilter, JobQueue, NewJob, Page } from '@svc/plugin'
import { jobOf, jobStore } from './job-store.ts'
import type { JobRow } from './job-store.ts'
import type { JobKind } from './jobs.ts'
import type { LiveWorkspaces } from './live-workspaces.ts'
import { newJobRow } from './new-job.ts'

export interface QueueOptions {
  data: DataPlane
  live: LiveWorkspaces
  clock: Clock
  ids: Ids
  kindOf(kind: string): JobKind | undefined
  /** A job was written and may be due. */
  onEnqueued(workspaceId: string, row: JobRow): void
  /** A running job is wanted to stop. */
  onCancelRequested(jobId: string): void
}

/** The queue in the data plane: each workspace's jobs live, and are copied and restored, with its other data. */
export class WorkspaceJobQueue implements JobQueue {
  readonly #options: QueueOptions

  constructor(options: QueueOptions) {
    this.#options = options
  }

  async enqueue(workspaceId: string, job: NewJob): Promise<{ job: Job; created: boolean }> {
    const { data, live, clock, ids } = this.#options
    const row = newJobRow(job, this.#options.kindOf(job.kind), { job_id: ids.create('job'), now: clock.now() })
    const { stored, created } = await live.noteAnd(workspaceId, () =>
      data.use(workspaceId, db =>
        db.transaction(() => {
          const other = row.unique_key === null ? undefined : jobStore.liveByKey(db, row.unique_key)
          if (other !== undefined) return { stored: other, created: false }
          return { stored: jobStore.insert(db, row), created: true }
        }),
      ),
    )
    if (created) this.#options.onEnqueued(workspaceId, stored)
    return { job: jobOf(stored), created }
  }

  async get(workspaceId: string, jobId: string): Promise<Job | null> {
    const row = this.#options.data.use(workspaceId, db => jobStore.get(db, jobId))
    return row === undefined ? null : jobOf(row)
  }

  async list(workspaceId: string, filter: JobFilter): Promise<Page<Job>> {
    const before = filter.cursor === undefined ? null : decodeCursor<[string]>(filter.cursor, ['string'])[0]
    const rows = this.#options.data.use(workspaceId, db => jobStore.page(db, filter, filter.limit + 1, before))
    return pageOf(rows, filter.limit, row => [row.job_id], jobOf)
  }

  async cancel(workspaceId: string, jobId: string): Promise<Job> {
    const { data, live, clock } = this.#options
    const { row, isRunning } = data.use(workspaceId, db =>
      db.transaction(() => {
        const isCancelled = jobStore.cancelQueued(db, jobId, clock.now())
        const isRequested = !isCancelled && jobStore.requestCancel(db, jobId)
        const found = jobStore.get(db, jobId)
        if (found === undefined) throw new NotFoundError('There is no such job.')
        if (!isCancelled && !isRequested) {
          throw new ConflictError(
            'conflict',
            `The job is ${found.state} already; only queued and running jobs can be cancelled.`,
          )
        }
        return { row: found, isRunning: isRequested }
      }),
    )
    if (isRunning) this.#options.onCancelRequested(jobId)
    else await live.strikeOff(workspaceId)
    return jobOf(row)
  }
}
