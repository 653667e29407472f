import type { Clock, EventLog, Ids, JobHandler, Logger, Metrics, NewJob } from '@svc/plugin'
import type { KernelDataPlane } from '../planes/index.ts'
import { JobKinds } from './job-kinds.ts'
import { JobRetention } from './job-retention.ts'
import type { RetentionDays } from './job-retention.ts'
import type { JobLimits, JobStore, NewJobRecord, QueueLimit } from './contract/job-store.ts'
import type { DeclaredKind, JobKind, Jobs } from './jobs.ts'
import { countLeftBehind, warnOfLeftBehind } from './left-behind.ts'
import { countAttempts, measureQueues } from './measure-jobs.ts'
import { newJobRecord } from './new-job.ts'
import { OutsideClaims, pluginKindsOf } from './outside-claims.ts'
import { createJobSchedules } from './schedules/index.ts'
import { serverPrefix } from './server-workers.ts'
import { SqliteJobStore } from '../drivers/sqlite/index.ts'
import { LocalJobSource } from './worker/local-job-source.ts'
import { Worker } from './worker/worker.ts'
import { WorkspaceJobQueue } from './workspace-job-queue.ts'

const defaultConcurrency = 4
const defaultLeaseSeconds = 30
const defaultRetention: RetentionDays = { succeeded: 7, failed: 30 }

export interface JobsOptions {
  data: KernelDataPlane
  clock: Clock
  ids: Ids
  log: Logger
  /** Aborts when the server stops: no more claims from then on. */
  signal: AbortSignal
  /** Where the `job.*` events go; nowhere without it. */
  events?: Pick<EventLog, 'append'>
  /** Another store than the workspaces' files; told the limits, which grow with the kinds that are registered. */
  store?: (limits: JobLimits) => JobStore
  /** Brings the events of such a store to the workspaces; runs from the start to the end of the last job. */
  relay?: { start(): void; stop(): Promise<void> }
  /** By queue. Those of kinds come with the kinds. */
  limits?: Readonly<Record<string, QueueLimit>>
  /** Jobs at a time in this process; 4 by default, none with 0. */
  workerConcurrency?: number
  /** How long a claim of this process holds without a word of it; 30 by default. */
  workerLeaseSeconds?: number
  retention?: RetentionDays
  /** The kinds of every plugin that is there, running or not. */
  declaredKinds?: readonly DeclaredKind[]
  /** Where the numbers go; nowhere without it. */
  metrics?: Metrics
}

/** The queue of all workspaces, and the workers of this process. */
export function createJobs(options: JobsOptions): Jobs {
  const { data, clock, ids, log, signal, declaredKinds = [] } = options
  const kinds = new JobKinds()
  const kindLimits: Record<string, { concurrency: number }> = Object.create(null) as Record<string, never>
  const limits: JobLimits = { queues: options.limits ?? {}, kinds: kindLimits }
  const append: EventLog['append'] = (db, workspaceId, events) => options.events?.append(db, workspaceId, events) ?? []
  const store = options.store?.(limits) ?? new SqliteJobStore({ data, clock, ids, log, limits, append })
  if (options.metrics) measureQueues(options.metrics, store, () => clock.now())
  options.metrics?.whenCollected(collector => countAttempts(collector, store))
  const newRecord = (workspaceId: string, job: NewJob): NewJobRecord => {
    const made = { workspace_id: workspaceId, job_id: ids.create('job'), now: clock.now() }
    return newJobRecord(job, kinds.kindOf(job.kind), made)
  }
  const queue = new WorkspaceJobQueue({ store, newRecord })
  const source = new LocalJobSource({ store, clock, log, signal })
  const isIdle = (kind: string): boolean =>
    kinds.get(kind) === undefined && declaredKinds.some(declared => declared.kind === kind)
  const scheduling = createJobSchedules({ store, clock, log, newRecord, isIdle })
  const { schedules } = scheduling
  const pluginKinds = pluginKindsOf(declaredKinds)
  const claims = new OutsideClaims({ store, source, pluginKinds, clock, log })
  const workerId = `${serverPrefix}${ids.secret(9)}`
  const concurrency = options.workerConcurrency ?? defaultConcurrency
  const leaseMs = (options.workerLeaseSeconds ?? defaultLeaseSeconds) * 1000
  const worker = new Worker({ source, workerId, kinds, queues: null, concurrency, leaseMs, clock, log })
  const retention = new JobRetention({ store, days: options.retention ?? defaultRetention, clock, log, signal })
  const stopTaking = (): void => {
    worker.stopClaiming()
    scheduling.stop()
    claims.stop()
  }
  signal.addEventListener('abort', stopTaking, { once: true })
  return {
    queue,
    schedules,
    store,
    source,
    claims,
    kinds: () => kinds.all().map(({ kind }) => kind),
    register(kind: JobKind, handler: JobHandler<never>) {
      kinds.register(kind, handler)
      if (kind.concurrency !== undefined) kindLimits[kind.kind] = { concurrency: kind.concurrency }
    },
    stopWaiting: () => claims.stop(),
    async start() {
      options.relay?.start()
      if (store.driver === 'postgres') warnOfLeftBehind(await countLeftBehind(data), log)
      const count = await store.reclaimWorkers(serverPrefix, workerId)
      if (count > 0) log.info({ count }, 'took back jobs of a server that is gone')
      source.start()
      worker.start()
      scheduling.start()
      retention.start()
    },
    async drain(graceMs) {
      stopTaking()
      await worker.drain(graceMs)
    },
    async close() {
      await store.close()
      await options.relay?.stop()
    },
  }
}
