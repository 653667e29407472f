import { bodyFault } from '@svc/plugin'
import type { MetricValue, RunStatus } from '@svc/plugin/contracts/ml/learning'
import { defaultExperimentId, metricValueOf } from '../../tracking/records.ts'

/** The id of the first experiment of every server of MLflow. */
const defaultId = '0'

export function wireExperimentId(id: string): string {
  return id === defaultExperimentId ? defaultId : id
}

export function ownExperimentId(id: string): string {
  return id === defaultId ? defaultExperimentId : id
}

const int64 = /^-?\d{1,19}$/

/** An int64 as proto3 JSON has it: a number, or text. @throws ValidationError */
export function int64In(value: unknown, path: string): number {
  const number = typeof value === 'string' && int64.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number
  throw bodyFault(path, 'must be a whole number between -(2^53 - 1) and 2^53 - 1')
}

export function int64OrNull(value: unknown, path: string): number | null {
  return value === undefined || value === null ? null : int64In(value, path)
}

const specials: Readonly<Record<string, number>> = { NaN, Infinity, '-Infinity': -Infinity }
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

/** A double as proto3 JSON has it: a number, a number as text, or NaN and the infinities as text. @throws ValidationError */
export function doubleIn(value: unknown, path: string): number {
  if (typeof value === 'number') return value
  if (typeof value === 'string') {
    if (Object.hasOwn(specials, value)) return specials[value] ?? NaN
    if (decimal.test(value)) return Number(value)
  }
  throw bodyFault(path, 'must be a number, "NaN", "Infinity" or "-Infinity"')
}

/** A double on its way out. */
export function wireDouble(stored: number | string | null): MetricValue {
  return metricValueOf(stored)
}

/** @throws ValidationError when it is missing or no text */
export function textIn(value: unknown, path: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw bodyFault(path, 'is missing: it must be text')
}

export function textOrNull(value: unknown, path: string): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  throw bodyFault(path, 'must be text')
}

/** Lists of `{key, value}` as an object. Of a key that stands twice the last value counts. @throws ValidationError */
export function labelsIn(list: unknown, path: string): Record<string, string> {
  return Object.fromEntries(
    listIn(list, path).map((label, index) => {
      const { key, value } = objectIn(label, `${path}/${index}`)
      return [textIn(key, `${path}/${index}/key`), textOrNull(value, `${path}/${index}/value`) ?? '']
    }),
  )
}

export function listIn(value: unknown, path: string): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value as unknown[]
  throw bodyFault(path, 'must be a list')
}

export function textsIn(value: unknown, path: string): string[] {
  const list = typeof value === 'string' ? [value] : listIn(value, path)
  return list.map((each, index) => textIn(each, `${path}/${index}`))
}

export function objectIn(value: unknown, path: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw bodyFault(path, 'must be an object')
}

const statuses: Readonly<Record<string, RunStatus>> = {
  RUNNING: 'running',
  SCHEDULED: 'queued',
  FINISHED: 'finished',
  FAILED: 'failed',
  KILLED: 'killed',
}
const statusNumbers = ['', 'RUNNING', 'SCHEDULED', 'FINISHED', 'FAILED', 'KILLED']

/** @throws ValidationError */
export function statusIn(value: unknown, path: string): RunStatus {
  const name = typeof value === 'number' ? statusNumbers[value] : value
  const status = typeof name === 'string' && Object.hasOwn(statuses, name) ? statuses[name] : undefined
  if (status !== undefined) return status
  throw bodyFault(path, `must be one of ${Object.keys(statuses).join(', ')}`)
}

export function wireStatus(status: RunStatus): string {
  return status === 'queued' ? 'SCHEDULED' : status.toUpperCase()
}

/** `ACTIVE_ONLY`, `DELETED_ONLY` or `ALL`. @throws ValidationError */
export function viewIn(value: unknown): 'active' | 'deleted' | 'all' {
  if (value === undefined || value === null || value === 'ACTIVE_ONLY' || value === 1) return 'active'
  if (value === 'DELETED_ONLY' || value === 2) return 'deleted'
  if (value === 'ALL' || value === 3) return 'all'
  throw bodyFault('/view_type', 'must be ACTIVE_ONLY, DELETED_ONLY or ALL')
}

/** @throws ValidationError */
export function maxResultsIn(value: unknown, { usual, most }: { usual: number; most: number }): number {
  const number = int64OrNull(value, '/max_results') ?? usual
  if (number >= 1 && number <= most) return number
  throw bodyFault('/max_results', `must be 1 to ${most}`)
}
