import type { JsonValue } from '@svc/plugin'
import { UnavailableError } from '@svc/plugin'
import type { Kernel } from '../../../kernel/index.ts'
import type { ApiClient, ApiRequest, ApiResponse } from './api-client.ts'
import { answerOf } from './problem-error.ts'

/** Answers from a kernel in this process, as the operator of this machine. */
export class KernelApi implements ApiClient {
  readonly #kernel: Kernel
  readonly #signal: AbortSignal
  #workspace: string | undefined

  constructor(startedKernel: Kernel, signal: AbortSignal) {
    this.#kernel = startedKernel
    this.#signal = signal
  }

  async exchange<Body = JsonValue>({ method, path, body, signal }: ApiRequest): Promise<ApiResponse<Body>> {
    const principal = await this.#kernel.operator(this.#workspace)
    const answer = await this.#kernel.dispatch({
      method,
      path,
      principal,
      signal,
      ...(body === undefined ? {} : { body }),
    })
    return { status: answer.status, body: answer.body as Body }
  }

  async request<Answer>(method: string, path: string, body?: JsonValue, signal = this.#signal): Promise<Answer> {
    return answerOf(await this.exchange({ method, path, signal, ...(body === undefined ? {} : { body }) }))
  }

  events(): Promise<null> {
    return Promise.resolve(null)
  }

  upload(): Promise<never> {
    return Promise.reject(noServer())
  }

  download(): Promise<never> {
    return Promise.reject(noServer())
  }

  useWorkspace(id: string): void {
    this.#workspace = id
  }

  async close(): Promise<void> {
    await this.#kernel.stop()
  }
}

/** Bytes go through a server alone: what this process answers itself is JSON. */
function noServer(): UnavailableError {
  return new UnavailableError(
    'No server runs on this home. Start one with "svc start", or name one with SVC_BASE_URL and SVC_API_KEY.',
  )
}
