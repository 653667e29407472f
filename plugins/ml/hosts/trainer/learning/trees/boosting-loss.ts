import type { Target } from '../data/frame.ts'
import type { Random } from '../data/random.ts'
import { range } from '../data/random.ts'

/** Rows that a loss is shown for, at most: it draws a curve. */
const mostShown = 10_000

/** The scores before the first tree: the average, or the logarithms of the classes' odds. */
export function startScores(target: Target, rows: Int32Array, weights: Float64Array | null): number[] {
  let total = 0
  const sums = new Float64Array(target.task === 'regression' ? 1 : target.classes.length)
  for (const row of rows) {
    const weight = weights ? weights[row]! : 1
    total += weight
    if (target.task === 'regression') sums[0]! += weight * target.values[row]!
    else sums[target.values[row]!]! += weight
  }
  if (target.task === 'regression') return [sums[0]! / total]
  const shares = [...sums].map(sum => Math.min(Math.max(sum / total, 1e-12), 1 - 1e-12))
  if (shares.length === 2) return [Math.log(shares[1]! / (1 - shares[1]!))]
  const logarithms = shares.map(share => Math.log(share))
  const mean = logarithms.reduce((sum, each) => sum + each, 0) / logarithms.length
  return logarithms.map(each => each - mean)
}

interface Place {
  target: Target
  scores: Float64Array
  /** Probabilities, rows times classes, for more than two. */
  shares: Float64Array | null
  head: number
  weights: Float64Array | null
}

export function slopesAt(
  { target, scores, shares, head, weights }: Place,
  { gradients, hessians }: { gradients: Float64Array; hessians: Float64Array },
): void {
  const { values, classes } = target
  const rows = values.length
  if (target.task === 'regression') {
    for (let row = 0; row < rows; row += 1) gradients[row] = scores[row]! - values[row]!
    hessians.fill(1)
  } else if (shares) {
    const count = classes.length
    for (let row = 0; row < rows; row += 1) {
      const share = shares[row * count + head]!
      gradients[row] = share - (values[row] === head ? 1 : 0)
      hessians[row] = share * (1 - share)
    }
  } else {
    for (let row = 0; row < rows; row += 1) {
      const share = 1 / (1 + Math.exp(-scores[row]!))
      gradients[row] = share - values[row]!
      hessians[row] = share * (1 - share)
    }
  }
  if (!weights) return
  for (let row = 0; row < rows; row += 1) {
    gradients[row]! *= weights[row]!
    hessians[row]! *= weights[row]!
  }
}

/** The mean loss over evenly spaced rows: half the squared error, or the negative logarithm of the class's probability. */
export function lossAt(target: Target, scores: Float64Array[], rows: Int32Array): number {
  const step = Math.max(1, Math.ceil(rows.length / mostShown))
  let sum = 0
  let count = 0
  for (let place = 0; place < rows.length; place += step) {
    sum += rowLoss(target, scores, rows[place]!)
    count += 1
  }
  return sum / count
}

function rowLoss({ task, values }: Target, scores: Float64Array[], row: number): number {
  const value = values[row]!
  const first = scores[0]![row]!
  if (task === 'regression') return 0.5 * (first - value) ** 2
  if (scores.length === 1) return Math.log1p(Math.exp(-Math.abs(first))) + Math.max(first, 0) - value * first
  let largest = -Infinity
  for (const each of scores) largest = Math.max(largest, each[row]!)
  let sum = 0
  for (const each of scores) sum += Math.exp(each[row]! - largest)
  return Math.log(sum) + largest - scores[value]![row]!
}

/** Training rows that say when to stop, the same share of each class. */
export function innerHoldout(
  { task, values }: Target,
  share: number,
  random: Random,
): { fit: Int32Array; judged: Int32Array } {
  const sequence = random.shuffle(range(values.length))
  const byClass = new Map<number, number[]>()
  for (const row of sequence) {
    const key = task === 'classification' ? values[row]! : 0
    const list = byClass.get(key)
    if (list) list.push(row)
    else byClass.set(key, [row])
  }
  const isJudged = new Uint8Array(values.length)
  for (const key of [...byClass.keys()].toSorted((one, other) => one - other)) {
    const list = byClass.get(key)!
    const count = Math.min(list.length - 1, Math.round(list.length * share))
    for (let place = 0; place < count; place += 1) isJudged[list[place]!] = 1
  }
  const all = range(values.length)
  return { fit: all.filter(row => isJudged[row] === 0), judged: all.filter(row => isJudged[row] === 1) }
}
