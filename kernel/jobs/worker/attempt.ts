import {
  CallerError,
  InternalError,
  PayloadTooLargeError,
  RateLimitedError,
  SvcError,
  TimeoutError,
  withOwnLogFields,
} from '@svc/plugin'
import type { Clock, JobContext, JsonValue, Logger } from '@svc/plugin'
import type { RegisteredKind } from '../job-kinds.ts'
import type { JobRecord } from '../job-store-contract.ts'

/** How long a handler may go on after its signal has aborted; then it is no longer waited for. */
const unwindMs = 5000
/** A longer timer would fire at once. */
const longestTimerMs = 2 ** 31 - 1
const mostResultBytes = 1024 * 1024

export type Outcome =
  | { type: 'succeeded'; result: string }
  | { type: 'failed'; message: string; retry: boolean }
  /** The worker stops: the attempt does not count. */
  | { type: 'given_back' }
  /** Another claim has the job by now: whatever came of this one, nobody wants it. */
  | { type: 'dropped' }

export interface AttemptOptions extends RegisteredKind {
  record: JobRecord
  clock: Clock
  log: Logger
}

/** Why an attempt was told to stop before its end. */
type StopReason = 'cancelled' | 'stopping' | 'lost'

/** One run of a handler, with all that can end it early. */
export class Attempt {
  readonly #options: AttemptOptions
  readonly #abort = new AbortController()
  #stopReason: StopReason | null = null
  #progress = 0

  constructor(options: AttemptOptions) {
    this.#options = options
  }

  get progress(): number {
    return this.#progress
  }

  get wasCancelled(): boolean {
    return this.#stopReason === 'cancelled'
  }

  stop(reason: StopReason): void {
    if (this.#abort.signal.aborted) return
    this.#stopReason = reason
    this.#abort.abort(new DOMException(`The job was stopped: ${reason}.`, 'AbortError'))
  }

  /** Never rejects. */
  async run(): Promise<Outcome> {
    const done = new AbortController()
    try {
      const result = await Promise.race([this.#handle(), this.#limit(done.signal)])
      if (this.#stopReason === 'lost') return { type: 'dropped' }
      return { type: 'succeeded', result: serialize(result) }
    } catch (error) {
      return this.#failure(error)
    } finally {
      done.abort()
    }
  }

  async #handle(): Promise<JsonValue | void> {
    const { record, kind, handler, log } = this.#options
    const payload: unknown = JSON.parse(record.payload)
    kind.validate(payload)
    const context: JobContext<unknown> = {
      job_id: record.job_id,
      workspace_id: record.workspace_id,
      kind: record.kind,
      payload,
      attempt: record.attempt,
      signal: this.#abort.signal,
      log: withFields(log, { job_id: record.job_id, attempt: record.attempt }),
      progress: fraction => {
        if (Number.isFinite(fraction)) this.#progress = Math.min(1, Math.max(0, fraction))
      },
    }
    const fields = { job_id: record.job_id, attempt: record.attempt }
    return withOwnLogFields(fields, () => handler(context as JobContext<never>))
  }

  /** Rejects some time after the signal has aborted: by the kind's time limit, by a cancel or by the server's stop. */
  async #limit(done: AbortSignal): Promise<never> {
    const { clock, kind } = this.#options
    const ended = AbortSignal.any([done, this.#abort.signal])
    const timeout = new TimeoutError(
      `The job ran for more than ${kind.timeoutSeconds} seconds, the time limit of its kind.`,
    )
    await clock.sleep(Math.min(kind.timeoutSeconds * 1000, longestTimerMs), ended).catch(() => undefined)
    done.throwIfAborted()
    if (!this.#abort.signal.aborted) this.#abort.abort(timeout)
    await clock.sleep(unwindMs, done)
    throw this.#abort.signal.reason
  }

  #failure(error: unknown): Outcome {
    if (this.#stopReason === 'lost') return { type: 'dropped' }
    if (this.#stopReason === 'stopping') return { type: 'given_back' }
    if (this.#stopReason === 'cancelled') return { type: 'failed', message: 'The job was cancelled.', retry: false }
    const { aborted, reason } = this.#abort.signal
    const cause: unknown = aborted ? reason : error
    const { record, log } = this.#options
    const { job_id, kind, attempt } = record
    log.warn({ job_id, kind, attempt, err: cause }, 'a job attempt failed')
    return { type: 'failed', message: tellable(cause), retry: isWorthRetrying(cause) }
  }
}

function serialize(result: JsonValue | void): string {
  const text = stringify(result)
  if (Buffer.byteLength(text) <= mostResultBytes) return text
  throw new PayloadTooLargeError('The result of a job is at most 1 MiB. Store what is larger, and answer its id.')
}

function stringify(result: JsonValue | void): string {
  try {
    return JSON.stringify(result ?? null)
  } catch (error) {
    throw new InternalError('The handler answered something that is not JSON.', { cause: error })
  }
}

/** What the workspace may read about a failure; what only an error of ours could say stays in the log. */
function tellable(error: unknown): string {
  if (error instanceof SvcError && !(error instanceof InternalError)) return error.message
  return 'The job failed with an unexpected error; the server log has it under this job_id.'
}

/** The same job cannot end better when its own content is at fault. */
function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof CallerError) || error instanceof RateLimitedError
}

function withFields(log: Logger, fields: object): Logger {
  return {
    debug: (more, message) => log.debug({ ...fields, ...more }, message),
    info: (more, message) => log.info({ ...fields, ...more }, message),
    warn: (more, message) => log.warn({ ...fields, ...more }, message),
    error: (more, message) => log.error({ ...fields, ...more }, message),
  }
}
