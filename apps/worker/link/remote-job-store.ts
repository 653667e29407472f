import { InternalError } from '@svc/plugin'
import type { JobStore, StoreCall } from '../../../kernel/index.ts'
import type { LinkClient } from './link-client.ts'

/** The server's queue for handlers in a worker: they enqueue, look, cancel and schedule. Taking jobs is the worker's affair. */
export class RemoteJobStore implements JobStore {
  readonly driver: JobStore['driver']
  readonly #client: LinkClient

  constructor(client: LinkClient, driver: JobStore['driver']) {
    this.#client = client
    this.driver = driver
  }

  enqueue: JobStore['enqueue'] = async jobs => this.#call({ method: 'enqueue', jobs: jobs.map(withoutRequest) })
  get: JobStore['get'] = async (workspace_id, job_id) => this.#call({ method: 'get', workspace_id, job_id })
  list: JobStore['list'] = async (workspace_id, filter, page) =>
    this.#call({ method: 'list', workspace_id, filter, page })
  stats: JobStore['stats'] = async workspace_id => this.#call({ method: 'stats', workspace_id })
  cancel: JobStore['cancel'] = async (workspace_id, job_id) => this.#call({ method: 'cancel', workspace_id, job_id })
  retry: JobStore['retry'] = async (workspace_id, job_id) => this.#call({ method: 'retry', workspace_id, job_id })
  redrive: JobStore['redrive'] = async (workspace_id, { except_kinds, ...filter }) =>
    this.#call({
      method: 'redrive',
      workspace_id,
      filter: { ...filter, ...(except_kinds && { except_kinds: [...except_kinds] }) },
    })
  putSchedule: JobStore['putSchedule'] = async schedule => this.#call({ method: 'putSchedule', schedule })
  getSchedule: JobStore['getSchedule'] = async (workspace_id, name) =>
    this.#call({ method: 'getSchedule', workspace_id, name })
  listSchedules: JobStore['listSchedules'] = async (workspace_id, page) =>
    this.#call({ method: 'listSchedules', workspace_id, page })
  deleteSchedule: JobStore['deleteSchedule'] = async (workspace_id, name) =>
    this.#call({ method: 'deleteSchedule', workspace_id, name })
  depth: JobStore['depth'] = async () => this.#call({ method: 'depth' })

  onWork(): void {
    // The server wakes the worker's own exchange.
  }

  onCancelRequested(): void {
    // The worker hears of cancels from its source.
  }

  async close(): Promise<void> {
    // The link is closed by whoever opened it.
  }

  claim: JobStore['claim'] = async () => serverOnly('claim')
  settle: JobStore['settle'] = async () => serverOnly('settle')
  exchange: JobStore['exchange'] = async () => serverOnly('exchange')
  renew: JobStore['renew'] = async () => serverOnly('renew')
  reclaim: JobStore['reclaim'] = async () => serverOnly('reclaim')
  reclaimWorkers: JobStore['reclaimWorkers'] = async () => serverOnly('reclaimWorkers')
  nextDue: JobStore['nextDue'] = async () => serverOnly('nextDue')
  prune: JobStore['prune'] = async () => serverOnly('prune')
  dueSchedules: JobStore['dueSchedules'] = async () => serverOnly('dueSchedules')
  nextScheduleAt: JobStore['nextScheduleAt'] = async () => serverOnly('nextScheduleAt')
  fire: JobStore['fire'] = async () => serverOnly('fire')
  export: JobStore['export'] = () => serverOnly('export')
  import: JobStore['import'] = async () => serverOnly('import')

  async #call<Answer>(call: StoreCall): Promise<Answer> {
    const { answer } = await this.#client.post<{ answer: Answer }>('/store', { call })
    return answer
  }
}

/** Idempotency keys come with requests over HTTP, and those are the server's. */
function withoutRequest<T extends { request?: unknown }>({ request: _request, ...job }: T): Omit<T, 'request'> {
  return job
}

function serverOnly(method: string): never {
  throw new InternalError(`${method} is the server's affair; a worker does not call it.`)
}
