import type { LearningWarning } from '@svc/plugin/contracts/ml/learning'
import type { Column } from '../learning/data/frame.ts'
import { outputsOf, takeRows } from '../learning/data/frame.ts'
import { asTarget, isMissing } from '../learning/data/raw-columns.ts'
import type { RawColumn } from '../learning/data/raw-columns.ts'
import { metricsOf } from '../learning/judging/metrics.ts'
import type { Metrics } from '../learning/judging/metrics.ts'
import type { Model } from '../learning/model/model-file.ts'
import { frameOfColumns, predictFrame } from '../learning/model/predict.ts'
import { Refusal } from '../learning/refusal.ts'
import { categoryDrift, numberDrift } from './tests.ts'
import type { Distance } from './tests.ts'

export interface Table {
  rows: number
  columns: RawColumn[]
}

export interface DriftReport {
  features: ({ feature: string; kind: string; drifted: boolean } & Distance)[]
  prediction: { psi: number; drifted: boolean }
  performance: Record<string, { baseline: number; now: number }> | null
  drifted: boolean
  warnings: LearningWarning[]
}

/**
 * Compares what the model was trained on with other rows: each feature, what it predicts, and where the target is there, how well. For
 * predictions the held-out ones are the measure: of the rows that it was fitted on a model is surer than of any others.
 */
export function driftOf(model: Model, baseline: Table, now: Table, threshold: number): DriftReport {
  if (now.rows === 0) throw new Refusal('The dataset has no rows to compare.')
  const before = frameOfColumns(model, baseline.columns, baseline.rows)
  const after = frameOfColumns(model, now.columns, now.rows)
  const features = model.features.map(({ name, kind }, index) => {
    const distance = distanceOf(before.columns[index]!, after.columns[index]!)
    return { feature: name, kind, ...distance, drifted: distance.psi > threshold }
  })
  const predicted = predictFrame(model, after)
  const width = outputsOf(model)
  const psi = scoresOf(model).reduce((largest, at) => {
    const scores = predicted.outputs.filter((_, place) => place % width === at)
    return Math.max(largest, numberDrift(model.heldOut.scores[at]!, scores).psi)
  }, 0)
  const prediction = { psi, drifted: psi > threshold }
  return {
    features,
    prediction,
    performance: performanceOf(model, now),
    drifted: prediction.drifted || features.some(feature => feature.drifted),
    warnings: predicted.warnings,
  }
}

/** Of two classes the second's probability says all. */
function scoresOf(model: Model): number[] {
  if (model.task === 'regression') return [0]
  return model.classes.length === 2 ? [1] : model.classes.map((_, code) => code)
}

function distanceOf(before: Column, after: Column): Distance {
  if (before.kind === 'category' && after.kind === 'category') return categoryDrift(countsOf(before), countsOf(after))
  if (before.kind === 'boolean' || after.kind === 'boolean')
    return categoryDrift(truthCounts(before), truthCounts(after))
  if (before.kind === 'category' || after.kind === 'category') throw new TypeError('The kinds of a column differ.')
  return numberDrift(before.values, after.values)
}

function countsOf({ codes, levels }: Column & { kind: 'category' }): Map<string | null, number> {
  const counts = new Map<string | null, number>()
  for (const code of codes) {
    const name = code < 0 ? null : levels[code]!
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

function truthCounts(column: Column): Map<string | null, number> {
  const counts = new Map<string | null, number>()
  if (column.kind === 'category') return counts
  for (const value of column.values) {
    const name = Number.isNaN(value) ? null : String(value)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

function performanceOf(model: Model, now: Table): DriftReport['performance'] {
  const today = metricsFor(model, now)
  if (!today) return null
  const then = Object.entries(model.heldOut.metrics)
  return Object.fromEntries(
    then.flatMap(([name, value]) => (today[name] === undefined ? [] : [[name, { baseline: value, now: today[name] }]])),
  )
}

/** Null where the dataset has no target, or another one than the model was trained on. */
function metricsFor(model: Model, { columns, rows }: Table): Metrics | null {
  const target = columns.find(({ name }) => name === model.target)
  if (!target) return null
  const known = Int32Array.from({ length: rows }, (_, row) => row).filter(row => !isMissing(target, row))
  if (known.length === 0) return null
  const truth = truthOf(model, target, known)
  if (!truth) return null
  const { outputs } = predictFrame(model, takeRows(frameOfColumns(model, columns, rows), known))
  const classes = model.task === 'regression' ? 0 : model.classes.length
  return metricsOf({ task: model.task, classes, truth, outputs, threshold: model.threshold })
}

function truthOf(model: Model, target: RawColumn, rows: Int32Array): Float64Array | null {
  if (model.task === 'regression')
    return target.kind === 'number' ? Float64Array.from(rows, row => target.values[row]!) : null
  try {
    const { values, classes } = asTarget(target, 'classification', rows)
    const codes = classes.map(label => model.classes.indexOf(label))
    return codes.includes(-1) ? null : values.map(value => codes[value]!)
  } catch (error) {
    // A new dataset may have one class only: then there is no figure to compare.
    if (error instanceof Refusal) return null
    throw error
  }
}
