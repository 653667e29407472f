import { InternalError } from '@svc/plugin'
import { eventsRoom } from '../events/index.ts'
import { createWorkerJobs, jobsOffer, queueLimits } from '../jobs/index.ts'
import type { Hello, Jobs, LinkClient, WorkerJobsOptions } from '../jobs/index.ts'
import type { WorkerRole } from '../kernel.ts'
import type { OpenedPlanes } from '../planes/index.ts'
import { planesRoom } from '../planes/index.ts'
import { defineRoom, defineValue } from '../room.ts'
import type { WorkerBoot } from './worker-boot.ts'

export const workerBoot = defineValue<WorkerBoot>('worker boot')

/** The queue as a worker has it. */
export const workerJobsRoom = defineRoom({
  name: 'jobs',
  needs: { planes: planesRoom, events: eventsRoom, boot: workerBoot },
  open({ planes, events, boot }, { config, version, clock, ids, log, signal }): Jobs {
    const { role, workerId, place, client, hello, notes } = boot
    if (notes !== null) events.log.onCommitted(workspaceId => notes.changed(workspaceId))
    return createWorkerJobs({
      origin: originOf(role, client, hello, planes),
      workerId,
      version,
      schema: place === 'home' ? planes.schema : null,
      queues: role.queues,
      concurrency: role.concurrency,
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
  { source }: WorkerRole,
  client: LinkClient | null,
  hello: Hello | null,
  { postgres }: Pick<OpenedPlanes, 'postgres'>,
): WorkerJobsOptions['origin'] {
  if (source === 'database' && postgres !== null) return { database: postgres }
  if (client !== null && hello !== null) return { client, driver: hello.store }
  throw new InternalError('A worker has neither a server nor a database to take jobs from.')
}
