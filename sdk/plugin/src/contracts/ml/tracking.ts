import type { JsonObject } from '../../json-schema.ts'
import type { Principal } from '../../principal.ts'
import { defineService } from '../../service.ts'

export type RunStatus = 'queued' | 'running' | 'finished' | 'failed' | 'killed'

/** A number as JSON has it: what is no number of JSON is written as text. */
export type MetricValue = number | 'NaN' | 'Infinity' | '-Infinity'

/** The version of a dataset that a run used; it stays named here when the dataset is gone. */
export interface RunDataset {
  dataset_id: string
  name: string
  version: number
  sha256: string
}

export interface Run {
  run_id: string
  experiment_id: string
  name: string
  status: RunStatus
  /** Why it failed or was killed. */
  failure: string | null
  params: Record<string, string>
  /** The last value of each. */
  metrics: Record<string, MetricValue>
  tags: Record<string, string>
  dataset: RunDataset | null
  job_id: string | null
  session_id: string | null
  parent_run_id: string | null
  artifact_count: number
  state: 'active' | 'deleted'
  created_at: string
  started_at: string | null
  finished_at: string | null
}

/** A run with what its trainer wrote of it. */
export interface WholeRun extends Run {
  result: JsonObject | null
}

export interface NewRun {
  /** For one that a job may make, too: the second caller finds the run of the first. */
  run_id?: string
  /** Default: the experiment that every workspace has. */
  experiment_id?: string
  name?: string
  /** Default: running. */
  status?: 'queued' | 'running'
  params?: Readonly<Record<string, string>>
  tags?: Readonly<Record<string, string>>
  dataset?: { dataset_id: string; version?: number }
  job_id?: string
  session_id?: string
  parent_run_id?: string
  /** Milliseconds since the epoch; default: now. */
  started_at?: number
  /** The owner, in the words of a client; default: the caller's name. */
  user?: string
}

export interface RunChange {
  name?: string
  status?: RunStatus
  /** Beside those that there are. */
  tags?: Readonly<Record<string, string>>
  /** Why it failed or was killed. */
  failure?: string | null
  /** Milliseconds since the epoch; default: now, when it is over. */
  finished_at?: number
}

export interface LoggedBatch {
  /** `timestamp` is in milliseconds since the epoch. */
  metrics?: readonly { key: string; value: number; step?: number; timestamp?: number }[]
  params?: Readonly<Record<string, string>>
  tags?: Readonly<Record<string, string>>
}

export interface LoggedCounts {
  metrics: number
  params: number
  tags: number
}

/** The runs of a workspace, as other plugins see them. The caller checks the scopes `ml:read` and `ml:write`. */
export interface Tracking {
  /** @throws ValidationError (limits, a dataset or parent that is not there), NotFoundError (the experiment) */
  create(principal: Principal, run: NewRun): Run
  /** Deleted ones, too. @throws NotFoundError */
  get(workspaceId: string, runId: string): WholeRun
  /** @throws NotFoundError, ValidationError, ConflictError when it is deleted */
  update(workspaceId: string, runId: string, change: RunChange): Run
  /** All of the batch or nothing. @throws ValidationError, NotFoundError, ConflictError (`param_changed`, or the run is deleted) */
  log(workspaceId: string, runId: string, batch: LoggedBatch): LoggedCounts
}

export const tracking = defineService<Tracking>('ml.tracking')
