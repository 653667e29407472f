import { InternalError, jobExports, jobQueue, jobSchedules, UnavailableError } from '@svc/plugin'
import type { JobUpkeepStore, OpenJobsOptions } from '@svc/plugin'
import { workerQueue } from '@svc/plugin/contracts/worker-link'
import type { ServerNotes, WorkerQueue, WorkerServer } from '@svc/plugin/contracts/worker-link'
import { eventsRoom } from '../events/index.ts'
import { installedPlugins } from '../installed-plugins.ts'
import { planesRoom } from '../planes/index.ts'
import { defineRoom, defineValue } from '../room.ts'
import type { FacesOf, RoomEnv } from '../room.ts'
import { metricsRoom } from '../services/index.ts'
import { createJobs } from './create-jobs.ts'
import type { Jobs, WorkerFacts } from './create-jobs.ts'
import { jobLimits } from './queue/job-kinds.ts'

const graceMs = 3_000

/** What makes this process a worker. */
export interface WorkerProcess extends WorkerFacts {
  concurrency: number
  source: 'server' | 'database'
  /** Null where none answers. */
  server: WorkerServer | null
  /** Notifies the server of what happens to the files of its home. */
  notes: ServerNotes | null
}

/** Null in a server. */
export const workerProcess = defineValue<WorkerProcess | null>('worker process')

interface OpenJobs extends Jobs {
  /** What a backup copies; null where the jobs lie in the workspaces' files. */
  exported: Pick<JobUpkeepStore, 'export'> | null
  /** Null in a worker that gets its jobs from a server. */
  endWorkspace: JobUpkeepStore['endWorkspace'] | null
  /** For workers in other processes; null where their server answers them. */
  workers: WorkerQueue | null
}

const needs = {
  planes: planesRoom,
  events: eventsRoom,
  metrics: metricsRoom,
  plugins: installedPlugins,
  worker: workerProcess,
}
type Faces = FacesOf<typeof needs>

/** The queue of all workspaces, with the worker of this process. */
export const jobsRoom = defineRoom({
  name: 'jobs',
  needs,
  open(faces, env): OpenJobs | Promise<OpenJobs> {
    const { planes, events, worker } = faces
    if (worker?.notes) events.onCommitted(workspaceId => worker.notes?.changed(workspaceId))
    if (worker === null || (worker.source === 'database' && !planes.jobsInHome)) return openStored(faces, env)
    return openRemote(worker, faces, env)
  },
  services: ({ shared, declared }) => [
    shared(jobQueue, jobs => jobs.queue),
    shared(jobSchedules, jobs => jobs.schedules),
    declared(workerQueue, jobs => jobs.workers),
    declared(jobExports, jobs => ({ store: jobs.exported })),
  ],
  async start(jobs, { role }) {
    if (role !== 'command') await jobs.start()
  },
  stop: (jobs, remainingMs) => jobs.drain(Math.min(graceMs, remainingMs)),
  close: jobs => jobs.close(),
})

/** The queue in a store that this process opens itself: in a server, and in a worker with the server's database. */
async function openStored(faces: Faces, env: RoomEnv): Promise<OpenJobs> {
  const { planes, events, metrics, worker } = faces
  const { config, home, placement, version, clock, ids, log, stopping } = env
  const options = optionsOf(faces, env)
  const ofStore = { limits: options.limits, clock, ids, log }
  const opened = await planes.openJobs({
    ...ofStore,
    events: worker ? null : eventsOf(faces, placement),
    ...(placement && { serverId: placement.serverId }),
  })
  const upkeep = {
    takesBack: placement === null,
    retention: { succeeded: config.job_retention_days, failed: config.job_failed_retention_days },
    async countLeftBehind() {
      // Files that other servers have too were made with the queue in PostgreSQL.
      return planes.jobsInHome || placement !== null
        ? 0
        : (await planes.openJobsInHome({ ...ofStore, events: null })).countLive()
    },
  }
  const jobs = createJobs({
    ...options,
    opened,
    metrics,
    placement,
    workerConcurrency: worker?.concurrency ?? config.worker_concurrency,
    ...(worker ? { worker } : { upkeep }),
  })
  const { store } = opened
  const exported = worker ? serverExports : store
  const workers: WorkerQueue = {
    store,
    source: jobs.source,
    stopping,
    server: { version, schema: planes.schema, home_id: home.homeId, store: store.driver },
    notes: {
      changed: workspaceId => events.noticed(workspaceId),
      outdated: workspaceId => planes.data.use(workspaceId, () => undefined),
      audit: entry => planes.control.appendAudit(entry),
    },
  }
  const endWorkspace: OpenJobs['endWorkspace'] = workspaceId => store.endWorkspace(workspaceId)
  return { ...jobs, exported: planes.jobsInHome ? null : exported, endWorkspace, workers }
}

/** Where the events of jobs go: those from elsewhere are kept before they are deleted there. */
function eventsOf({ events }: Faces, placement: RoomEnv['placement']): OpenJobsOptions['events'] {
  if (placement === null) return events
  return {
    append: (...appended) => events.append(...appended),
    relay: (id, brought) => placement.work(id, async () => events.relay(id, brought), { joins: true }),
  }
}

/** A server's queue, in its worker. */
function openRemote(worker: WorkerProcess, faces: Faces, env: RoomEnv): OpenJobs {
  const { planes } = faces
  const { version, clock, log, signal } = env
  const { server, hasFiles, concurrency } = worker
  if (server === null) throw new InternalError('A worker has neither a server nor a database to take jobs from.')
  const linked = { id: worker.id, version, schema: hasFiles ? planes.schema : null }
  const jobs = createJobs({
    ...optionsOf(faces, env),
    opened: server.queue(linked, { clock, log, signal }),
    worker,
    workerConcurrency: concurrency,
  })
  return { ...jobs, exported: planes.jobsInHome ? null : serverExports, endWorkspace: null, workers: null }
}

function optionsOf({ plugins }: Faces, { config, clock, ids, log, signal }: RoomEnv) {
  const { job_queues, job_claim_mb, job_names, worker_lease_seconds } = config
  return {
    limits: jobLimits(job_queues, { claimBytes: job_claim_mb * 1024 * 1024, livePairs: job_names }),
    declaredKinds: plugins.jobKinds,
    workerLeaseSeconds: worker_lease_seconds,
    clock,
    ids,
    log,
    signal,
  }
}

const serverExports: OpenJobs['exported'] = {
  export() {
    throw new UnavailableError('The jobs are in the database: have the server make the backup.')
  },
}
