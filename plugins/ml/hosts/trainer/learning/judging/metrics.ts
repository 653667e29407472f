import { range } from '../data/random.ts'
import type { Target } from '../data/frame.ts'

export type Metrics = Record<string, number>

/** What a model gave for rows whose target is known. */
export interface Judged {
  task: Target['task']
  /** How many classes the model knows; 0 for numbers. */
  classes: number
  /** Numbers, or codes of classes. */
  truth: Float64Array
  /** Rows times one value, or times classes. */
  outputs: Float64Array
  /** Of two classes, the second is predicted from this probability on. */
  threshold: number
}

/** Metrics that cannot be computed here, such as the area under the curve where a fold has one class only, are left out. */
export function metricsOf(judged: Judged): Metrics {
  const all = judged.task === 'regression' ? numberMetrics(judged) : classMetrics(judged)
  return Object.fromEntries(Object.entries(all).filter(([, value]) => Number.isFinite(value)))
}

/** The code of the class that is predicted for each row; for numbers the value. */
export function predictionsOf({ task, classes, outputs, threshold }: Omit<Judged, 'truth'>): Float64Array {
  if (task === 'regression') return outputs
  const rows = outputs.length / classes
  return Float64Array.from({ length: rows }, (_, row) => {
    if (classes === 2) return outputs[row * 2 + 1]! >= threshold ? 1 : 0
    let best = 0
    for (let code = 1; code < classes; code += 1)
      if (outputs[row * classes + code]! > outputs[row * classes + best]!) best = code
    return best
  })
}

function numberMetrics({ truth, outputs }: Judged): Metrics {
  const rows = truth.length
  const mean = truth.reduce((sum, value) => sum + value, 0) / rows
  let squares = 0
  let sizes = 0
  let spread = 0
  const errors = new Float64Array(rows)
  for (let row = 0; row < rows; row += 1) {
    const error = truth[row]! - outputs[row]!
    squares += error * error
    sizes += Math.abs(error)
    spread += (truth[row]! - mean) ** 2
    errors[row] = Math.abs(error)
  }
  errors.sort()
  const middle = (errors[Math.floor((rows - 1) / 2)]! + errors[Math.ceil((rows - 1) / 2)]!) / 2
  return { r2: 1 - squares / spread, rmse: Math.sqrt(squares / rows), mae: sizes / rows, median_ae: middle }
}

function classMetrics(judged: Judged): Metrics {
  const { truth, outputs, classes } = judged
  const predictions = predictionsOf(judged)
  const table = confusionOf(truth, predictions, classes)
  const rows = truth.length
  const recalls: number[] = []
  const scores: { precision: number; recall: number; f1: number }[] = []
  let right = 0
  for (let code = 0; code < classes; code += 1) {
    const hits = table[code]![code]!
    const actual = table[code]!.reduce((sum, count) => sum + count, 0)
    const claimed = table.reduce((sum, row) => sum + row[code]!, 0)
    right += hits
    if (actual > 0) recalls.push(hits / actual)
    if (actual === 0 && claimed === 0) continue
    if (classes === 2 && code === 0) continue
    const [precision, recall] = [share(hits, claimed), share(hits, actual)]
    scores.push({ precision, recall, f1: share(2 * hits, claimed + actual) })
  }
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    accuracy: right / rows,
    balanced_accuracy: mean(recalls),
    precision: mean(scores.map(each => each.precision)),
    recall: mean(scores.map(each => each.recall)),
    f1: mean(scores.map(each => each.f1)),
    roc_auc: areaUnderCurve(truth, outputs, classes),
    log_loss: logLoss(truth, outputs, classes),
    brier: brierScore(truth, outputs, classes),
  }
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

/** Rows: the truth; columns: what was predicted. */
export function confusionOf(truth: Float64Array, predictions: Float64Array, classes: number): number[][] {
  const table = Array.from({ length: classes }, () => new Array<number>(classes).fill(0))
  for (let row = 0; row < truth.length; row += 1) table[truth[row]!]![predictions[row]!]! += 1
  return table
}

/** Of more than two classes the mean of each against the rest, where both occur. */
function areaUnderCurve(truth: Float64Array, outputs: Float64Array, classes: number): number {
  const scoresOf = (code: number): Float64Array =>
    Float64Array.from({ length: truth.length }, (_, row) => outputs[row * classes + code]!)
  const isOf = (code: number): Uint8Array => Uint8Array.from(truth, value => (value === code ? 1 : 0))
  if (classes === 2) return rankArea(scoresOf(1), isOf(1))
  const areas = Array.from({ length: classes }, (_, code) => rankArea(scoresOf(code), isOf(code)))
  const known = areas.filter(area => !Number.isNaN(area))
  return known.reduce((sum, area) => sum + area, 0) / known.length
}

/** How often a row that is one is ranked above a row that is none; NaN where there are only the one or the other. */
export function rankArea(scores: Float64Array | Float32Array, isOne: Uint8Array): number {
  const sequence = range(scores.length).sort((one, other) => scores[one]! - scores[other]!)
  let ranks = 0
  let ones = 0
  for (let from = 0; from < sequence.length;) {
    let to = from + 1
    while (to < sequence.length && scores[sequence[to]!] === scores[sequence[from]!]) to += 1
    for (let place = from; place < to; place += 1) {
      if (isOne[sequence[place]!] === 0) continue
      ranks += (from + to + 1) / 2
      ones += 1
    }
    from = to
  }
  const others = scores.length - ones
  return ones === 0 || others === 0 ? Number.NaN : (ranks - (ones * (ones + 1)) / 2) / (ones * others)
}

const leastProbability = 1e-15

function logLoss(truth: Float64Array, outputs: Float64Array, classes: number): number {
  let sum = 0
  for (let row = 0; row < truth.length; row += 1)
    sum -= Math.log(Math.max(leastProbability, outputs[row * classes + truth[row]!]!))
  return sum / truth.length
}

/** Of two classes the mean square of the second's error; of more the sum over all of them. */
export function brierScore(truth: Float64Array, outputs: Float64Array, classes: number): number {
  let sum = 0
  for (let row = 0; row < truth.length; row += 1)
    for (let code = classes === 2 ? 1 : 0; code < classes; code += 1)
      sum += (outputs[row * classes + code]! - (truth[row] === code ? 1 : 0)) ** 2
  return sum / truth.length
}

/** What the majority or the average of the training rows would score on the others. */
export function baselineOutputs(target: Target, train: Int32Array, rows: number): Float64Array {
  if (target.task === 'regression') {
    let sum = 0
    for (const row of train) sum += target.values[row]!
    return new Float64Array(rows).fill(sum / train.length)
  }
  const shares = new Float64Array(target.classes.length)
  for (const row of train) shares[target.values[row]!]! += 1 / train.length
  return Float64Array.from({ length: rows * shares.length }, (_, place) => shares[place % shares.length]!)
}

export interface MetricSpread {
  mean: number
  sd: number
  /** Of the held-out rows of all folds together. */
  pooled: number
}

export function spreadOf(folds: readonly Metrics[], pooled: Metrics): Record<string, MetricSpread> {
  return Object.fromEntries(
    Object.entries(pooled).map(([name, value]) => {
      const values = folds.flatMap(metrics => metrics[name] ?? [])
      const mean = values.reduce((sum, each) => sum + each, 0) / values.length
      const variance = values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / Math.max(1, values.length - 1)
      return [name, { mean: values.length > 0 ? mean : value, sd: Math.sqrt(variance), pooled: value }]
    }),
  )
}
