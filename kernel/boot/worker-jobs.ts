import { InternalError } from '@svc/plugin'
import { eventsRoom } from '../events/index.ts'
import { installedPlugins } from '../installed-plugins.ts'
import { createWorkerJobs, jobsOffer, queueLimits } from '../jobs/index.ts'
import type { Jobs, WorkerJobsOptions } from '../jobs/index.ts'
import type { OpenedPlanes } from '../planes/index.ts'
import { planesRoom } from '../planes/index.ts'
import { defineRoom, defineValue } from '../room.ts'
import type { WorkerBoot } from './worker-boot.ts'

export const workerBoot = defineValue<WorkerBoot>('worker boot')

/** The queue as a worker has it. */
export const workerJobsRoom = defineRoom({
  name: 'jobs',
  needs: { planes: planesRoom, events: eventsRoom, plugins: installedPlugins, boot: workerBoot },
  open({ planes, events, plugins, boot }, { config, version, clock, ids, log, signal }): Jobs {
    const { role, workerId, place, notes } = boot
    if (notes !== null) events.log.onCommitted(workspaceId => notes.changed(workspaceId))
    return createWorkerJobs({
      origin: originOf(boot, planes),
      workerId,
      version,
      schema: place === 'home' ? planes.schema : null,
      queues: role.queues,
      concurrency: role.concurrency,
      declaredKinds: plugins.jobKinds,
      limits: queueLimits(config.job_queues),
      leaseSeconds: config.worker_lease_seconds,
      clock,
      ids,
      log,
      signal,
    })
  },
  ...jobsOffer,
})

function originOf(
  { role, server, hello }: WorkerBoot,
  { postgres }: Pick<OpenedPlanes, 'postgres'>,
): WorkerJobsOptions['origin'] {
  if (role.source === 'database' && postgres !== null) return { database: postgres }
  if (server !== null && hello !== null) return { server, driver: hello.store }
  throw new InternalError('A worker has neither a server nor a database to take jobs from.')
}
