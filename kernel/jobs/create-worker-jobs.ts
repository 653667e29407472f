import { UnavailableError } from '@svc/plugin'
import type {
  Clock,
  Ids,
  JobClaims,
  JobHandler,
  JobQueueStore,
  JobStore,
  Logger,
  NewJob,
  NewJobRecord,
  OpenedJobs,
} from '@svc/plugin'
import { JobKinds } from './job-kinds.ts'
import type { JobSource } from './job-source.ts'
import type { DeclaredKind, JobKind, Jobs } from './jobs.ts'
import type { GrowingLimits } from './queue-limits.ts'
import { newJobRecord } from './new-job.ts'
import { OutsideClaims, pluginKindsOf } from './outside-claims.ts'
import { StoredJobSchedules } from './schedules/stored-job-schedules.ts'
import { LocalJobSource } from './worker/local-job-source.ts'
import { Worker } from './worker/worker.ts'
import type { WorkerServer } from './worker-server.ts'
import { WorkspaceJobQueue } from './workspace-job-queue.ts'

export interface WorkerJobsOptions {
  /** The server's queue, or a store that this process reaches itself. */
  origin: { server: WorkerServer } | Pick<OpenedJobs, 'store'>
  /** The kinds of every plugin that is there, running or not. */
  declaredKinds: readonly DeclaredKind[]
  /** Those of the store; a server keeps to its own. */
  limits: GrowingLimits
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
  const { origin, workerId, schema, queues, concurrency, clock, ids, log, signal } = options
  const kinds = new JobKinds()
  const { store, source, claims, close } =
    'store' in origin ? storeOrigin(origin.store, options) : serverOrigin(origin.server, options)
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
    schedules: new StoredJobSchedules({ store, clock, newRecord, onChanged: () => undefined }),
    store,
    exported: null,
    answers: () => store.depth(),
    source,
    claims,
    kinds: () => kinds.all().flatMap(({ kind }) => (takes(kind) ? [kind] : [])),
    register(kind: JobKind, handler: JobHandler<never>) {
      kinds.register(kind, handler)
      if (kind.concurrency !== undefined) options.limits.kinds[kind.kind] = { concurrency: kind.concurrency }
    },
    stopWaiting: () => undefined,
    async start() {
      worker.start()
    },
    drain: graceMs => worker.drain(graceMs),
    close,
  }
}

interface Origin {
  store: JobQueueStore
  source: JobSource
  claims: JobClaims
  close(): Promise<void>
}

function storeOrigin(store: JobStore, { declaredKinds, clock, log, signal }: WorkerJobsOptions): Origin {
  const source = new LocalJobSource({ store, clock, log, signal })
  const claims = new OutsideClaims({ store, source, pluginKinds: pluginKindsOf(declaredKinds), clock, log })
  return { store, source, claims, close: () => store.close() }
}

function serverOrigin(server: WorkerServer, options: WorkerJobsOptions): Origin {
  const { workerId, version, schema, declaredKinds, clock, log, signal } = options
  const { store, source } = server.queue({ id: workerId, version, schema }, { clock, log, signal })
  const refuse = async (): Promise<never> => {
    throw new UnavailableError('Workers from outside claim jobs at the server, not at its worker.')
  }
  const claims = {
    pluginKinds: pluginKindsOf(declaredKinds),
    claim: refuse,
    heartbeat: refuse,
    complete: refuse,
    fail: refuse,
  }
  // The link is closed by whoever opened it.
  return { store, source, claims, close: async () => undefined }
}
