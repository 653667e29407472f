import { CallerError, RateLimitedError, UpstreamError } from '@svc/plugin'
import type { Clock, Logger, SvcError } from '@svc/plugin'

const maxAttempts = 3
const firstDelayMs = 500
const maxDelayMs = 20_000

export interface Patience {
  clock: Clock
  log: Logger
  signal: AbortSignal
  provider: string
}

/** How long to wait before the next try of a call of which nothing has come yet; null: it is not tried again. */
export function retryDelayMs(error: unknown, attempt: number): number | null {
  if (attempt >= maxAttempts || !mayPass(error)) return null
  const delayMs = askedDelayMs(error) ?? firstDelayMs * 2 ** (attempt - 1)
  return delayMs > maxDelayMs ? null : delayMs
}

function mayPass(error: unknown): error is SvcError {
  if (error instanceof RateLimitedError) return true
  if (!(error instanceof UpstreamError)) return false
  // The first: a key that is refused, a page of HTML. The second: our own rules keep the address from being asked.
  return error.fields['lasting'] !== true && !(error.cause instanceof CallerError)
}

/** `retry_after` of the fields is null where the provider did not say, and the error's own seconds are a guess for the client. */
function askedDelayMs(error: SvcError): number | null {
  const seconds = error.fields['retry_after']
  if (typeof seconds === 'number') return seconds * 1000
  if (seconds === null || error.retryAfterSeconds === undefined) return null
  return error.retryAfterSeconds * 1000
}

/** Waits until the next try. @throws `error` when there is none */
export async function pauseBeforeRetry(error: unknown, attempt: number, patience: Patience): Promise<void> {
  const { clock, log, signal, provider } = patience
  const delayMs = signal.aborted ? null : retryDelayMs(error, attempt)
  if (delayMs === null) throw error
  log.warn({ provider, attempt, delay_ms: delayMs }, 'a model provider failed; trying again')
  await clock.sleep(delayMs, signal)
}

/** A call whose answer comes in one piece, or whose first bytes have not come yet. */
export async function withRetries<T>(call: () => Promise<T>, patience: Patience): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      await pauseBeforeRetry(error, attempt, patience)
    }
  }
}

/** A streamed answer: tried again only while nothing of it has come. */
export async function* streamWithRetries<T>(open: () => AsyncIterable<T>, patience: Patience): AsyncGenerator<T> {
  for (let attempt = 1; ; attempt++) {
    let isBegun = false
    try {
      for await (const event of open()) {
        isBegun = true
        yield event
      }
      return
    } catch (error) {
      if (isBegun) throw error
      await pauseBeforeRetry(error, attempt, patience)
    }
  }
}
