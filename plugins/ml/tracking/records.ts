import type { JsonObject } from '@svc/plugin'

export type RunStatus = 'queued' | 'running' | 'finished' | 'failed' | 'killed'
export type RecordState = 'active' | 'deleted'

/** Where a run keeps its model, unless it says another path. */
export const modelFolder = 'model'

/** A number as JSON has it: what is no number of JSON is written as text. */
export type MetricValue = number | 'NaN' | 'Infinity' | '-Infinity'

export interface Experiment {
  experiment_id: string
  name: string
  description: string
  tags: Record<string, string>
  state: RecordState
  /** How many runs it has, deleted ones apart. */
  runs: number
  created_at: string
  updated_at: string
}

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
  state: RecordState
  created_at: string
  started_at: string | null
  finished_at: string | null
}

/** A run with what its trainer wrote of it. */
export interface WholeRun extends Run {
  result: JsonObject | null
}

/** One point of a metric's history; `timestamp` is in milliseconds since the epoch. */
export interface MetricPoint {
  key: string
  value: number
  step: number
  timestamp: number
}

export interface LoggedBatch {
  metrics?: readonly { key: string; value: number; step?: number; timestamp?: number }[]
  params?: Readonly<Record<string, string>>
  tags?: Readonly<Record<string, string>>
}

/** The first experiment of every workspace. It cannot be deleted. */
export const defaultExperimentId = 'exp_default'

export const runStatuses: readonly RunStatus[] = ['queued', 'running', 'finished', 'failed', 'killed']

/** Whether a run with this status is over. */
export function isOver(status: RunStatus): boolean {
  return status === 'finished' || status === 'failed' || status === 'killed'
}

/** SQLite has no NaN: of a last value it is NULL, in the history the text. */
export function metricValueOf(stored: number | string | null): MetricValue {
  if (stored === null || stored === 'NaN') return 'NaN'
  const value = Number(stored)
  if (value === Infinity) return 'Infinity'
  return value === -Infinity ? '-Infinity' : value
}

export function numberOfMetric(value: MetricValue): number {
  return typeof value === 'number' ? value : Number(value)
}

export function timeOf(ms: number): string {
  return new Date(ms).toISOString()
}

export function timeOrNull(ms: number | null): string | null {
  return ms === null ? null : timeOf(ms)
}
