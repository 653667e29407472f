import type {
  Clock,
  Ids,
  JobHandler,
  JobQueue,
  JobQueueStore,
  JobSchedules,
  Logger,
  Metrics,
  NewJob,
  NewJobRecord,
  OpenedJobs,
} from '@svc/plugin'
import { serverWorkerPrefix } from '@svc/plugin/contracts/worker-link'
import type { JobSource } from '@svc/plugin/contracts/worker-link'
import { JobKinds } from './queue/job-kinds.ts'
import type { DeclaredKind, GrowingLimits, JobKind } from './queue/job-kinds.ts'
import { newJobRecord } from './queue/new-job.ts'
import { WorkspaceJobQueue } from './queue/workspace-job-queue.ts'
import { StoredJobSchedules } from './schedules/stored-job-schedules.ts'
import { JobUpkeep } from './upkeep/job-upkeep.ts'
import type { Placement } from '../planes/index.ts'
import type { JobUpkeepOptions } from './upkeep/job-upkeep.ts'
import { countAttempts, measureQueues } from './upkeep/measure-jobs.ts'
import { LocalJobSource } from './worker/local-job-source.ts'
import { Worker } from './worker/worker.ts'

interface JobsOptions {
  clock: Clock
  ids: Ids
  log: Logger
  /** Aborts when the process stops: no more claims from then on. */
  signal: AbortSignal
  /** The store where the jobs are kept, with the same limits; or the queue of a server. */
  opened: Pick<OpenedJobs, 'store' | 'relay'> | RemoteQueue
  limits: GrowingLimits
  /** The kinds of every plugin that is there, running or not. */
  declaredKinds: readonly DeclaredKind[]
  /** Present in a process that works for a server. */
  worker?: WorkerFacts
  /** Present in a server: schedules fire, lost jobs are taken back, and old ones deleted. */
  upkeep?: Pick<JobUpkeepOptions, 'retention' | 'takesBack' | 'countLeftBehind'>
  /** Jobs at a time in this process; none with 0. */
  workerConcurrency: number
  /** How long a claim of this process holds without a renewal. */
  workerLeaseSeconds: number
  /** Null where workspaces need not be entered. */
  placement?: Placement | null
  /** Where the numbers go; nowhere without it. */
  metrics?: Metrics
}

interface RemoteQueue {
  store: JobQueueStore
  source: JobSource
}

export interface WorkerFacts {
  id: string
  /** Null: jobs of every queue. */
  queues: readonly string[] | null
  /** Whether the workspaces' files are here; without them it leaves the kinds alone that need them. */
  hasFiles: boolean
}

/** The queue of all workspaces, and the worker of this process. */
export interface Jobs {
  queue: JobQueue
  schedules: JobSchedules
  store: JobQueueStore
  /** The store with the waiting for work. */
  source: JobSource
  /** Rejects when the queue does not answer. */
  answers(): Promise<unknown>
  /** The kinds that this process takes jobs of. */
  kinds(): string[]
  /** Those that it leaves to others, for want of the home's files. */
  leftKinds(): string[]
  register(kind: JobKind, handler: JobHandler<never>): void
  /** The worker begins to claim; in a server schedules fire and old jobs are deleted from now on. */
  start(): Promise<void>
  /** No new claims; running jobs get `graceMs`, then their signal aborts and they go back to the queue, the attempt not counted. */
  drain(graceMs: number): Promise<void>
  /** To be called when all that enqueue jobs have stopped. */
  close(): Promise<void>
}

/** What requests and jobs write to the queue. */
const writes = ['enqueue', 'cancel', 'retry', 'redrive', 'putSchedule', 'deleteSchedule'] as const

export function createJobs(options: JobsOptions): Jobs {
  const { opened, limits, clock, ids, log, signal, declaredKinds, worker: facts, metrics, placement = null } = options
  const kinds = new JobKinds(limits)
  const { store, source, local } =
    'source' in opened
      ? { ...opened, local: null }
      : { store: opened.store, source: new LocalJobSource({ store: opened.store, clock, log, signal }), local: opened }
  const newRecord = (workspace_id: string, job: NewJob): NewJobRecord =>
    newJobRecord(job, kinds.get(job.kind)?.kind, { workspace_id, job_id: ids.create('job'), now: clock.now() })
  const workerId = facts?.id ?? `${serverWorkerPrefix}${ids.secret(9)}`
  const upkeep =
    local &&
    options.upkeep &&
    new JobUpkeep({
      ...local,
      ...options.upkeep,
      workerId,
      newRecord,
      isIdle: kind => kinds.get(kind) === undefined && declaredKinds.some(declared => declared.kind === kind),
      clock,
      log,
      signal,
    })
  if (upkeep && local && metrics) {
    measureQueues(metrics, store, () => clock.now())
    metrics.whenCollected(collector => countAttempts(collector, local.store))
  }
  const takes = (kind: string): boolean => facts?.hasFiles !== false || kinds.get(kind)?.kind.runsOn === 'any'
  const worker = new Worker({
    source,
    workerId,
    kinds,
    takes,
    queues: facts?.queues ?? null,
    concurrency: options.workerConcurrency,
    leaseMs: options.workerLeaseSeconds * 1000,
    clock,
    log,
    placement,
  })
  if (source instanceof LocalJobSource) placement?.onAvailable(() => source.look())
  const stopTaking = (): void => {
    worker.stopClaiming()
    upkeep?.stop()
  }
  signal.addEventListener('abort', stopTaking, { once: true })
  const pluginKinds = declaredKinds.filter(({ enqueue }) => enqueue === 'plugin').map(({ kind }) => kind)
  const gatedStore = placement ? placement.after(store, writes) : store
  return {
    queue: new WorkspaceJobQueue({ store: gatedStore, pluginKinds, newRecord }),
    schedules: new StoredJobSchedules({
      store: gatedStore,
      clock,
      newRecord,
      onChanged: () => upkeep?.onSchedulesChanged(),
    }),
    store,
    source,
    answers: () => (local ? local.store.nextDue() : store.depth()),
    kinds: () => kinds.all().flatMap(({ kind }) => (takes(kind) ? [kind] : [])),
    leftKinds: () => kinds.all().flatMap(({ kind }) => (takes(kind) ? [] : [kind])),
    register: (kind, handler) => kinds.register(kind, handler),
    async start() {
      await upkeep?.start()
      if (source instanceof LocalJobSource) source.start()
      worker.start()
    },
    async drain(graceMs) {
      stopTaking()
      await worker.drain(graceMs)
    },
    async close() {
      await local?.store.close()
      await local?.relay?.stop()
    },
  }
}
