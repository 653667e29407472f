import { InternalError } from '@svc/plugin'
import type { Clock, Ids, JobHandler, Logger } from '@svc/plugin'
import type { KernelDataPlane } from '../planes/index.ts'
import { Dispatcher } from './dispatcher.ts'
import type { JobKind, Jobs } from './jobs.ts'
import { LiveWorkspaces } from './live-workspaces.ts'
import { WorkspaceJobQueue } from './workspace-job-queue.ts'

const defaultConcurrency = 4

export interface JobsOptions {
  data: KernelDataPlane
  clock: Clock
  ids: Ids
  log: Logger
  /** Aborts when the server stops: no more claims from then on. */
  signal: AbortSignal
  /** Jobs at a time in this process; 4 by default. */
  concurrency?: number
}

/** The queue of all workspaces, and the workers of this process. */
export function createJobs(options: JobsOptions): Jobs {
  const { data, clock, ids, log, signal } = options
  const live = new LiveWorkspaces(data, log)
  const dispatcher = new Dispatcher({
    data,
    live,
    clock,
    ids,
    log,
    concurrency: options.concurrency ?? defaultConcurrency,
  })
  const queue = new WorkspaceJobQueue({
    data,
    live,
    clock,
    ids,
    kindOf: kind => dispatcher.kindOf(kind),
    onEnqueued: (workspaceId, row) => dispatcher.onEnqueued(workspaceId, row),
    onCancelRequested: jobId => dispatcher.onCancelRequested(jobId),
  })
  signal.addEventListener('abort', () => dispatcher.stopClaiming(), { once: true })
  return {
    queue,
    register(kind: JobKind, handler: JobHandler<never>) {
      if (dispatcher.kindOf(kind.kind) !== undefined)
        throw new InternalError(`The job kind ${kind.kind} is bound twice.`)
      dispatcher.register({ kind, handler })
    },
    start: () => dispatcher.start(),
    drain: graceMs => dispatcher.drain(graceMs),
  }
}
