/** Our trainers in one thread, on the data that `fit-scikit-learn.py` made: CPU seconds and scores. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Design, Target } from '../../../plugins/ml/hosts/trainer/learning/data/frame.ts'
import { fitEstimator } from '../../../plugins/ml/hosts/trainer/learning/estimators.ts'
import type { TrainerOrder } from '../../../plugins/ml/hosts/trainer/learning/estimators.ts'
import { metricsOf } from '../../../plugins/ml/hosts/trainer/learning/judging/metrics.ts'

export type Fits = Record<string, { cpu_s: number; score: number }>

const folder = String(process.env['FOLDER'])
const rows = 100_000
const trained = 80_000

function table(name: string, task: Target['task']) {
  const x = new Float32Array(bytesOf(`${name}.x`))
  const y = new Float64Array(bytesOf(`${name}.y`))
  const part = (from: number, to: number): { design: Design; target: Target } => ({
    design: {
      rows: to - from,
      terms: Array.from({ length: 20 }, (_, term) => x.slice(term * rows + from, term * rows + to)),
    },
    target: { task, values: y.slice(from, to), classes: task === 'regression' ? [] : [0, 1] },
  })
  return { train: part(0, trained), test: part(trained, rows) }
}

function bytesOf(name: string): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = readFileSync(join(folder, name))
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
}

const boosting: TrainerOrder = {
  trainer: 'gradient_boosting',
  params: {
    max_iter: 100,
    learning_rate: 0.1,
    max_leaf_nodes: 31,
    max_depth: null,
    min_samples_leaf: 20,
    l2_regularization: 0,
    max_bins: 255,
    early_stopping: false,
    validation_fraction: 0.1,
    n_iter_no_change: 10,
  },
}
const forest: TrainerOrder = {
  trainer: 'random_forest',
  params: {
    n_estimators: Number(process.env['TREES']),
    max_depth: null,
    min_samples_leaf: 1,
    max_features: 'sqrt',
    bootstrap: true,
    oob_score: false,
  },
}
const classes = table('classes', 'classification')
const numbers = table('numbers', 'regression')
const cases: [string, TrainerOrder, typeof classes][] = [
  ['boosting_classes', boosting, classes],
  ['boosting_numbers', boosting, numbers],
  ['forest', forest, classes],
  ['logistic', { trainer: 'logistic_regression', params: { c: 1, max_iter: 200 } }, classes],
  ['linear', { trainer: 'linear_regression', params: { alpha: 0, l1_ratio: 0 } }, numbers],
]

const fits: Fits = {}
for (const [name, order, { train, test }] of cases) {
  const before = process.cpuUsage()
  const fitted = fitEstimator({ order, ...train, weights: null, seed: 0, watched: test, keep: false })
  const used = process.cpuUsage(before)
  const { task, values } = test.target
  const judged = { task, classes: test.target.classes.length, truth: values, outputs: fitted.watched!, threshold: 0.5 }
  const metrics = metricsOf(judged)
  fits[name] = { cpu_s: (used.user + used.system) / 1e6, score: (metrics['roc_auc'] ?? metrics['r2'])! }
}
process.stdout.write(`${JSON.stringify(fits)}\n`)
