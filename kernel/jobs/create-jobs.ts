import type { Clock, Ids, JobHandler, Logger, Metrics, NewJob, NewJobRecord, OpenedJobs } from '@svc/plugin'
import { JobKinds } from './job-kinds.ts'
import { JobRetention } from './job-retention.ts'
import type { RetentionDays } from './job-retention.ts'
import type { DeclaredKind, JobKind, ServerJobs } from './jobs.ts'
import type { GrowingLimits } from './queue-limits.ts'
import { countAttempts, measureQueues } from './measure-jobs.ts'
import { newJobRecord } from './new-job.ts'
import { OutsideClaims, pluginKindsOf } from './outside-claims.ts'
import { createJobSchedules } from './schedules/index.ts'
import { serverPrefix } from './server-workers.ts'
import { LocalJobSource } from './worker/local-job-source.ts'
import { Worker } from './worker/worker.ts'
import { WorkspaceJobQueue } from './workspace-job-queue.ts'

const defaultConcurrency = 4
const defaultLeaseSeconds = 30
const defaultRetention: RetentionDays = { succeeded: 7, failed: 30 }

export interface JobsOptions {
  clock: Clock
  ids: Ids
  log: Logger
  /** Aborts when the server stops: no more claims from then on. */
  signal: AbortSignal
  /** Where the jobs are kept, with the same limits. */
  opened: Pick<OpenedJobs, 'store' | 'relay'>
  limits: GrowingLimits
  /** Whether they lie in the workspaces' files. */
  areInHome?: boolean
  /** How many jobs and schedules wait in the home while the queue is elsewhere; nobody would ever run them. */
  countLeftBehind?(): Promise<number>
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
export function createJobs(options: JobsOptions): ServerJobs {
  const { opened, limits, clock, ids, log, signal, declaredKinds = [] } = options
  const { store, relay } = opened
  const kinds = new JobKinds()
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
    exported: options.areInHome ? null : store,
    answers: () => store.nextDue(),
    source,
    claims,
    kinds: () => kinds.all().map(({ kind }) => kind),
    register(kind: JobKind, handler: JobHandler<never>) {
      kinds.register(kind, handler)
      if (kind.concurrency !== undefined) limits.kinds[kind.kind] = { concurrency: kind.concurrency }
    },
    stopWaiting: () => claims.stop(),
    async start() {
      relay?.start()
      warnOfLeftBehind((await options.countLeftBehind?.()) ?? 0, log)
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
      await relay?.stop()
    },
  }
}

function warnOfLeftBehind(count: number, log: Logger): void {
  if (count === 0) return
  log.warn(
    { count },
    'jobs or schedules wait in the files of this home, but the queue is in a database now: stop the server and run `svc jobs move --to postgres`',
  )
}
