import type { AuditEntry, Clock, JobQueueStore, Logger } from '@svc/plugin'
import type { LinkedWorker, WorkerHello } from '@svc/plugin/contracts/worker-link'
import type { JobSource } from './job-source.ts'

/** The server of a worker. Whoever starts the worker brings it: the kernel dials nobody. */
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
  /** Takes what a worker on the server's home has to say. */
  notes(options: { clock: Clock; log: Logger }): ServerNotes
}

/** What the server must know of a worker on its home. */
export interface ServerNotes {
  /** Events were appended to the log of the workspace. */
  changed(workspaceId: string): void
  /** The workspace's file waits for the server to bring it up to date. */
  outdated(workspaceId: string): void
  /** Resolves once the server has it on its disk. */
  audit(entry: AuditEntry): Promise<void>
}
