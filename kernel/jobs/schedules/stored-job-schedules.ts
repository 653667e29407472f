import { bodyFault, ValidationError } from '@svc/plugin'
import type {
  Clock,
  FieldError,
  JobSchedule,
  JobSchedules,
  JobQueueStore,
  NewJob,
  NewJobRecord,
  NewJobSchedule,
  Page,
  PageQuery,
  ScheduleRecord,
} from '@svc/plugin'
import { boundedPage } from '../queue/bounded-page.ts'
import { jobName } from '../queue/new-job.ts'
import { cronFault, CronTimes, timezoneFault } from './cron-times.ts'

const keyPrefix = 'schedule:'

interface StoredJobSchedulesOptions {
  store: JobQueueStore
  clock: Clock
  /** @throws ValidationError, PayloadTooLargeError when no such job could be made */
  newRecord(workspaceId: string, job: NewJob): NewJobRecord
  /** A schedule was made, changed or deleted. */
  onChanged(): void
}

/** Schedules in the job store. */
export class StoredJobSchedules implements JobSchedules {
  readonly #options: StoredJobSchedulesOptions

  constructor(options: StoredJobSchedulesOptions) {
    this.#options = options
  }

  async put(
    workspaceId: string,
    name: string,
    schedule: NewJobSchedule,
  ): Promise<{ schedule: JobSchedule; created: boolean }> {
    const { store, clock, onChanged } = this.#options
    const { cron, timezone = 'UTC', misfire = 'run_once', enabled = true, job } = schedule
    const now = clock.now()
    this.#check({ cron, timezone, job }, { workspaceId, name, now })
    const stored = await store.putSchedule({
      workspace_id: workspaceId,
      name,
      cron,
      timezone,
      misfire,
      enabled,
      job: JSON.stringify(job),
      next_run_at: enabled ? new CronTimes(cron, timezone).after(now) : null,
      last_run_at: null,
      last_job_id: null,
      created_at: now,
      updated_at: now,
    })
    onChanged()
    return { schedule: scheduleOf(stored.schedule), created: stored.created }
  }

  async get(workspaceId: string, name: string): Promise<JobSchedule | null> {
    const record = await this.#options.store.getSchedule(workspaceId, name)
    return record && scheduleOf(record)
  }

  list(workspaceId: string, page: PageQuery): Promise<Page<JobSchedule>> {
    return boundedPage(page, {
      read: ({ count, behind }) => this.#options.store.listSchedules(workspaceId, { count, after: behind }),
      keyOf: ({ name }) => name,
      sizeOf: ({ job }) => job.length,
      show: scheduleOf,
    })
  }

  async delete(workspaceId: string, name: string): Promise<boolean> {
    const wasThere = await this.#options.store.deleteSchedule(workspaceId, name)
    if (wasThere) this.#options.onChanged()
    return wasThere
  }

  #check(
    { cron, timezone, job }: Pick<Required<NewJobSchedule>, 'cron' | 'timezone' | 'job'>,
    { workspaceId, name, now }: { workspaceId: string; name: string; now: number },
  ): void {
    const faults: FieldError[] = []
    const check = (path: string, message: string | null): void => {
      if (message !== null) faults.push({ path, message })
    }
    check('/name', jobName.pattern.test(name) ? null : jobName.rule)
    check('/cron', cronFault(cron, now))
    check('/timezone', timezoneFault(timezone))
    try {
      this.#options.newRecord(workspaceId, job)
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      for (const { path, message } of error.errors ?? []) check(`/job${path}`, message)
    }
    if (faults.length === 0) return
    const sentences = faults.map(({ path, message }) => `${path.slice(1)} ${message}`)
    throw new ValidationError(`The schedule is not valid: ${sentences.join('; ')}.`, faults)
  }
}

function scheduleOf(record: ScheduleRecord): JobSchedule {
  const { name, cron, timezone, misfire, enabled, last_job_id } = record
  return {
    name,
    cron,
    timezone,
    misfire,
    enabled,
    job: JSON.parse(record.job) as JobSchedule['job'],
    next_run_at: timestamp(record.next_run_at),
    last_run_at: timestamp(record.last_run_at),
    last_job_id,
    created_at: new Date(record.created_at).toISOString(),
    updated_at: new Date(record.updated_at).toISOString(),
  }
}

function timestamp(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}

/** One time of one schedule: made twice, it is one job. */
export function scheduleKey(name: string, at: number): string {
  return `${keyPrefix}${name}:${new Date(at).toISOString()}`
}

/** A job made beforehand under the key of a time to come would keep that time from running. @throws ValidationError */
export function assertNotReserved(uniqueKey: string | undefined): void {
  if (!uniqueKey?.startsWith(keyPrefix)) return
  throw bodyFault('/unique_key', `must not begin with "${keyPrefix}": such keys are those of schedules`)
}
