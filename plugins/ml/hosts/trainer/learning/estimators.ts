import type { Design, Target } from './data/frame.ts'
import { outputsOf } from './data/frame.ts'
import { Random } from './data/random.ts'
import { fitLeastSquares } from './linear/least-squares.ts'
import type { LinearModel } from './linear/least-squares.ts'
import { fitLogistic, logisticProbabilities } from './linear/logistic.ts'
import type { LogisticModel } from './linear/logistic.ts'
import { predictNeighbours } from './neighbours.ts'
import type { NeighbourModel } from './neighbours.ts'
import { boostingOutputs, fitBoosting, predictBoosting } from './trees/boosting.ts'
import type { BoostingModel } from './trees/boosting.ts'
import { fitForest, leafOutputs, predictForest } from './trees/forest.ts'
import type { ForestModel } from './trees/forest.ts'

/** The parameters of each trainer, complete: `training/trainers.ts` fills in the defaults and refuses what is wrong. */
export type TrainerOrder =
  | { trainer: 'linear_regression'; params: { alpha: number; l1_ratio: number } }
  | { trainer: 'logistic_regression'; params: { c: number; max_iter: number } }
  | { trainer: 'gradient_boosting'; params: BoostingParams }
  | { trainer: 'random_forest'; params: ForestParams }
  | {
      trainer: 'knn'
      params: { n_neighbors: number; weights: 'uniform' | 'distance'; metric: 'euclidean' | 'manhattan' }
    }

export interface BoostingParams {
  max_iter: number
  learning_rate: number
  max_leaf_nodes: number
  max_depth: number | null
  min_samples_leaf: number
  l2_regularization: number
  max_bins: number
  early_stopping: boolean
  validation_fraction: number
  n_iter_no_change: number
}

export interface ForestParams {
  n_estimators: number
  max_depth: number | null
  min_samples_leaf: number
  max_features: 'sqrt' | 'third' | number
  bootstrap: boolean
  oob_score: boolean
}

export type Estimator =
  | ({ kind: 'linear' } & LinearModel)
  | ({ kind: 'logistic' } & LogisticModel)
  | ({ kind: 'boosting' } & BoostingModel)
  | ({ kind: 'forest' } & ForestModel)
  | ({ kind: 'neighbours' } & NeighbourModel)

export interface FitInput {
  order: TrainerOrder
  design: Design
  target: Target
  weights: Float64Array | null
  seed: number
  /** Rows to predict while the model is fitted; a model that need not be kept is dropped piece by piece. */
  watched: { design: Design; target: Target } | null
  keep: boolean
  onStep?: (step: Step) => void
}

/** A round of boosting, a tree of a forest, or an iteration. */
export interface Step {
  step: number
  steps: number
  trainLoss: number | null
  validationLoss: number | null
}

export interface Fitted {
  estimator: Estimator
  /** What it says of the watched rows: rows times outputs. */
  watched: Float64Array | null
  iterations: number
  converged: boolean
  /** Of a forest, outputs of the trees that did not see the row. */
  oob: Float64Array | null
}

export function fitEstimator(input: FitInput): Fitted {
  const { order, design, target, weights, watched } = input
  const said = (estimator: Estimator): Float64Array | null =>
    watched && predictEstimator(estimator, watched.design, target)
  if (order.trainer === 'gradient_boosting') return boosting(input, order.params)
  if (order.trainer === 'random_forest') return forest(input, order.params)
  if (order.trainer === 'knn') {
    const { n_neighbors: neighbours, ...options } = order.params
    const estimator: Estimator = {
      kind: 'neighbours',
      design,
      target: target.values,
      options: { neighbours, ...options },
    }
    return { estimator, watched: said(estimator), iterations: 1, converged: true, oob: null }
  }
  if (order.trainer === 'linear_regression') {
    const { alpha, l1_ratio: l1Ratio } = order.params
    const { model, ...ended } = fitLeastSquares(design, target.values, { alpha, l1Ratio, weights })
    const estimator: Estimator = { kind: 'linear', ...model }
    return { estimator, watched: said(estimator), ...ended, oob: null }
  }
  const { c, max_iter: maxIterations } = order.params
  const { model, ...ended } = fitLogistic(design, target.values, target.classes.length, {
    c,
    maxIterations,
    weights,
    onIteration: (step, trainLoss) => input.onStep?.({ step, steps: maxIterations, trainLoss, validationLoss: null }),
  })
  const estimator: Estimator = { kind: 'logistic', ...model }
  return { estimator, watched: said(estimator), ...ended, oob: null }
}

function boosting({ design, target, weights, seed, watched, onStep }: FitInput, params: BoostingParams): Fitted {
  const options = {
    maxIterations: params.max_iter,
    learningRate: params.learning_rate,
    maxLeaves: params.max_leaf_nodes,
    maxDepth: params.max_depth ?? Infinity,
    minSamplesLeaf: params.min_samples_leaf,
    l2: params.l2_regularization,
    maxBins: params.max_bins,
    earlyStopping: params.early_stopping,
    validationFraction: params.validation_fraction,
    patience: params.n_iter_no_change,
    weights,
  }
  const { model, iterations, watchedScores } = fitBoosting(design, target, options, new Random(seed, 17), {
    watched,
    onRound: ({ round, rounds, trainLoss, validationLoss }) =>
      onStep?.({ step: round, steps: rounds, trainLoss, validationLoss }),
  })
  return {
    estimator: { kind: 'boosting', ...model },
    watched: watchedScores && boostingOutputs(watchedScores, target),
    iterations,
    converged: true,
    oob: null,
  }
}

function forest({ design, target, weights, seed, watched, keep, onStep }: FitInput, params: ForestParams): Fitted {
  const options = {
    trees: params.n_estimators,
    maxDepth: params.max_depth ?? Infinity,
    minSamplesLeaf: params.min_samples_leaf,
    maxFeatures: featuresOf(params.max_features, design.terms.length),
    bootstrap: params.bootstrap,
    weights,
    oob: params.oob_score && keep,
    seed,
  }
  const steps = params.n_estimators
  const fitted = fitForest(design, target, options, {
    design: watched?.design ?? null,
    keep,
    onTree: step => onStep?.({ step, steps, trainLoss: null, validationLoss: null }),
  })
  return {
    estimator: { kind: 'forest', ...fitted.model },
    watched: fitted.watched,
    iterations: steps,
    converged: true,
    oob: fitted.oob,
  }
}

/** A number up to 1 that is not whole is a share of the terms, as in scikit-learn; a whole one is how many. */
function featuresOf(wanted: ForestParams['max_features'], terms: number): number {
  if (wanted === 'sqrt') return Math.max(1, Math.floor(Math.sqrt(terms)))
  if (wanted === 'third') return Math.max(1, Math.floor(terms / 3))
  return Math.max(1, Math.min(terms, Number.isInteger(wanted) ? wanted : Math.floor(wanted * terms)))
}

/** Rows times one value, or times the probabilities of the classes. */
export function predictEstimator(
  estimator: Estimator,
  design: Design,
  target: Pick<Target, 'task' | 'classes'>,
): Float64Array {
  if (estimator.kind === 'boosting') return predictBoosting(estimator, design, target)
  if (estimator.kind === 'forest') return predictForest(estimator, design, target)
  if (estimator.kind === 'logistic') return logisticProbabilities(estimator, design)
  if (estimator.kind === 'neighbours') return predictNeighbours(estimator, design, outputsOf(target))
  const outputs = new Float64Array(design.rows).fill(estimator.intercept)
  design.terms.forEach((term, index) => {
    const coefficient = estimator.coefficients[index]!
    if (coefficient === 0) return
    for (let row = 0; row < design.rows; row += 1) outputs[row]! += term[row]! * coefficient
  })
  return outputs
}

/** Numbers that a leaf of the estimator's trees holds; 0 for those without trees. */
export function treeOutputs(estimator: Estimator, target: Pick<Target, 'task' | 'classes'>): number {
  if (estimator.kind === 'boosting') return 1
  return estimator.kind === 'forest' ? leafOutputs(target) : 0
}
