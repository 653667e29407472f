import type { Clock, Ids, JobHandler, Logger, NewJob } from '@svc/plugin'
import type { PostgresDatabase } from '../planes/index.ts'
import { JobKinds } from './job-kinds.ts'
import type { JobSource } from './job-source.ts'
import type { JobLimits, JobStore, NewJobRecord, QueueLimit } from './contract/job-store.ts'
import type { DeclaredKind, JobKind, Jobs } from './jobs.ts'
import { newJobRecord } from './new-job.ts'
import { OutsideClaims, pluginKindsOf } from './outside-claims.ts'
import { PostgresJobStore } from '../drivers/postgres/jobs/index.ts'
import { createJobSchedules } from './schedules/index.ts'
import { LocalJobSource } from './worker/local-job-source.ts'
import { Worker } from './worker/worker.ts'
import type { WorkerServer } from './worker-server.ts'
import { WorkspaceJobQueue } from './workspace-job-queue.ts'

export interface WorkerJobsOptions {
  /** The server's queue, or a database that this process reaches itself. */
  origin: { server: WorkerServer; driver: JobStore['driver'] } | { database: PostgresDatabase }
  /** The kinds of every plugin that is there, running or not. */
  declaredKinds: readonly DeclaredKind[]
  /** By queue; those of kinds come with the kinds. A server keeps to its own. */
  limits: Readonly<Record<string, QueueLimit>>
  workerId: string
  version: string
  /** Null in a worker without the workspaces' files: it leaves the kinds alone that need them. */
  schema: string | null
  queues: readonly string[] | null
  concurrency: number
  leaseSeconds: number
  clock: Clock
  ids: Ids
  log: Logger
  signal: AbortSignal
}

/** The queue as a worker process has it: handlers use it as in the server, and nothing is fired, taken back or deleted here. */
export function createWorkerJobs(options: WorkerJobsOptions): Jobs {
  const { origin, workerId, version, schema, queues, concurrency, clock, ids, log, signal } = options
  const kinds = new JobKinds()
  const kindLimits: Record<string, { concurrency: number }> = Object.create(null) as Record<string, never>
  const limits: JobLimits = { queues: options.limits, kinds: kindLimits }
  const { store, source } =
    'database' in origin
      ? databaseOrigin(origin.database, limits, options)
      : origin.server.queue({ id: workerId, version, schema }, { driver: origin.driver, clock, log, signal })
  const newRecord = (workspaceId: string, job: NewJob): NewJobRecord => {
    const made = { workspace_id: workspaceId, job_id: ids.create('job'), now: clock.now() }
    return newJobRecord(job, kinds.kindOf(job.kind), made)
  }
  const takes = (kind: string): boolean => schema !== null || kinds.kindOf(kind)?.runsOn === 'any'
  const leaseMs = options.leaseSeconds * 1000
  const worker = new Worker({ source, workerId, kinds, takes, queues, concurrency, leaseMs, clock, log })
  signal.addEventListener('abort', () => worker.stopClaiming(), { once: true })
  return {
    queue: new WorkspaceJobQueue({ store, newRecord }),
    schedules: createJobSchedules({ store, clock, log, newRecord, isIdle: () => false }).schedules,
    store,
    source,
    claims: new OutsideClaims({ store, source, pluginKinds: pluginKindsOf(options.declaredKinds), clock, log }),
    kinds: () => kinds.all().flatMap(({ kind }) => (takes(kind) ? [kind] : [])),
    register(kind: JobKind, handler: JobHandler<never>) {
      kinds.register(kind, handler)
      if (kind.concurrency !== undefined) kindLimits[kind.kind] = { concurrency: kind.concurrency }
    },
    stopWaiting: () => undefined,
    async start() {
      worker.start()
    },
    drain: graceMs => worker.drain(graceMs),
    close: () => store.close(),
  }
}

interface Origin {
  store: JobStore
  source: JobSource
}

function databaseOrigin(
  database: PostgresDatabase,
  limits: JobLimits,
  { clock, log, signal }: WorkerJobsOptions,
): Origin {
  const store = new PostgresJobStore({ database, limits, clock })
  const source = new LocalJobSource({ store, clock, log, signal })
  return { store, source }
}
