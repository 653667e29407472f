import type { JsonLike, JsonObject, JsonSchema, JsonValue } from '../../json-schema.ts'
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
  /** Default: running. One that is over was made elsewhere. */
  status?: RunStatus
  params?: Readonly<Record<string, string>>
  tags?: Readonly<Record<string, string>>
  dataset?: { dataset_id: string; version?: number }
  job_id?: string
  session_id?: string
  parent_run_id?: string
  /** Milliseconds since the epoch; default: now. */
  started_at?: number
  /** Milliseconds since the epoch, for a run that is over; default: now. */
  finished_at?: number
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

export type Stage = 'None' | 'Staging' | 'Production' | 'Archived'

/** A registered model: a name under which versions are kept and served. */
export interface RegisteredModel {
  model_id: string
  name: string
  description: string
  tags: Record<string, string>
  /** The version behind each. */
  aliases: Record<string, number>
  latest_version: number | null
  created_at: string
  updated_at: string
}

export interface ModelVersion {
  model_id: string
  name: string
  version: number
  run_id: string | null
  /** Where its files came from. */
  source: string
  /** Of its files: of the only one, or of the list of their names and hashes. */
  sha256: string
  inputs: JsonValue
  outputs: JsonValue
  dataset: RunDataset | null
  stage: Stage
  aliases: string[]
  state: 'pending' | 'ready' | 'failed'
  description: string
  tags: Record<string, string>
  created_at: string
  updated_at: string
}

/** What is said of a version beside where its files come from. */
export interface VersionFacts {
  /** What it takes and gives: columns with their kinds, as the trainer says. */
  inputs?: JsonLike
  outputs?: JsonLike
  description?: string
  tags?: Readonly<Record<string, string>>
}

export interface VersionOfRun extends VersionFacts {
  run_id: string
  /** A file or a folder among the artifacts of the run; default: its model. */
  path?: string
}

/** The registered models of a workspace, as other plugins see them. The caller checks the scopes `ml:read` and `ml:write`. */
export interface ModelRegistry {
  /** By its name or id. @throws NotFoundError */
  get(workspaceId: string, model: string): RegisteredModel
  /** The version that is named, else that behind the alias, else that of `champion`, else the newest. @throws NotFoundError */
  resolve(workspaceId: string, model: string, choice?: { version?: number; alias?: string }): ModelVersion
  /** Makes the next version of a run's files, and the model where there is none of this name. @throws NotFoundError, ConflictError, ValidationError */
  register(principal: Principal, name: string, version: VersionOfRun): ModelVersion
  /** @throws NotFoundError, ValidationError for an alias that means something else */
  setAlias(principal: Principal, model: string, alias: string, version: number): RegisteredModel
}

export const modelRegistry = defineService<ModelRegistry>('ml.registry')

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
