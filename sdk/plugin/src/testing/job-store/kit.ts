import type {
  Claim,
  ClaimRequest,
  JobLimits,
  JobRecord,
  JobStore,
  NewEvent,
  NewJobRecord,
  ScheduleRecord,
} from '../../index.ts'
import { ManualClock } from '../manual-clock.ts'
import type { TestRunner } from '../test-runner.ts'

export interface OpenedJobStore {
  store: JobStore
  /** The events of the workspace so far, the oldest first. */
  events(workspaceId: string): Promise<NewEvent[]>
  /** A store on the same place, as another process or a later one opens it. */
  another(): Promise<JobStore>
  close(): Promise<void>
}

/** Opens a store on a place of its own, which counts time by the given clock. */
export type OpenJobStore = (options: { limits: JobLimits; clock: ManualClock }) => Promise<OpenedJobStore>

export const noLimits: JobLimits = { queues: {}, kinds: {} }
export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** As long as a queue takes it, of characters of all widths. */
export const longPayload = JSON.stringify('word \u00e9 \u{1f600} "quoted" '.repeat(30_000))

let made = 0

/** Ids made later sort after, as those of the kernel do; and they have the same form. */
function createId(prefix: string): string {
  made += 1
  return `${prefix}_${String(made).padStart(26, '0')}`
}

/** A store under test, with short words for what the tests do. */
export class JobStoreKit {
  readonly clock: ManualClock
  readonly ids = { create: createId }
  readonly workspaceId: string
  readonly opened: OpenedJobStore

  private constructor(options: { clock: ManualClock; opened: OpenedJobStore }) {
    this.clock = options.clock
    this.workspaceId = this.ids.create('ws')
    this.opened = options.opened
  }

  static async open(open: OpenJobStore, limits: JobLimits = noLimits): Promise<JobStoreKit> {
    const clock = new ManualClock()
    return new JobStoreKit({ clock, opened: await open({ limits, clock }) })
  }

  get store(): JobStore {
    return this.opened.store
  }

  get now(): number {
    return this.clock.now()
  }

  newJob(change: Partial<NewJobRecord> = {}): NewJobRecord {
    return {
      workspace_id: this.workspaceId,
      job_id: this.ids.create('job'),
      kind: 'test.work',
      queue: 'default',
      priority: 0,
      payload: '{"n":1}',
      max_attempts: 3,
      unique_key: null,
      run_at: this.now,
      created_at: this.now,
      ...change,
    }
  }

  async enqueue(change: Partial<NewJobRecord> = {}): Promise<JobRecord> {
    const [answer] = await this.store.enqueue([this.newJob(change)])
    if (answer?.type !== 'created') throw new Error(`the job was not created but ${answer?.type}`)
    return answer.job
  }

  request(change: Partial<ClaimRequest> = {}): ClaimRequest {
    return {
      workspaceId: this.workspaceId,
      worker_id: 'w1',
      kinds: null,
      queues: null,
      limit: 10,
      lease_ms: minute,
      ...change,
    }
  }

  claim(change: Partial<ClaimRequest> = {}): Promise<JobRecord[]> {
    return this.store.claim(this.request(change))
  }

  async claimOne(change: Partial<ClaimRequest> = {}): Promise<JobRecord> {
    const [job] = await this.claim({ limit: 1, ...change })
    if (job === undefined) throw new Error('there was no job to claim')
    return job
  }

  async stored(job: { workspace_id: string; job_id: string }): Promise<JobRecord> {
    const found = await this.store.get(job.workspace_id, job.job_id)
    if (found === null) throw new Error('the job is gone')
    return found
  }

  async succeed(job: JobRecord, result = '1'): Promise<string | undefined> {
    const [answer] = await this.store.settle([{ ...claimOf(job), type: 'succeeded', result }])
    return answer?.type
  }

  async fail(
    job: JobRecord,
    change: { retry?: boolean; run_at?: number; error?: string } = {},
  ): Promise<string | undefined> {
    const { retry = true, run_at = this.now, error = 'it broke' } = change
    const [answer] = await this.store.settle([{ ...claimOf(job), type: 'failed', error, retry, run_at }])
    return answer?.type
  }

  async giveBack(job: JobRecord, change: { run_at?: number } = {}): Promise<string | undefined> {
    const [answer] = await this.store.settle([{ ...claimOf(job), type: 'given_back', ...change }])
    return answer?.type
  }

  async renew(job: JobRecord, change: { lease_ms?: number; progress?: number | null } = {}) {
    const { lease_ms = minute, progress = null } = change
    const [answer] = await this.store.renew([{ ...claimOf(job), lease_ms, progress }])
    return answer
  }

  async eventTypes(workspaceId = this.workspaceId): Promise<string[]> {
    return (await this.opened.events(workspaceId)).map(({ type }) => type)
  }

  schedule(change: Partial<ScheduleRecord> = {}): ScheduleRecord {
    return {
      workspace_id: this.workspaceId,
      name: 'nightly',
      cron: '0 3 * * *',
      timezone: 'UTC',
      misfire: 'run_once',
      enabled: true,
      job: '{"kind":"test.work"}',
      next_run_at: this.now + hour,
      last_run_at: null,
      last_job_id: null,
      created_at: this.now,
      updated_at: this.now,
      ...change,
    }
  }
}

export function claimOf({ workspace_id, job_id, claim_token }: JobRecord): Claim {
  return { workspace_id, job_id, claim_token: claim_token ?? '' }
}

export function idsOf(jobs: readonly { job_id: string }[]): string[] {
  return jobs.map(({ job_id }) => job_id)
}

/** A kit for each test of the describe around it. */
export function useKit(
  { beforeEach, afterEach }: TestRunner,
  open: OpenJobStore,
  limits: JobLimits = noLimits,
): () => JobStoreKit {
  let kit: JobStoreKit | null = null
  beforeEach(async () => {
    kit = await JobStoreKit.open(open, limits)
  })
  afterEach(async () => {
    await kit?.opened.close()
    kit = null
  })
  return () => {
    if (kit === null) throw new Error('the store is not open')
    return kit
  }
}
