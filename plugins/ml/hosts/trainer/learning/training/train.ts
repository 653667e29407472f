import type { LearningWarning } from '@svc/plugin/contracts/ml/learning'
import { outputsOf, takeValues } from '../data/frame.ts'
import type { Step } from '../estimators.ts'
import { crossCalibrate, reliabilityOf } from '../judging/calibration.ts'
import { baselineOutputs, confusionOf, metricsOf, predictionsOf, spreadOf } from '../judging/metrics.ts'
import type { Metrics, MetricSpread } from '../judging/metrics.ts'
import { modelFile } from '../model/model-file.ts'
import type { FinalOutcome, FoldOutcome, LearningInput, LossPoint } from './fit-rows.ts'
import type { LearningOrder } from './order.ts'
import { predictionsCsv } from './predictions-csv.ts'
import type { Prepared } from './prepare.ts'
import type { ClassLabel } from '../data/frame.ts'

/** Fits folds and the final model wherever there is a free thread. */
export interface Fitters {
  start(input: LearningInput): void
  fold(fold: Prepared['folds'][number], onStep: (step: Step) => void): Promise<FoldOutcome>
  final(onStep: (step: Step) => void): Promise<FinalOutcome>
}

export interface TrainingResult {
  task: LearningOrder['task']
  classes?: ClassLabel[]
  features: { name: string; kind: string }[]
  rows: number
  excluded: number
  validation: {
    scheme: string
    folds: { fold: number; n_train: number; n_test: number; metrics: Metrics }[]
    metrics: Record<string, MetricSpread>
  }
  baseline: Metrics
  training: Metrics
  importance: { feature: string; mean: number; sd: number }[]
  calibration: (ReturnType<typeof reliabilityOf> & { brier_before?: number }) | null
  confusion?: number[][]
  coefficients?: { term: string; estimate: number; class?: ClassLabel }[]
  iterations: number
  warnings: LearningWarning[]
}

export interface TrainingOutcome {
  result: TrainingResult
  /** Of the first fold. */
  losses: LossPoint[]
  /** The model's JSON, and the held-out predictions as CSV. */
  model: Buffer
  predictions: Buffer
}

/** What is under way: of all steps of all folds and of the final model, the share that is done. */
export interface TrainingProgress {
  done: number
  /** 0: the final model. */
  fold: number
  step: Step
}

export async function train(
  order: LearningOrder,
  prepared: Prepared,
  fitters: Fitters,
  onProgress: (progress: TrainingProgress) => void,
): Promise<TrainingOutcome> {
  const { target, folds } = prepared
  fitters.start({ order, frame: prepared.frame, target, weights: prepared.weights })
  const shares = new Float64Array(folds.length + 1)
  const report =
    (fold: number) =>
    (step: Step): void => {
      shares[fold] = step.step / step.steps
      onProgress({ done: shares.reduce((sum, share) => sum + share, 0) / shares.length, fold, step })
    }
  // The first fold comes first: its curve is the one that is watched.
  const fitted = folds.map((fold, index) => fitters.fold(fold, report(index + 1)))
  // Together: a fold that fails before the final model is done ends the training, and its error is the one that is shown.
  const [final, ...outcomes] = await Promise.all([fitters.final(report(0)), ...fitted])
  const held = heldOut(prepared, outcomes)
  const classes = target.task === 'regression' ? 0 : outputsOf(target)
  const method = target.task === 'classification' && order.calibrate !== 'none' ? order.calibrate : null
  const calibrated = method && crossCalibrate(method, { ...held, classes }, order.seed)
  const outputs = calibrated?.outputs ?? held.outputs
  const judge = (truth: Float64Array, of: Float64Array): Metrics =>
    metricsOf({ task: target.task, classes, truth, outputs: of, threshold: order.threshold })

  const result: TrainingResult = {
    task: order.task,
    ...(classes > 0 && { classes: target.classes }),
    features: prepared.frame.columns.map(({ name, kind }) => ({ name, kind })),
    rows: prepared.frame.rows,
    excluded: prepared.excluded,
    validation: validationOf(order, prepared, { ...held, outputs }, judge),
    baseline: judge(held.truth, held.baseline),
    training: judge(target.values, final.outputs),
    importance: importanceOf(prepared, outcomes),
    calibration:
      classes === 0
        ? null
        : {
            ...reliabilityOf(held.truth, outputs, classes),
            ...(calibrated && { brier_before: reliabilityOf(held.truth, held.outputs, classes).brier }),
          },
    ...(classes > 0 && {
      confusion: confusionOf(
        held.truth,
        predictionsOf({ task: target.task, classes, outputs, threshold: order.threshold }),
        classes,
      ),
    }),
    ...coefficientsOf(final, target.classes),
    iterations: final.iterations,
    warnings: [...prepared.warnings, ...convergence(final, outcomes, order)],
  }
  if (final.oob) Object.assign(result.training, oobMetrics(final.oob, prepared, judge))
  return {
    result,
    losses: outcomes[0]!.losses,
    model: modelFile({
      order,
      prepared,
      final,
      calibrators: calibrated?.calibrators ?? null,
      metrics: judge(held.truth, outputs),
      outputs,
    }),
    predictions: predictionsCsv(prepared, { ...held, outputs }, order.threshold),
  }
}

export interface HeldOut {
  truth: Float64Array
  outputs: Float64Array
  baseline: Float64Array
  folds: Int32Array
  /** Place of each in the prepared rows. */
  rows: Int32Array
}

function heldOut({ target, folds }: Prepared, outcomes: readonly FoldOutcome[]): HeldOut {
  const width = outputsOf(target)
  const total = folds.reduce((sum, fold) => sum + fold.test.length, 0)
  const held = {
    truth: new Float64Array(total),
    outputs: new Float64Array(total * width),
    baseline: new Float64Array(total * width),
    folds: new Int32Array(total),
    rows: new Int32Array(total),
  }
  let at = 0
  folds.forEach(({ fold, train: known, test }, index) => {
    held.truth.set(takeValues(target.values, test, new Float64Array(test.length)), at)
    held.outputs.set(outcomes[index]!.outputs, at * width)
    held.baseline.set(baselineOutputs(target, known, test.length), at * width)
    held.folds.fill(fold, at, at + test.length)
    held.rows.set(test, at)
    at += test.length
  })
  return held
}

type Judge = (truth: Float64Array, outputs: Float64Array) => Metrics

function validationOf(order: LearningOrder, { target, folds }: Prepared, held: HeldOut, judge: Judge) {
  const width = outputsOf(target)
  let at = 0
  const each = folds.map(({ fold, train: known, test }) => {
    const from = at
    at += test.length
    const metrics = judge(held.truth.subarray(from, at), held.outputs.slice(from * width, at * width))
    return { fold, n_train: known.length, n_test: test.length, metrics }
  })
  const scheme = order.validation.fold_column === null ? order.validation.scheme : 'fold_column'
  const metrics = spreadOf(
    each.map(fold => fold.metrics),
    judge(held.truth, held.outputs),
  )
  return { scheme, folds: each, metrics }
}

function importanceOf({ frame }: Prepared, outcomes: readonly FoldOutcome[]): TrainingResult['importance'] {
  if (outcomes.every(outcome => outcome.importance.length === 0)) return []
  const all = frame.columns.map(({ name }, feature) => {
    const drops = outcomes.flatMap(outcome => outcome.importance[feature]!)
    const mean = drops.reduce((sum, drop) => sum + drop, 0) / drops.length
    const variance = drops.reduce((sum, drop) => sum + (drop - mean) ** 2, 0) / Math.max(1, drops.length - 1)
    return { feature: name, mean, sd: Math.sqrt(variance) }
  })
  return all.toSorted((one, other) => other.mean - one.mean)
}

function coefficientsOf(
  { encoder, estimator }: FinalOutcome,
  classes: readonly ClassLabel[],
): Pick<TrainingResult, 'coefficients'> {
  if (estimator.kind === 'linear')
    return {
      coefficients: [
        { term: 'intercept', estimate: estimator.intercept },
        ...encoder.terms.map((term, index) => ({ term, estimate: estimator.coefficients[index]! })),
      ],
    }
  if (estimator.kind !== 'logistic') return {}
  return {
    coefficients: estimator.coefficients.flatMap((row, head) => {
      const label = estimator.coefficients.length === 1 ? {} : { class: classes[head]! }
      return [
        { term: 'intercept', estimate: estimator.intercepts[head]!, ...label },
        ...encoder.terms.map((term, index) => ({ term, estimate: row[index]!, ...label })),
      ]
    }),
  }
}

function convergence(final: FinalOutcome, outcomes: readonly FoldOutcome[], order: LearningOrder): LearningWarning[] {
  if (final.converged && outcomes.every(outcome => outcome.converged)) return []
  const limit = order.trainer === 'logistic_regression' ? ` in max_iter (${order.params.max_iter}) iterations` : ''
  return [
    {
      code: 'not_converged',
      message: `The model did not settle${limit}. Scale the numbers, or allow more iterations.`,
    },
  ]
}

function oobMetrics(oob: Float64Array, { target }: Prepared, judge: Judge): Metrics {
  const width = outputsOf(target)
  const rows = Int32Array.from(target.values.keys()).filter(row => !Number.isNaN(oob[row * width]!))
  const outputs = new Float64Array(rows.length * width)
  rows.forEach((row, place) => outputs.set(oob.subarray(row * width, (row + 1) * width), place * width))
  const metrics = judge(takeValues(target.values, rows, new Float64Array(rows.length)), outputs)
  return { oob_score: (target.task === 'regression' ? metrics['r2'] : metrics['accuracy']) ?? 0 }
}
