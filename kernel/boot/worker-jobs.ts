import { InternalError } from '@svc/plugin'
import type { Hello, LinkClient, WorkerJobsOptions } from '../jobs/index.ts'
import type { WorkerRole } from '../kernel.ts'
import type { OpenedPlanes } from '../planes/index.ts'
import { svcVersion } from './version.ts'
import type { WorkerBoot } from './worker-boot.ts'

/** Where its jobs come from, and which it takes. */
export function workerJobsOf(
  { role, workerId, place, client, hello }: WorkerBoot,
  planes: OpenedPlanes,
): Pick<WorkerJobsOptions, 'origin' | 'workerId' | 'version' | 'schema' | 'queues' | 'concurrency'> {
  const { queues, concurrency } = role
  return {
    origin: originOf(role, client, hello, planes),
    workerId,
    version: svcVersion,
    schema: place === 'home' ? planes.schema : null,
    queues,
    concurrency,
  }
}

function originOf(
  { source }: WorkerRole,
  client: LinkClient | null,
  hello: Hello | null,
  { postgres }: OpenedPlanes,
): WorkerJobsOptions['origin'] {
  if (source === 'database' && postgres !== null) return { database: postgres }
  if (client !== null && hello !== null) return { client, driver: hello.store }
  throw new InternalError('A worker has neither a server nor a database to take jobs from.')
}
