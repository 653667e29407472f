import type { JobQueueStore } from '@svc/plugin'
import type { StoreCall } from '@svc/plugin/contracts/worker-link'
import type { LinkClient } from './link-client.ts'

/** The server's queue for handlers in a worker: they enqueue, look, cancel and schedule. Taking jobs is the worker's affair. */
export class RemoteJobStore implements JobQueueStore {
  readonly #client: LinkClient

  constructor(client: LinkClient) {
    this.#client = client
  }

  enqueue: JobQueueStore['enqueue'] = async jobs => this.#call({ method: 'enqueue', jobs: jobs.map(withoutRequest) })
  get: JobQueueStore['get'] = async (workspace_id, job_id) => this.#call({ method: 'get', workspace_id, job_id })
  list: JobQueueStore['list'] = async (workspace_id, filter, page) =>
    this.#call({ method: 'list', workspace_id, filter, page })
  stats: JobQueueStore['stats'] = async workspace_id => this.#call({ method: 'stats', workspace_id })
  cancel: JobQueueStore['cancel'] = async (workspace_id, job_id) =>
    this.#call({ method: 'cancel', workspace_id, job_id })
  retry: JobQueueStore['retry'] = async (workspace_id, job_id) => this.#call({ method: 'retry', workspace_id, job_id })
  redrive: JobQueueStore['redrive'] = async (workspace_id, { except_kinds, ...filter }) =>
    this.#call({
      method: 'redrive',
      workspace_id,
      filter: { ...filter, ...(except_kinds && { except_kinds: [...except_kinds] }) },
    })
  putSchedule: JobQueueStore['putSchedule'] = async schedule => this.#call({ method: 'putSchedule', schedule })
  getSchedule: JobQueueStore['getSchedule'] = async (workspace_id, name) =>
    this.#call({ method: 'getSchedule', workspace_id, name })
  listSchedules: JobQueueStore['listSchedules'] = async (workspace_id, page) =>
    this.#call({ method: 'listSchedules', workspace_id, page })
  deleteSchedule: JobQueueStore['deleteSchedule'] = async (workspace_id, name) =>
    this.#call({ method: 'deleteSchedule', workspace_id, name })
  depth: JobQueueStore['depth'] = async () => this.#call({ method: 'depth' })

  async #call<Answer>(call: StoreCall): Promise<Answer> {
    const { answer } = await this.#client.post<{ answer: Answer }>('/store', { call })
    return answer
  }
}

/** Idempotency keys come with requests over HTTP, and those are the server's. */
function withoutRequest<T extends { request?: unknown }>({ request: _request, ...job }: T): Omit<T, 'request'> {
  return job
}
