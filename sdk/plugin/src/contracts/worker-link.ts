import { defineService } from '../index.ts'
import type {
  AuditEntry,
  Claim,
  ClaimRequest,
  Clock,
  JobClaimStore,
  JobQueueStore,
  JobRecord,
  Logger,
  NewJobRecord,
  Renewal,
  RenewAnswer,
  ScheduleRecord,
  SettleAnswer,
  Settlement,
} from '../index.ts'

/** Below it lies what `svc worker` asks its server for, over HTTP. */
export const workerLinkPath = '/api/jobs/workers'
/** The code of the problem by which a server refuses a worker of another make. */
export const workerMismatch = 'worker_mismatch'
/** Begins the ids of the workers inside servers: their jobs are taken back when the server starts again. */
export const serverWorkerPrefix = 'server:'

/** What became of a settlement, without the job. */
export type Settled = Pick<SettleAnswer, 'type'>
/** What became of a renewal, without the job. */
export type Renewed =
  | Pick<Extract<RenewAnswer, { type: 'renewed' }>, 'type' | 'cancel_requested'>
  | { type: 'lost' | 'wrong_state' | 'missing' }

export interface Exchange {
  settlements: readonly Settlement[]
  /** Null: no more jobs are asked for. */
  claim: (ClaimRequest & { wait_ms: number }) | null
}

/** Where a worker gets its jobs and reports how they ended: the store itself, or the server over HTTP. */
export interface JobSource {
  /** Settles, claims, and waits up to `wait_ms` for work when there is none; a signal ends the wait, not the settlement. */
  exchange(exchange: Exchange, signal: AbortSignal): Promise<{ settled: Settled[]; claimed: JobRecord[] }>
  renew(renewals: readonly Renewal[]): Promise<Renewed[]>
  /** Calls back as soon as a cancel is known, with null when one may have been missed; otherwise the answers of `renew` say so. */
  onCancelRequested(listener: (claim: Pick<Claim, 'workspace_id' | 'job_id'> | null) => void): void
}

/** What a server must know of a worker that works on the files of its home. */
export interface ServerNotes {
  /** Events were appended to the log of the workspace. */
  changed(workspaceId: string): void
  /** The workspace's file waits for the server to bring it up to date. */
  outdated(workspaceId: string): void
  /** Resolves once the server has it on its disk. */
  audit(entry: AuditEntry): Promise<void>
}

/** The queue of all workspaces, for a plugin that serves workers in other processes. */
export interface WorkerQueue {
  store: JobQueueStore & JobClaimStore
  /** The store with the waiting for work. */
  source: JobSource
  server: WorkerHello
  notes: ServerNotes
  /** Aborts when the server begins to stop: a worker that waits for a job then gets none. */
  stopping: AbortSignal
}

/**
 * It reaches the jobs of every workspace, so a plugin must name it in `services.consumes` of its manifest. Null in a worker that gets
 * its jobs from a server: that server answers the others.
 */
export const workerQueue = defineService<WorkerQueue | null>('core.worker-queue')

/** The server of a worker, as the program that starts the worker reaches it. */
export interface WorkerServer {
  /** Where it is, for people. */
  readonly name: string
  /** @throws UnavailableError while it cannot be reached */
  hello(): Promise<WorkerHello>
  /** Its queue: the store for handlers, the source for the worker. */
  queue(
    worker: LinkedWorker,
    options: { clock: Clock; log: Logger; signal: AbortSignal },
  ): { store: JobQueueStore; source: JobSource }
  notes(options: { clock: Clock; log: Logger }): ServerNotes
}

/** `GET /hello`: what a worker must have in common with its server. */
export interface WorkerHello {
  version: string
  /** Names the state of the workspaces' files that the server works with. */
  schema: string
  home_id: string
  /** The id of the driver that keeps the jobs. */
  store: string
}

/** Which worker this is, and of which make. */
export interface LinkedWorker {
  id: string
  version: string
  /** Null when it opens none of the workspaces' files. */
  schema: string | null
}

/** `GET /cancels`: jobs that are to end. */
export interface RequestedCancels {
  /** What to ask for next. */
  after: string
  jobs: { workspace_id: string; job_id: string }[]
}

/** `POST /store`: a method of {@link JobQueueStore} with its arguments by name. */
export type StoreCall =
  | { method: 'enqueue'; jobs: Omit<NewJobRecord, 'request'>[] }
  | { method: 'get' | 'cancel' | 'retry'; workspace_id: string; job_id: string }
  | { method: 'list'; workspace_id: string; filter: QueueArguments<'list'>[1]; page: QueueArguments<'list'>[2] }
  | { method: 'stats'; workspace_id: string }
  | { method: 'redrive'; workspace_id: string; filter: QueueArguments<'redrive'>[1] }
  | { method: 'putSchedule'; schedule: ScheduleRecord }
  | { method: 'getSchedule' | 'deleteSchedule'; workspace_id: string; name: string }
  | { method: 'listSchedules'; workspace_id: string; page: QueueArguments<'listSchedules'>[1] }
  | { method: 'depth' }
type QueueArguments<M extends keyof JobQueueStore> = Parameters<JobQueueStore[M]>

/** `POST /notes`: {@link ServerNotes} of some time at once. */
export interface WorkerNotes {
  /** Events were appended there. */
  changed_workspaces: string[]
  /** Their files are to be brought up to date. */
  outdated_workspaces: string[]
  audit: AuditEntry[]
}
