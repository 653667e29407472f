import { jobClaims, jobQueue, jobSchedules } from '@svc/plugin'
import { eventsRoom } from '../events/index.ts'
import { installedPlugins } from '../installed-plugins.ts'
import { planesRoom } from '../planes/index.ts'
import { defineRoom } from '../room.ts'
import type { Room } from '../room.ts'
import { metricsRoom } from '../services/index.ts'
import { createJobs } from './create-jobs.ts'
import type { Jobs, ServerJobs } from './jobs.ts'
import { jobLimits } from './queue-limits.ts'
import { workerRoutes } from './worker/link-routes.ts'

const graceMs = 3_000

/** What the queue offers wherever its jobs are kept. */
export function jobsOffer<J extends Jobs>(): Pick<Room<J>, 'services' | 'start' | 'stop' | 'close'> {
  return {
    services: ({ shared }) => [
      shared(jobQueue, jobs => jobs.queue),
      shared(jobSchedules, jobs => jobs.schedules),
      shared(jobClaims, jobs => jobs.claims),
    ],
    async start(jobs, { role, stopping }) {
      stopping.addEventListener('abort', () => jobs.stopWaiting(), { once: true })
      if (role !== 'command') await jobs.start()
    },
    stop: (jobs, remainingMs) => jobs.drain(Math.min(graceMs, remainingMs)),
    close: jobs => jobs.close(),
  }
}

/** The queue of all workspaces, with the workers of this server. */
export const jobsRoom = defineRoom({
  name: 'jobs',
  needs: { planes: planesRoom, events: eventsRoom, metrics: metricsRoom, plugins: installedPlugins },
  async open({ planes, events, metrics, plugins }, { config, clock, ids, log, signal }): Promise<ServerJobs> {
    const limits = jobLimits(config.job_queues)
    const jobOptions = { limits, clock, ids, log }
    const jobEvents = {
      append: events.log.append.bind(events.log),
      relay: (...brought: Parameters<typeof events.relay>) => events.relay(...brought),
    }
    const countLeftBehind = async (): Promise<number> =>
      (await planes.openJobsInHome({ ...jobOptions, events: null })).countLive()
    return createJobs({
      opened: await planes.openJobs({ ...jobOptions, events: jobEvents }),
      limits,
      areInHome: planes.jobsInHome,
      ...(!planes.jobsInHome && { countLeftBehind }),
      metrics,
      clock,
      ids,
      log,
      signal,
      workerConcurrency: config.worker_concurrency,
      workerLeaseSeconds: config.worker_lease_seconds,
      retention: { succeeded: config.job_retention_days, failed: config.job_failed_retention_days },
      declaredKinds: plugins.jobKinds,
    })
  },
  ...jobsOffer<ServerJobs>(),
})

/** What `svc worker` speaks to: the queue of all workspaces, for processes of the operator alone. */
export const workerLinkRoom = defineRoom({
  name: 'worker-link',
  needs: { planes: planesRoom, events: eventsRoom, jobs: jobsRoom },
  open: ({ planes: { control, data, schema }, events, jobs }, { home, version, clock, log }) =>
    workerRoutes({
      store: jobs.store,
      source: jobs.source,
      version,
      schema,
      homeId: home.homeId,
      clock,
      log,
      appendAudit: entry => control.appendAudit(entry),
      onEvents: workspaceId => events.noticed(workspaceId),
      bringUpToDate: workspaceId => data.use(workspaceId, () => undefined),
    }),
  routes: routes => routes,
})
