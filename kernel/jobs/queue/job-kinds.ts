import { InternalError } from '@svc/plugin'
import type { JobHandler, JobLimits, QueueLimit } from '@svc/plugin'
import type { KernelConfig } from '../../config/index.ts'

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

export interface RegisteredKind {
  kind: JobKind
  handler: JobHandler<never>
}

/** The kinds that this process has a handler for. */
export class JobKinds {
  readonly #kinds = new Map<string, RegisteredKind>()
  readonly #limits: GrowingLimits

  constructor(limits: GrowingLimits) {
    this.#limits = limits
  }

  register(kind: JobKind, handler: JobHandler<never>): void {
    if (this.#kinds.has(kind.kind)) throw new InternalError(`The job kind ${kind.kind} is bound twice.`)
    this.#kinds.set(kind.kind, { kind, handler })
    if (kind.concurrency !== undefined) this.#limits.kinds[kind.kind] = { concurrency: kind.concurrency }
  }

  get(kind: string): RegisteredKind | undefined {
    return this.#kinds.get(kind)
  }

  all(): JobKind[] {
    return [...this.#kinds.values()].map(({ kind }) => kind)
  }
}

/** The limits of a store: of queues, and of kinds as they are registered. */
export interface GrowingLimits extends JobLimits {
  readonly kinds: Record<string, { concurrency: number }>
}

export function jobLimits(
  configured: KernelConfig['job_queues'],
  most: Pick<JobLimits, 'claimBytes' | 'livePairs'> = {},
): GrowingLimits {
  const limits = Object.entries(configured).map(([queue, { concurrency, rate }]): [string, QueueLimit] => [
    queue,
    {
      ...(concurrency !== undefined && { concurrency }),
      ...(rate && { rate: { limit: rate.limit, per_ms: rate.per_seconds * 1000 } }),
    },
  ])
  // A queue or a kind may be called `constructor`.
  const empty = <T>(): Record<string, T> => Object.create(null) as Record<string, T>
  return { ...most, queues: Object.assign(empty<QueueLimit>(), Object.fromEntries(limits)), kinds: empty() }
}
