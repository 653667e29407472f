import { InternalError, UnavailableError } from '@svc/plugin'
import { eventsRoom } from '../events/index.ts'
import { installedPlugins } from '../installed-plugins.ts'
import { createWorkerJobs, jobLimits, jobsOffer } from '../jobs/index.ts'
import type { Jobs, WorkerJobsOptions } from '../jobs/index.ts'
import { planesRoom } from '../planes/index.ts'
import { defineRoom, defineValue } from '../room.ts'
import type { WorkerBoot } from './worker-boot.ts'

export const workerBoot = defineValue<WorkerBoot>('worker boot')

/** The queue as a worker has it. */
export const workerJobsRoom = defineRoom({
  name: 'jobs',
  needs: { planes: planesRoom, events: eventsRoom, plugins: installedPlugins, boot: workerBoot },
  async open({ planes, events, plugins, boot }, { config, version, clock, ids, log, signal }): Promise<Jobs> {
    const { role, workerId, place, server, hello, notes } = boot
    const limits = jobLimits(config.job_queues)
    if (notes !== null) events.log.onCommitted(workspaceId => notes.changed(workspaceId))
    let origin: WorkerJobsOptions['origin']
    if (role.source === 'database' && !planes.jobsInHome) {
      origin = await planes.openJobs({ limits, events: null, clock, ids, log })
    } else if (server !== null && hello !== null) origin = { server }
    else throw new InternalError('A worker has neither a server nor a database to take jobs from.')
    const jobs = createWorkerJobs({
      origin,
      workerId,
      version,
      schema: place === 'home' ? planes.schema : null,
      queues: role.queues,
      concurrency: role.concurrency,
      declaredKinds: plugins.jobKinds,
      limits,
      leaseSeconds: config.worker_lease_seconds,
      clock,
      ids,
      log,
      signal,
    })
    return { ...jobs, exported: planes.jobsInHome ? null : serverExports }
  },
  ...jobsOffer<Jobs>(),
})

const serverExports: Jobs['exported'] = {
  export() {
    throw new UnavailableError('The jobs are in the database: have the server make the backup.')
  },
}
