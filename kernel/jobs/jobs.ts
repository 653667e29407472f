import type { JobHandler, JobQueue } from '@svc/plugin'

/** A kind as its plugin's manifest declares it. */
export interface JobKind {
  kind: string
  plugin: string
  timeoutSeconds: number
  maxAttempts: number
  /** Checks a payload, when enqueued and when run. @throws ValidationError */
  validate(payload: unknown): void
}

/** The queue and the workers of this process. */
export interface Jobs {
  queue: JobQueue
  register(kind: JobKind, handler: JobHandler<never>): void
  /** Workers begin to claim. */
  start(): Promise<void>
  /** No new claims; running jobs get `graceMs`, then their signal aborts and they go back to the queue, the attempt not counted. */
  drain(graceMs: number): Promise<void>
}
