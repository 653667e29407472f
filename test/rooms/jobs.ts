import { expect, vi } from 'vitest'
import { ValidationError } from '@svc/plugin'
import type { Job, JobContext, JobHandler, JobState, JobStore, JsonValue, NewJob } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { recordingLog } from '../support/recording-log.ts'
import { openTestPlanes, temporaryFolder } from './planes.ts'
import type { TestPlanes } from './planes.ts'
import { createIds, systemClock } from '../../kernel/services/index.ts'
import { openSqliteJobs } from '../../kernel/drivers/sqlite/jobs/open-sqlite-jobs.ts'
import { createJobs, jobLimits } from '../../kernel/jobs/index.ts'
import { jobMigrations } from '../../kernel/planes/index.ts'
import type { MigrationSet } from '../../kernel/planes/index.ts'
import type { JobKind, Jobs } from '../../kernel/jobs/index.ts'

export type TestHandler = JobHandler<Record<string, JsonValue>>

export const ids = createIds(systemClock)
export const workspaceId = ids.create('ws')
type Migrations = readonly MigrationSet[]
const ownMigrations: Migrations = [{ owner: 'kernel', migrations: jobMigrations }]

/** A queue on a real home, with a clock that stands still. */
export class TestJobs {
  readonly clock = new ManualClock()
  readonly #folder: Awaited<ReturnType<typeof temporaryFolder>>
  #limits = jobLimits({})
  planes: TestPlanes
  store: JobStore
  jobs: Jobs
  /** Aborts as the server's own signal does at the stop. */
  stopping = new AbortController()

  readonly #migrations: Migrations

  private constructor(folder: Awaited<ReturnType<typeof temporaryFolder>>, planes: TestPlanes, migrations: Migrations) {
    this.#folder = folder
    this.#migrations = migrations
    this.planes = planes
    this.store = this.#open()
    this.jobs = this.#create()
  }

  /** With the tables of `more` beside those of the queue. */
  static async start(more: Migrations = []): Promise<TestJobs> {
    const folder = await temporaryFolder()
    const migrations = [...ownMigrations, ...more]
    return new TestJobs(folder, await openTestPlanes({ path: folder.path, migrations }), migrations)
  }

  get homePath(): string {
    return this.#folder.path
  }

  /** Another queue in the place of this one, as after a kill: nothing is given back. */
  startOver(concurrency?: number): void {
    this.store = this.#open()
    this.jobs = this.#create(concurrency)
  }

  /** The same after the process has ended: files are closed and opened anew. */
  async restart(whileClosed: () => Promise<void> = async () => undefined): Promise<void> {
    await this.planes.close()
    await whileClosed()
    this.planes = await openTestPlanes({ path: this.#folder.path, migrations: this.#migrations })
    this.startOver()
  }

  bind(handler: TestHandler, change: Partial<JobKind> = {}): void {
    const kind: JobKind = {
      kind: 'test.work',
      plugin: 'test',
      timeoutSeconds: 60,
      maxAttempts: 3,
      runsOn: 'any',
      validate: payload => {
        if (JSON.stringify(payload).includes('invalid')) throw new ValidationError('payload/x must be valid')
      },
      ...change,
    }
    this.jobs.register(kind, handler)
  }

  async enqueue(job: Partial<NewJob> = {}): Promise<Job> {
    return (await this.jobs.queue.enqueue(workspaceId, { kind: 'test.work', ...job })).job
  }

  async stored(job: Job): Promise<Job> {
    const found = await this.jobs.queue.get(workspaceId, job.job_id)
    if (found === null) throw new Error('the job is gone')
    return found
  }

  async reaches(job: Job, state: JobState, attempt?: number): Promise<Job> {
    return vi.waitFor(async () => {
      const found = await this.stored(job)
      expect(found).toMatchObject(attempt === undefined ? { state } : { state, attempt })
      return found
    })
  }

  async stop(): Promise<void> {
    await this.drain()
    await this.jobs.close()
    await this.planes.close()
    await this.#folder.remove()
  }

  /** The workers end, as at the stop of a server. */
  async drain(): Promise<void> {
    let isDrained = false
    const drained = this.jobs.drain(0).then(() => (isDrained = true))
    while (!isDrained) {
      this.clock.advance(10_000)
      await new Promise(setImmediate)
    }
    await drained
  }

  #open(): JobStore {
    const { planes, clock } = this
    this.#limits = jobLimits({})
    const log = recordingLog()
    const { control, data } = planes
    return openSqliteJobs({ control, data, limits: this.#limits, events: null, clock, ids, log }).store
  }

  #create(workerConcurrency = 4): Jobs {
    this.stopping = new AbortController()
    const { store, clock, stopping } = this
    return createJobs({
      opened: { store },
      limits: this.#limits,
      declaredKinds: [],
      upkeep: { retention: { succeeded: 7, failed: 30 }, takesBack: true, countLeftBehind: async () => 0 },
      workerConcurrency,
      workerLeaseSeconds: 30,
      clock,
      ids,
      log: recordingLog(),
      signal: stopping.signal,
    })
  }
}

/** A handler that waits until it is let go, or until its signal aborts. */
export function gated(): { handler: TestHandler; started: JobContext<unknown>[]; release: () => void } {
  const gate = Promise.withResolvers<void>()
  const started: JobContext<unknown>[] = []
  const handler: TestHandler = async context => {
    started.push(context)
    const aborted = new Promise<never>((_, reject) => {
      context.signal.addEventListener('abort', () => reject(context.signal.reason as Error), { once: true })
    })
    await Promise.race([gate.promise, aborted])
    return { done: context.job_id }
  }
  return { handler, started, release: () => gate.resolve() }
}
