import {
  BusyError,
  CallerError,
  InternalError,
  messageOf,
  PayloadTooLargeError,
  RateLimitedError,
  SvcError,
  TimeoutError,
  withOwnLogFields,
  WorldError,
} from '@svc/plugin'
import type { Clock, JobContext, JobRecord, JsonLike, Logger } from '@svc/plugin'
import { ElsewhereError } from '../../planes/index.ts'
import type { Placement } from '../../planes/index.ts'
import { withFields } from '../../services/index.ts'
import type { RegisteredKind } from '../queue/job-kinds.ts'
import type { TimeLimits } from './time-limits.ts'

/** How long a handler may go on after its signal has aborted; then it is no longer waited for. */
const unwindMs = 5000
/** For so long a workspace that cannot be entered now is left alone, where it does not say for how long. */
const notEnteredSeconds = 10
/** A longer timer would fire at once. */
const longestTimerMs = 2 ** 31 - 1
const mostResultBytes = 1024 * 1024

export type Outcome =
  | { type: 'succeeded'; result: string }
  | { type: 'failed'; message: string; retry: boolean }
  /** The worker stops, or the job waits for something: the attempt does not count. */
  | { type: 'given_back'; run_at?: number }
  /** Another claim has the job by now, so the outcome of this one does not count. */
  | { type: 'dropped' }

interface AttemptOptions extends RegisteredKind {
  record: JobRecord
  clock: Clock
  log: Logger
  limits: TimeLimits
  placement: Placement | null
}

/** Why an attempt is stopped before its end. */
type StopReason = 'cancelled' | 'stopping' | 'lost'

/** One run of a handler, with all that can end it early. */
export class Attempt {
  readonly #options: AttemptOptions
  readonly #abort = new AbortController()
  readonly #cutOff = Promise.withResolvers<never>()
  readonly #startedAt: number
  #stopReason: StopReason | null = null
  #progress = 0
  #isBegun = false
  #isOver = false
  /** Ends the timers, when there are any. */
  #over: AbortController | null = null

  constructor(options: AttemptOptions) {
    this.#options = options
    this.#startedAt = options.clock.now()
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
    this.#end(new DOMException(`The job was stopped: ${reason}.`, 'AbortError'))
  }

  /** Never rejects. */
  async run(): Promise<Outcome> {
    const { limits } = this.#options
    limits.began(this)
    try {
      const result = await Promise.race([this.#handle(), this.#cutOff.promise])
      if (this.#stopReason === 'lost') return { type: 'dropped' }
      return { type: 'succeeded', result: serialize(result) }
    } catch (error) {
      return this.#failure(error)
    } finally {
      this.#isOver = true
      this.#over?.abort()
      limits.ended(this)
    }
  }

  countTime(): void {
    const { clock, kind } = this.#options
    const spentMs = Math.max(clock.now() - this.#startedAt, 0)
    const limit = `The job ran for more than ${kind.timeoutSeconds} seconds, the time limit of its kind.`
    this.#after(kind.timeoutSeconds * 1000 - spentMs, () => this.#end(new TimeoutError(limit)))
  }

  async #handle(): Promise<JsonLike | void> {
    const { record, kind, handler, log, placement } = this.#options
    const payload: unknown = JSON.parse(record.payload)
    kind.validate(payload)
    const fields = { job_id: record.job_id, attempt: record.attempt }
    const context: JobContext<unknown> = {
      job_id: record.job_id,
      workspace_id: record.workspace_id,
      kind: record.kind,
      payload,
      attempt: record.attempt,
      signal: this.#abort.signal,
      log: withFields(log, fields),
      progress: fraction => {
        if (Number.isFinite(fraction)) this.#progress = Math.min(1, Math.max(0, fraction))
      },
    }
    const run = () => {
      this.#abort.signal.throwIfAborted()
      this.#isBegun = true
      return handler(context as JobContext<never>)
    }
    return withOwnLogFields(fields, () => (placement ? placement.work(record.workspace_id, run) : run()))
  }

  /** Aborts the handler's signal; some time later the handler is no longer waited for. */
  #end(reason: Error): void {
    if (this.#abort.signal.aborted) return
    this.#abort.abort(reason)
    this.#after(unwindMs, () => this.#cutOff.reject(reason))
  }

  /** Unless the attempt is over before. */
  #after(ms: number, work: () => void): void {
    if (this.#isOver) return
    if (ms <= 0) return work()
    this.#over ??= new AbortController()
    void this.#options.clock.sleep(Math.min(ms, longestTimerMs), this.#over.signal).then(work, () => undefined)
  }

  #failure(error: unknown): Outcome {
    if (this.#stopReason === 'lost') return { type: 'dropped' }
    if (this.#stopReason === 'stopping') return { type: 'given_back' }
    if (this.#stopReason === 'cancelled') return { type: 'failed', message: 'The job was cancelled.', retry: false }
    const { aborted, reason } = this.#abort.signal
    const cause: unknown = aborted ? reason : error
    const { record, log, clock } = this.#options
    const { job_id, workspace_id, kind, attempt } = record
    if (cause instanceof ElsewhereError) return { type: 'given_back' }
    const busy = busyIn(cause)
    if (busy !== null) {
      log.debug({ job_id, kind, attempt, reason: messageOf(cause) }, 'a job is given back: it needs what is in use')
      return { type: 'given_back', run_at: clock.now() + (busy.retryAfterSeconds ?? 0) * 1000 }
    }
    // Nothing of the job was tried.
    if (!this.#isBegun && cause instanceof WorldError) {
      const reason = messageOf(cause)
      log.warn({ job_id, workspace_id, kind, reason }, 'a job is given back: its workspace cannot be entered now')
      return { type: 'given_back', run_at: clock.now() + (cause.retryAfterSeconds ?? notEnteredSeconds) * 1000 }
    }
    log.warn({ job_id, kind, attempt, err: cause }, 'a job attempt failed')
    return { type: 'failed', message: messageForUser(cause), retry: isWorthRetrying(cause) }
  }
}

function serialize(result: JsonLike | void): string {
  const text = stringify(result)
  if (Buffer.byteLength(text) <= mostResultBytes) return text
  throw new PayloadTooLargeError('The result of a job is at most 1 MiB. Store what is larger, and answer its id.')
}

function stringify(result: JsonLike | void): string {
  try {
    return JSON.stringify(result ?? null)
  } catch (error) {
    throw new InternalError('The handler answered something that is not JSON.', { cause: error })
  }
}

/** What the workspace may read about a failure; the message of an unexpected error stays in the log. */
function messageForUser(error: unknown): string {
  if (error instanceof SvcError && !(error instanceof InternalError)) return error.message
  return 'The job failed with an unexpected error; the server log has it under this job_id.'
}

/** A handler may have wrapped it. */
function busyIn(error: unknown): BusyError | null {
  if (error instanceof BusyError) return error
  return error instanceof Error && error.cause !== undefined ? busyIn(error.cause) : null
}

/** Another attempt cannot help when the job's own content is at fault. */
function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof CallerError) || error instanceof RateLimitedError
}
