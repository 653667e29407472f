import type { AuditEntry } from '../index.ts'

/** Below it lies what `svc worker` asks its server for, over HTTP. */
export const workerLinkPath = '/api/jobs/workers'
/** The code of the problem by which a server refuses a worker of another make. */
export const workerMismatch = 'worker_mismatch'

/** `GET /hello`: what a worker must have in common with its server. */
export interface WorkerHello {
  version: string
  /** Names the state of the workspaces' files that the server works with. */
  schema: string
  home_id: string
  store: 'sqlite' | 'postgres'
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

/** `POST /notes`: what the server must know of a worker on its home. */
export interface WorkerNotes {
  /** Events were appended there. */
  changed_workspaces: string[]
  /** Their files are to be brought up to date. */
  outdated_workspaces: string[]
  audit: AuditEntry[]
}
