import type { MetricValue, RunStatus } from '@svc/plugin/contracts/ml/learning'

export type RecordState = 'active' | 'deleted'

/** Where a run keeps its model, unless it says another path. */
export const modelFolder = 'model'

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

/** One point of a metric's history; `timestamp` is in milliseconds since the epoch. */
export interface MetricPoint {
  key: string
  value: number
  step: number
  timestamp: number
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
