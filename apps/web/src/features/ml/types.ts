import type { svc } from '../../live/server.ts'

export type Run = Awaited<ReturnType<typeof svc.ml.runs.search>>['items'][number]
export type WholeRun = Awaited<ReturnType<typeof svc.ml.runs.get>>
export type Model = Awaited<ReturnType<typeof svc.ml.models.get>>
export type ModelVersion = Awaited<ReturnType<typeof svc.ml.models.version>>

interface Spread {
  mean: number
  sd: number
  pooled: number
}

/** What a trainer writes of its run; a run that a client logged has none. */
export interface TrainingResult {
  task: 'classification' | 'regression'
  rows: number
  excluded: number
  features: { name: string; kind: string }[]
  validation: {
    scheme: string
    folds: { fold: number; n_train: number; n_test: number; metrics: Record<string, number> }[]
    metrics: Record<string, Spread>
  }
  baseline: Record<string, number>
  training: Record<string, number>
  importance: { feature: string; mean: number; sd: number }[]
  calibration: { brier: number; ece: number; bins: { predicted: number; observed: number; n: number }[] } | null
  warnings: { code: string; message: string }[]
}

/** What a model takes or gives. */
export interface ModelField {
  name: string
  type: string
  values?: (string | number | boolean)[]
  range?: [number, number]
}

/** What a trainer said of its columns; other libraries say nothing, or something else. */
export function fieldsOf(said: unknown): ModelField[] {
  const isField = (each: unknown): each is ModelField =>
    typeof each === 'object' && each !== null && typeof (each as ModelField).name === 'string'
  return Array.isArray(said) ? said.filter(isField) : []
}
