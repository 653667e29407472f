import type { Job } from '@svc/plugin'
import { expect, vi } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel, TestKernelOptions, TestResponse } from '../rooms/kernel.ts'

export type ClaimedJob = Job & { claim_token: string }
export interface Problem {
  status: number
  code: string
  detail: string
  errors?: { path: string; message: string }[]
}

/** A server with nothing but the queue, and its callers. */
export class JobServer {
  readonly kernel: TestKernel

  private constructor(kernel: TestKernel) {
    this.kernel = kernel
  }

  static async start(options: TestKernelOptions = {}): Promise<JobServer> {
    return new JobServer(await startTestKernel({ plugins: ['admin', 'developer'], ...options }))
  }

  // The caller knows what the route answers.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  request<Body = any>(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<TestResponse<Body>> {
    return this.kernel.request<Body>(method, path, {
      ...(body && { body: body as never }),
      ...(headers && { headers, ...(('authorization' in headers || 'cookie' in headers) && { as: 'none' as const }) }),
    })
  }

  async enqueue(job: object = {}, headers?: Record<string, string>): Promise<Job> {
    const { status, body } = await this.request<Job>('POST', '/api/jobs', { kind: 'test.work', ...job }, headers)
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }

  async claim(claim: object = {}, headers?: Record<string, string>): Promise<ClaimedJob[]> {
    const { status, body } = await this.request('POST', '/api/jobs/claim', { worker_id: 'w1', ...claim }, headers)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body.jobs as ClaimedJob[]
  }

  /** Claims the one job that is due. */
  async claimOne(claim: object = {}): Promise<ClaimedJob> {
    const [job] = await this.claim(claim)
    if (job === undefined) throw new Error('there is no job to claim')
    return job
  }

  /** A call about a job, such as `complete`. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  act<Body = any>(job: { job_id: string }, action: string, body?: object): Promise<TestResponse<Body>> {
    return this.request<Body>('POST', `/api/jobs/${job.job_id}/${action}`, body)
  }

  async stored(job: { job_id: string }): Promise<Job> {
    return (await this.request<Job>('GET', `/api/jobs/${job.job_id}`)).body
  }

  async reaches(job: { job_id: string }, state: Job['state']): Promise<Job> {
    return vi.waitFor(
      async () => {
        const found = await this.stored(job)
        expect(found.state).toBe(state)
        return found
      },
      { timeout: 60_000, interval: 20 },
    )
  }

  /** Headers of a key with these scopes alone. */
  async keyWith(...scopes: string[]): Promise<Record<string, string>> {
    const { body } = await this.kernel.request('POST', '/api/developer/keys', {
      as: 'owner',
      body: { name: 'narrow', scopes },
    })
    return { authorization: `Bearer ${(body as { key: string }).key}` }
  }

  /** Headers of the same person in another workspace. */
  async otherWorkspace(): Promise<Record<string, string>> {
    const { body } = await this.kernel.request('POST', '/api/workspaces', { as: 'owner', body: { name: 'other' } })
    const { id } = body as { id: string }
    return { cookie: this.kernel.owner.cookie, 'x-workspace-id': id }
  }

  stop(): Promise<void> {
    return this.kernel.stop()
  }
}
