import type { JsonLike, JsonValue } from './json-schema.ts'
import type { Logger } from './core/runtime.ts'

/** What a job handler is given. */
export interface JobContext<Payload = JsonValue> {
  readonly job_id: string
  readonly workspace_id: string
  readonly kind: string
  readonly payload: Payload
  /** 1 on the first try. `job_id:attempt` is the idempotency key of the attempt. */
  readonly attempt: number
  /** Aborts on cancel, on the kind's time limit, when the lease is lost and when the server stops. */
  readonly signal: AbortSignal
  readonly log: Logger
  /** Fraction done, 0..1; sent with the next heartbeat. */
  progress(fraction: number): void
}

/** Runs one attempt. What it returns is the job's `result`; what it throws fails the attempt. At-least-once. */
export type JobHandler<Payload = JsonValue> = (context: JobContext<Payload>) => Promise<JsonLike | void>
