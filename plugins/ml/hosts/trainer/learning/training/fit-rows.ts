import type { Fold } from '../data/folds.ts'
import { outputsOf, takeColumn, takeRows, takeValues } from '../data/frame.ts'
import type { Column, Frame, Target } from '../data/frame.ts'
import { Random, range } from '../data/random.ts'
import { encode, fitAndEncode } from '../encoding/encode.ts'
import type { Encoder } from '../encoding/encoder.ts'
import { fitEstimator, predictEstimator } from '../estimators.ts'
import type { Estimator, Step } from '../estimators.ts'
import { metricsOf } from '../judging/metrics.ts'
import type { LearningOrder } from './order.ts'

/** What a thread is given once; the arrays are shared. */
export interface LearningInput {
  order: LearningOrder
  frame: Frame
  target: Target
  weights: Float64Array | null
}

export interface FoldOutcome {
  /** Of the held-out rows. */
  outputs: Float64Array
  iterations: number
  converged: boolean
  /** Step by step, where the trainer has them. */
  losses: LossPoint[]
  /** For each feature, by how much the metric fell each time its values were shuffled. */
  importance: number[][]
}

export interface LossPoint {
  step: number
  train_loss: number
  validation_loss: number | null
}

export interface FinalOutcome {
  encoder: Encoder
  estimator: Estimator
  /** Of the training rows, which it has seen. */
  outputs: Float64Array
  oob: Float64Array | null
  iterations: number
  converged: boolean
}

const mostImportanceRows = 1000
const mostImportanceWork = 2e9

/** Fits all on the training rows alone, and gives what the model says of the others. */
export function fitFold(input: LearningInput, fold: Fold, onStep: (step: Step) => void): FoldOutcome {
  const { order, frame } = input
  const train = partOf(input, fold.train)
  const test = partOf(input, fold.test)
  const seed = order.seed * 1009 + fold.fold
  const { encoder, design } = fitAndEncode({ ...train, preprocess: order.preprocess }, new Random(seed, 3))
  const watched = { design: encode(encoder, test.frame), target: test.target }
  const keep = order.importance.repeats > 0
  const losses: LossPoint[] = []
  const fitted = fitEstimator({
    order,
    design,
    target: train.target,
    weights: train.weights,
    seed,
    watched,
    keep,
    onStep(step) {
      if (step.trainLoss !== null)
        losses.push({ step: step.step, train_loss: step.trainLoss, validation_loss: step.validationLoss })
      onStep(step)
    },
  })
  return {
    losses,
    outputs: fitted.watched!,
    iterations: fitted.iterations,
    converged: fitted.converged,
    importance: keep
      ? importanceOf({
          order,
          encoder,
          estimator: fitted.estimator,
          frame,
          target: input.target,
          rows: fold.test,
          known: fold.train.length,
          seed,
        })
      : [],
  }
}

/** The model that is kept: fitted on all rows. */
export function fitFinal(input: LearningInput, onStep: (step: Step) => void): FinalOutcome {
  const { order, target, weights } = input
  const { encoder, design } = fitAndEncode({ ...input, preprocess: order.preprocess }, new Random(order.seed * 1009, 3))
  const fitted = fitEstimator({
    order,
    design,
    target,
    weights,
    seed: order.seed * 1009,
    watched: null,
    keep: true,
    onStep,
  })
  return {
    encoder,
    estimator: fitted.estimator,
    outputs: predictEstimator(fitted.estimator, design, target),
    oob: fitted.oob,
    iterations: fitted.iterations,
    converged: fitted.converged,
  }
}

function partOf({ frame, target, weights }: LearningInput, rows: Int32Array) {
  return {
    frame: takeRows(frame, rows),
    target: { ...target, values: takeValues(target.values, rows, new Float64Array(rows.length)) },
    weights: weights && takeValues(weights, rows, new Float64Array(rows.length)),
  }
}

interface ImportanceInput {
  order: LearningOrder
  encoder: Encoder
  estimator: Estimator
  frame: Frame
  target: Target
  rows: Int32Array
  /** How many rows the model was trained on. */
  known: number
  seed: number
}

/** Shuffles one column of the held-out rows at a time, as it came, before any encoding. Of many rows a part says enough. */
function importanceOf({
  order,
  encoder,
  estimator,
  frame,
  target,
  rows: held,
  known,
  seed,
}: ImportanceInput): number[][] {
  const rowWork = estimator.kind === 'neighbours' ? known * encoder.terms.length : 1
  const affordable = Math.floor(mostImportanceWork / (rowWork * frame.columns.length * order.importance.repeats))
  const size = Math.min(held.length, Math.max(20, Math.min(mostImportanceRows, affordable)))
  const rows = new Random(seed, 5).shuffle(Int32Array.from(held)).slice(0, size)
  const part = takeRows(frame, rows)
  const truth = takeValues(target.values, rows, new Float64Array(size))
  const scoreOf = (columns: Column[]): number => {
    const outputs = predictEstimator(estimator, encode(encoder, { rows: size, columns }), target)
    return importanceScore(order, target, truth, outputs)
  }
  const whole = scoreOf(part.columns)
  return part.columns.map((column, feature) =>
    Array.from({ length: order.importance.repeats }, (_, repeat) => {
      const mixed = takeColumn(column, new Random(seed, 7, feature, repeat).shuffle(range(size)))
      return whole - scoreOf(part.columns.with(feature, mixed))
    }),
  )
}

/** The area under the curve for classes, the explained share for numbers. */
function importanceScore(
  { threshold }: LearningOrder,
  target: Target,
  truth: Float64Array,
  outputs: Float64Array,
): number {
  const classes = target.task === 'regression' ? 0 : outputsOf(target)
  const metrics = metricsOf({ task: target.task, classes, truth, outputs, threshold })
  return (target.task === 'regression' ? metrics['r2'] : (metrics['roc_auc'] ?? metrics['accuracy'])) ?? 0
}
