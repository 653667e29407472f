import { APIError, SvcError } from './errors.ts'
import type { Answer } from './operations.ts'
import { backoff, mayRecover, outlast, wait } from './transport/retry.ts'
import { uuid } from './transport/runtime.ts'

type Claimed = Answer<'claimJobs'>['jobs'][number]
/** A job that this worker holds. `Payload` is what its kind is made with, which nothing checks here. */
export type ClaimedJob<Payload = unknown> = Omit<Claimed, 'payload'> & { readonly payload: Payload }

export interface JobContext {
  /** Aborted when the job was cancelled, or given to another worker after its lease ran out. */
  readonly signal: AbortSignal
  /** Shown with the job, from 0 to 1. @throws SvcError for what is no number */
  progress(fraction: number): void
}

/** Does one job. What it returns is the job's result; what it throws fails the job, which is tried again. */
export type JobHandler<Payload = unknown> = (job: ClaimedJob<Payload>, context: JobContext) => unknown

export interface WorkOptions {
  kinds: readonly string[]
  queues?: readonly string[]
  /** Jobs done at one time; 1 by default. */
  concurrency?: number
  /** Seconds for which a job is held, and held again as long as the handler runs; 60 by default. */
  leaseSeconds?: number
  workerId?: string
  /** Ends the work: no further job is taken, and those under way are done. */
  signal?: AbortSignal
}

/** The calls of the queue that a worker makes. */
export interface Queue {
  claim(body: object, options: object): PromiseLike<readonly ClaimedJob[]>
  heartbeat(
    job_id: string,
    body: { claim_token: string; lease_seconds: number; progress?: number },
  ): PromiseLike<{ cancel_requested: boolean }>
  complete(job_id: string, body: { claim_token: string; result?: unknown }): PromiseLike<unknown>
  fail(job_id: string, body: { claim_token: string; error: { message: string } }): PromiseLike<unknown>
}

const longestWaitSeconds = 20

/** @throws APIError when the server refuses the worker */
export async function workOn(queue: Queue, options: WorkOptions, handler: JobHandler): Promise<void> {
  const {
    kinds,
    queues,
    concurrency = 1,
    leaseSeconds = 60,
    workerId = `worker-${uuid().slice(0, 8)}`,
    signal,
  } = options
  if (!Array.isArray(kinds) || kinds.length === 0)
    throw new SvcError('kinds must name the kinds of jobs that the handler does.')
  if (!(concurrency >= 1)) throw new SvcError('concurrency must be 1 or more.')
  const running = new Set<Promise<void>>()
  const hold = { queue, leaseSeconds, handler }
  const query = { worker_id: workerId, kinds, lease_seconds: leaseSeconds, ...(queues && { queues }) }
  try {
    for (let failures = 0; !signal?.aborted;) {
      if (running.size >= concurrency) {
        // An end by the signal waits for these all the same.
        await Promise.race(running)
        continue
      }
      // A claim that waits cannot be made larger: with jobs under way it comes back soon, and asks for all that is free.
      const wait_seconds = running.size === 0 ? longestWaitSeconds : 1
      const limit = Math.min(concurrency - running.size, 100)
      try {
        const jobs = await queue.claim({ ...query, limit, wait_seconds }, { signal, timeout: 60_000 })
        failures = 0
        for (const job of jobs) {
          const done = doJob(job, hold).finally(() => running.delete(done))
          running.add(done)
        }
      } catch (error) {
        if (signal?.aborted) break
        if (!mayRecover(error)) throw error
        await wait(backoff(failures++), signal).catch(() => undefined)
      }
    }
  } finally {
    await Promise.all(running)
  }
}

interface Held {
  queue: Queue
  leaseSeconds: number
  handler: JobHandler
}

/** A job from its claim to its end. It never throws: the queue gives a job that nobody settles to another worker. */
async function doJob(job: ClaimedJob, { queue, leaseSeconds, handler }: Held): Promise<void> {
  const { job_id, claim_token } = job
  const controller = new AbortController()
  let progress: number | undefined
  const beat = async (): Promise<void> => {
    try {
      const sent = { claim_token, lease_seconds: leaseSeconds, ...(progress !== undefined && { progress }) }
      const { cancel_requested } = await queue.heartbeat(job_id, sent)
      if (cancel_requested) controller.abort(new SvcError('The job was cancelled.'))
    } catch (error) {
      if (error instanceof APIError && error.status === 409) controller.abort(error)
    }
  }
  const beats = setInterval(() => void beat(), (leaseSeconds * 1000) / 3)
  const context: JobContext = {
    signal: controller.signal,
    progress: fraction => void (progress = checkedFraction(fraction)),
  }
  try {
    await settle(
      async () => {
        const result = await handler(job, context)
        return () => queue.complete(job_id, { claim_token, ...(result !== undefined && { result }) })
      },
      error => queue.fail(job_id, { claim_token, error: { message: messageOf(error) } }),
    )
  } finally {
    clearInterval(beats)
  }
}

/** Says how the job ended until the server has heard it: the job is held all the while, and the claim's token lets a call come twice. */
async function settle(
  run: () => Promise<() => PromiseLike<unknown>>,
  fail: (error: unknown) => PromiseLike<unknown>,
): Promise<void> {
  try {
    const complete = await run()
    await outlast(complete).catch((error: unknown) => {
      if (!isSettled(error)) throw error
    })
  } catch (error) {
    await outlast(() => fail(error)).catch(() => undefined)
  }
}

/** Whether a refused result leaves nothing to say: the job is another worker's now, or will be when its lease has run out. */
function isSettled(error: unknown): boolean {
  return mayRecover(error) || (error instanceof APIError && error.status === 409)
}

const longestMessage = 16_384

/** As long as the server takes it, and without half a character at its end. */
function messageOf(error: unknown): string {
  const message = (error instanceof Error ? error.message : String(error)) || 'The handler failed without a message.'
  return message.length > longestMessage ? message.slice(0, longestMessage).replace(/[\ud800-\udbff]$/, '') : message
}

function checkedFraction(fraction: number): number {
  if (typeof fraction !== 'number' || Number.isNaN(fraction))
    throw new SvcError(`The progress of a job must be a number from 0 to 1, not ${String(fraction)}.`)
  return Math.min(Math.max(fraction, 0), 1)
}
