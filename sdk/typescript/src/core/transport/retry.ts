import { AbortError, ConnectionError, RateLimitError } from '../errors.ts'
import { APIError, retryAfterSeconds } from '../errors.ts'

const longestWaitSeconds = 60
const retried = new Set([408, 429, 502, 503, 504])

/** What a failed try was. */
export interface FailedTry {
  error: unknown
  method: string
  /** How many further tries were made. */
  retries: number
}

/** Milliseconds to wait before the next try, or null when another try is not worth it or not safe. */
export function waitBeforeRetry({ error, method, retries }: FailedTry): number | null {
  if (error instanceof APIError) {
    const inProgress = error.status === 409 && error.code === 'idempotency_in_progress'
    const internal = error.status === 500 && method === 'GET'
    if (!retried.has(error.status) && !inProgress && !internal) return null
    const asked = retryAfterSeconds(error.headers)
    if (asked !== null) return asked > longestWaitSeconds ? null : asked * 1000
    return backoff(retries)
  }
  return error instanceof ConnectionError ? backoff(retries) : null
}

/** 0.5 s, doubled each time up to 8 s, less up to a quarter, so that clients which failed together do not come back together. */
export function backoff(retries: number): number {
  return Math.min(500 * 2 ** retries, 8000) * (1 - Math.random() / 4)
}

/** Whether an error says that its call may be sent again later. */
export function isPassing(error: unknown): boolean {
  return error instanceof RateLimitError || waitBeforeRetry({ error, method: 'GET', retries: 0 }) !== null
}

/** Whether a program that runs for weeks goes on after an error. What is wrong at the server passes, such as a full disk. */
export function mayRecover(error: unknown): boolean {
  return isPassing(error) || (error instanceof APIError && error.status >= 500)
}

/** A restart with its migrations, another server that takes over, a disk that is full. */
const longestOutageMs = 10 * 60_000

/** Sends the same again over an outage of up to ten minutes. @throws what the last try threw; AbortError when the signal ends the wait */
export async function outlast<T>(send: () => PromiseLike<T>, signal?: AbortSignal): Promise<T> {
  const began = performance.now()
  for (let failures = 0; ; failures++) {
    try {
      return await send()
    } catch (error) {
      if (!mayRecover(error) || performance.now() - began > longestOutageMs) throw error
    }
    await wait(backoff(failures), signal)
  }
}

/** @throws AbortError when the signal ends the wait */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(aborted(signal))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

export function aborted(signal: AbortSignal | undefined): AbortError {
  return new AbortError('The call was ended by its signal.', { cause: signal?.reason })
}
