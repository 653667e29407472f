import { InternalError, jobExports, jobQueue, jobSchedules, UnavailableError } from '@svc/plugin'
import type { JobUpkeepStore } from '@svc/plugin'
import { workerQueue } from '@svc/plugin/contracts/worker-link'
import type { ServerNotes, WorkerQueue, WorkerServer } from '@svc/plugin/contracts/worker-link'
import { eventsRoom } from '../events/index.ts'
import { installedPlugins } from '../installed-plugins.ts'
import { planesRoom } from '../planes/index.ts'
import { defineRoom, defineValue } from '../room.ts'
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
  /** The server that is to hear what happens to the files of its home. */
  notes: ServerNotes | null
}

/** Null in a server. */
export const workerProcess = defineValue<WorkerProcess | null>('worker process')

export interface OpenJobs extends Jobs {
  /** What a backup copies; null where the jobs lie in the workspaces' files. */
  exported: Pick<JobUpkeepStore, 'export'> | null
  /** For workers in other processes; null where their server answers them. */
  workers: WorkerQueue | null
}

/** The queue of all workspaces, with the worker of this process. */
export const jobsRoom = defineRoom({
  name: 'jobs',
  needs: {
    planes: planesRoom,
    events: eventsRoom,
    metrics: metricsRoom,
    plugins: installedPlugins,
    worker: workerProcess,
  },
  async open({ planes, events, metrics, plugins, worker }, env): Promise<OpenJobs> {
    const { config, home, version, clock, ids, log, signal, stopping } = env
    const limits = jobLimits(config.job_queues)
    if (worker?.notes) events.onCommitted(workspaceId => worker.notes?.changed(workspaceId))
    const shared = {
      limits,
      clock,
      ids,
      log,
      signal,
      declaredKinds: plugins.jobKinds,
      workerLeaseSeconds: config.worker_lease_seconds,
    }
    if (worker !== null && (worker.source === 'server' || planes.jobsInHome)) {
      if (worker.server === null)
        throw new InternalError('A worker has neither a server nor a database to take jobs from.')
      const schema = worker.hasFiles ? planes.schema : null
      const opened = worker.server.queue({ id: worker.id, version, schema }, { clock, log, signal })
      const jobs = createJobs({ ...shared, opened, worker, workerConcurrency: worker.concurrency })
      return { ...jobs, exported: planes.jobsInHome ? null : serverExports, workers: null }
    }
    const opened = await planes.openJobs({ limits, events: worker ? null : events, clock, ids, log })
    const jobs = createJobs({
      ...shared,
      opened,
      ...(worker && { worker }),
      workerConcurrency: worker?.concurrency ?? config.worker_concurrency,
      retention: { succeeded: config.job_retention_days, failed: config.job_failed_retention_days },
      ...(!planes.jobsInHome && {
        countLeftBehind: async () =>
          (await planes.openJobsInHome({ limits, events: null, clock, ids, log })).countLive(),
      }),
      metrics,
    })
    const { store } = opened
    const { source } = jobs
    const server = { version, schema: planes.schema, home_id: home.homeId, store: store.driver }
    const notes: ServerNotes = {
      changed: workspaceId => events.noticed(workspaceId),
      outdated: workspaceId => planes.data.use(workspaceId, () => undefined),
      audit: entry => planes.control.appendAudit(entry),
    }
    const exported = worker ? serverExports : store
    return {
      ...jobs,
      exported: planes.jobsInHome ? null : exported,
      workers: { store, source, server, notes, stopping },
    }
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

const serverExports: OpenJobs['exported'] = {
  export() {
    throw new UnavailableError('The jobs are in the database: have the server make the backup.')
  },
}
