import type { JsonObject, JsonSchema } from '../../json-schema.ts'
import type { Principal } from '../../principal.ts'
import { defineService } from '../../service.ts'
import type { WholeRun } from './tracking.ts'

export type LearningTask = 'classification' | 'regression'
export type TrainerName = 'linear_regression' | 'logistic_regression' | 'gradient_boosting' | 'random_forest' | 'knn'
export type FoldScheme = 'k_fold' | 'stratified_k_fold' | 'group_k_fold' | 'time_series' | 'holdout'

/** What is done to columns before a trainer sees them. */
export interface Preprocess {
  impute: 'median' | 'mean' | 'most_frequent' | 'indicator' | 'none'
  scale: 'standard' | 'robust' | 'none'
  encode: 'one_hot' | 'ordinal' | 'target'
  max_categories: number
  dates: 'parts' | 'drop'
}

export interface Trainer {
  trainer: TrainerName
  title: string
  tasks: LearningTask[]
  /** JSON Schema of its parameters, with their defaults. */
  params: JsonSchema
  /** What it does with columns when nothing else is said. */
  preprocess: Preprocess
}

/** What to train: names and meanings of parameters are those of scikit-learn. */
export interface TrainOrder {
  dataset_id: string
  version?: number
  /** A condition in SQL. */
  filter?: string
  task: LearningTask
  target: string
  features?: string[]
  weights?: string
  trainer: TrainerName
  params?: JsonObject
  preprocess?: Partial<Preprocess>
  validation?: {
    scheme?: FoldScheme
    folds?: number
    repeats?: number
    shuffle?: boolean
    group?: string
    order?: string
    test_size?: number
    fold_column?: string
  }
  calibrate?: 'none' | 'sigmoid' | 'isotonic'
  importance?: { repeats: number }
  threshold?: number
  seed?: number
  threads?: number
  experiment_id?: string
  name?: string
  register_as?: string
  session_id?: string
}

export interface StartedTraining {
  run_id: string
  job_id: string
}

export interface PredictOrder {
  rows?: JsonObject[]
  dataset_id?: string
  dataset_version?: number
  version?: number
  alias?: string
  probabilities?: boolean
  /** Of the new dataset. */
  dataset_name?: string
}

export interface LearningWarning {
  code: string
  message: string
  columns?: string[]
}

export interface PredictedRows {
  predictions: (string | number | boolean | null)[]
  probabilities?: Record<string, number | null>[]
  warnings: LearningWarning[]
}

export interface Predicted extends PredictedRows {
  model: { name: string; version: number; sha256: string }
  elapsed_ms: number
}

/** Trains models on datasets and asks them, as other plugins do. The caller checks the scopes `ml:read` and `ml:write`. */
export interface Trainers {
  readonly all: readonly Trainer[]
  /** Queues a training. @throws ValidationError, NotFoundError (dataset, experiment), PayloadTooLargeError, ForbiddenError */
  start(order: TrainOrder, principal: Principal): Promise<StartedTraining>
  /** The run when it is over; null when that takes longer. @throws UnprocessableError with what kept it from being trained */
  outcome(
    started: StartedTraining,
    by: { principal: Principal; signal: AbortSignal; waitMs: number },
  ): Promise<WholeRun | null>
  /** Asks a registered model, or the model of a run by its id. @throws NotFoundError, ValidationError, UnprocessableError naming what is missing */
  predict(model: string, order: PredictOrder, by: { principal: Principal; signal: AbortSignal }): Promise<Predicted>
}

export const trainers = defineService<Trainers>('ml.trainers')
