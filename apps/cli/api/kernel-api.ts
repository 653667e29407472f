import type { Kernel } from '../../../kernel/index.ts'
import type { ApiClient, ApiRequest, ApiResponse } from './api-client.ts'

/** Answers from a kernel in this process, as the operator of this machine. */
export class KernelApi implements ApiClient {
  readonly #kernel: Kernel

  constructor(startedKernel: Kernel) {
    this.#kernel = startedKernel
  }

  async request({ method, path, body, signal }: ApiRequest): Promise<ApiResponse> {
    const principal = await this.#kernel.operator()
    const answer = await this.#kernel.dispatch({
      method,
      path,
      principal,
      signal,
      ...(body === undefined ? {} : { body }),
    })
    return { status: answer.status, body: answer.body }
  }

  events(): Promise<null> {
    return Promise.resolve(null)
  }

  async close(): Promise<void> {
    await this.#kernel.stop()
  }
}
