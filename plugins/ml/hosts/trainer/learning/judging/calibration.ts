import { range, Random } from '../data/random.ts'
import { sigmoid } from '../linear/logistic.ts'
import { minimize } from '../linear/minimize.ts'
import { brierScore } from './metrics.ts'

export type CalibrationMethod = 'sigmoid' | 'isotonic'

/** How a probability is corrected: for two classes that of the second, else each of them, to a sum of 1 afterwards. */
export type Calibrator =
  { method: 'sigmoid'; slope: number; offset: number } | { method: 'isotonic'; from: number[]; to: number[] }

export interface ReliabilityBin {
  predicted: number
  observed: number
  n: number
}

/** A probability nearer to 0 or 1 than this is taken for this one: its odds would outweigh all others. */
export const clip = 1e-6

function logOdds(probability: number): number {
  const inside = Math.min(1 - clip, Math.max(clip, probability))
  return Math.log(inside / (1 - inside))
}

export function fitCalibrators(
  method: CalibrationMethod,
  truth: Float64Array,
  outputs: Float64Array,
  classes: number,
): Calibrator[] {
  const codes = classes === 2 ? [1] : [...range(classes)]
  return codes.map(code => {
    const scores = Float64Array.from(truth, (_, row) => outputs[row * classes + code]!)
    const isOne = Uint8Array.from(truth, value => (value === code ? 1 : 0))
    return method === 'sigmoid' ? fitSigmoid(scores, isOne) : fitIsotonic(scores, isOne)
  })
}

/** Platt's: a logistic regression on the log odds, its targets drawn in from 0 and 1 a little. */
function fitSigmoid(scores: Float64Array, isOne: Uint8Array): Calibrator {
  const ones = isOne.reduce((sum, each) => sum + each, 0)
  const high = (ones + 1) / (ones + 2)
  const low = 1 / (scores.length - ones + 2)
  const odds = scores.map(logOdds)
  const targets = Float64Array.from(isOne, each => (each === 1 ? high : low))
  const { point } = minimize(
    ([slope = 0, offset = 0], gradient) => {
      gradient.fill(0)
      let loss = 0
      for (let row = 0; row < odds.length; row += 1) {
        const margin = slope * odds[row]! + offset
        loss += Math.log1p(Math.exp(-Math.abs(margin))) + Math.max(margin, 0) - targets[row]! * margin
        const error = sigmoid(margin) - targets[row]!
        gradient[0]! += (error * odds[row]!) / odds.length
        gradient[1]! += error / odds.length
      }
      return loss / odds.length
    },
    new Float64Array(2),
    { maxIterations: 100, tolerance: 1e-9 },
  )
  return { method: 'sigmoid', slope: point[0]!, offset: point[1]! }
}

/** Neighbours that fall are drawn together until the shares only rise. */
function fitIsotonic(scores: Float64Array, isOne: Uint8Array): Calibrator {
  const sequence = range(scores.length).sort((one, other) => scores[one]! - scores[other]! || one - other)
  const blocks: { low: number; high: number; sum: number; count: number }[] = []
  for (let place = 0; place < sequence.length;) {
    const score = scores[sequence[place]!]!
    const block = { low: score, high: score, sum: 0, count: 0 }
    for (; place < sequence.length && scores[sequence[place]!] === score; place += 1) {
      block.sum += isOne[sequence[place]!]!
      block.count += 1
    }
    blocks.push(block)
    while (blocks.length > 1) {
      const last = blocks.at(-1)!
      const before = blocks.at(-2)!
      if (before.sum * last.count < last.sum * before.count) break
      blocks.pop()
      before.high = last.high
      before.sum += last.sum
      before.count += last.count
    }
  }
  const points = blocks.flatMap(({ low, high, sum, count }) =>
    low === high ? [[low, sum / count] as const] : [[low, sum / count] as const, [high, sum / count] as const],
  )
  return { method: 'isotonic', from: points.map(([from]) => from), to: points.map(([, to]) => to) }
}

function corrected(calibrator: Calibrator, probability: number): number {
  if (calibrator.method === 'sigmoid') return sigmoid(calibrator.slope * logOdds(probability) + calibrator.offset)
  const { from, to } = calibrator
  if (probability <= from[0]!) return to[0]!
  if (probability >= from.at(-1)!) return to.at(-1)!
  let low = 0
  let high = from.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (from[middle]! <= probability) low = middle
    else high = middle
  }
  const width = from[high]! - from[low]!
  return width === 0 ? to[high]! : to[low]! + ((to[high]! - to[low]!) * (probability - from[low]!)) / width
}

/** In place. */
export function calibrate(calibrators: readonly Calibrator[], outputs: Float64Array, classes: number): Float64Array {
  const rows = outputs.length / classes
  for (let row = 0; row < rows; row += 1) {
    const at = row * classes
    if (classes === 2) {
      const second = corrected(calibrators[0]!, outputs[at + 1]!)
      outputs[at] = 1 - second
      outputs[at + 1] = second
      continue
    }
    let sum = 0
    for (let code = 0; code < classes; code += 1)
      sum += outputs[at + code] = corrected(calibrators[code]!, outputs[at + code]!)
    for (let code = 0; code < classes; code += 1) outputs[at + code] = sum > 0 ? outputs[at + code]! / sum : 1 / classes
  }
  return outputs
}

export interface Calibrated {
  calibrators: Calibrator[]
  outputs: Float64Array
}

/**
 * Corrects each fold's held-out rows by what the other folds say, so that no row is judged by a correction it had a part in; and fits
 * the correction of the final model on all of them. Of one fold alone, fifths of its rows take the part of the folds.
 */
export function crossCalibrate(
  method: CalibrationMethod,
  {
    truth,
    outputs,
    folds,
    classes,
  }: { truth: Float64Array; outputs: Float64Array; folds: Int32Array; classes: number },
  seed: number,
): Calibrated {
  const isOneFold = folds.every(fold => fold === folds[0])
  const parts = isOneFold ? new Random(seed, 31).shuffle(range(truth.length).map(row => row % 5)) : folds
  const result = Float64Array.from(outputs)
  for (const part of new Set(parts)) {
    const inside = range(truth.length).filter(row => parts[row] === part)
    const others = range(truth.length).filter(row => parts[row] !== part)
    const calibrators = fitCalibrators(method, take(truth, others, 1), take(outputs, others, classes), classes)
    const own = calibrate(calibrators, take(outputs, inside, classes), classes)
    inside.forEach((row, place) => result.set(own.subarray(place * classes, (place + 1) * classes), row * classes))
  }
  return { calibrators: fitCalibrators(method, truth, outputs, classes), outputs: result }
}

function take(values: Float64Array, rows: Int32Array, width: number): Float64Array {
  const taken = new Float64Array(rows.length * width)
  rows.forEach((row, place) => taken.set(values.subarray(row * width, (row + 1) * width), place * width))
  return taken
}

/** How often what was said came true: of two classes by the second's probability, of more by that of the likeliest. */
export function reliabilityOf(truth: Float64Array, outputs: Float64Array, classes: number) {
  const bins = Array.from({ length: 10 }, () => ({ predicted: 0, observed: 0, n: 0 }))
  for (let row = 0; row < truth.length; row += 1) {
    const own = outputs.subarray(row * classes, (row + 1) * classes)
    const code = classes === 2 ? 1 : own.indexOf(own.reduce((most, each) => Math.max(most, each), 0))
    const bin = bins[Math.min(9, Math.floor(own[code]! * 10))]!
    bin.predicted += own[code]!
    bin.observed += truth[row] === code ? 1 : 0
    bin.n += 1
  }
  const filled: ReliabilityBin[] = bins
    .filter(bin => bin.n > 0)
    .map(({ predicted, observed, n }) => ({ predicted: predicted / n, observed: observed / n, n }))
  const ece = filled.reduce((sum, bin) => sum + (bin.n / truth.length) * Math.abs(bin.predicted - bin.observed), 0)
  return { brier: brierScore(truth, outputs, classes), ece, bins: filled }
}
