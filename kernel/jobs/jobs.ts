import type {
  JobClaims,
  JobHandler,
  JobQueue,
  JobQueueStore,
  JobSchedules,
  JobStore,
  JobUpkeepStore,
} from '@svc/plugin'
import type { JobSource } from './job-source.ts'

/** A kind as its plugin's manifest declares it. */
export interface JobKind {
  kind: string
  plugin: string
  timeoutSeconds: number
  maxAttempts: number
  /** Jobs of this kind at a time, over all workers. */
  concurrency?: number
  /** `home`: needs the workspaces' files, so only the server and workers on its home run it. */
  runsOn: 'any' | 'home'
  /** Checks a payload, when enqueued and when run. @throws ValidationError */
  validate(payload: unknown): void
}

/** A job kind in the manifest of a plugin that is there, whether it runs or not. */
export interface DeclaredKind {
  kind: string
  /** `plugin`: jobs of this kind say for whom the work is done, so the plugin's code alone makes them. */
  enqueue: 'anyone' | 'plugin'
}

/** The queue and the workers of this process. */
export interface Jobs {
  queue: JobQueue
  schedules: JobSchedules
  store: JobQueueStore
  /** What a backup copies; null where the jobs lie in the workspaces' files. */
  exported: Pick<JobUpkeepStore, 'export'> | null
  /** Asks the queue something small: whether it answers at all. */
  answers(): Promise<unknown>
  /** The store with the waiting for work. */
  source: JobSource
  /** For workers that are no part of svc. */
  claims: JobClaims
  /** The kinds that this process takes jobs of. */
  kinds(): string[]
  register(kind: JobKind, handler: JobHandler<never>): void
  /** Callers that wait for jobs over HTTP are told that there are none. */
  stopWaiting(): void
  /** Workers begin to claim, schedules to fire, old jobs to be deleted. */
  start(): Promise<void>
  /** No new claims; running jobs get `graceMs`, then their signal aborts and they go back to the queue, the attempt not counted. */
  drain(graceMs: number): Promise<void>
  /** Once nobody enqueues any more. */
  close(): Promise<void>
}

/** The queue as the server has it. */
export interface ServerJobs extends Jobs {
  store: JobStore
}
