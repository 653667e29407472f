import type { Design } from '../data/frame.ts'

export interface LinearModel {
  coefficients: Float64Array
  intercept: number
}

export interface LeastSquaresOptions {
  /** Weight of the penalty; 0: none. */
  alpha: number
  /** 0: squares of the coefficients, as Ridge; above: a mix with their sizes, as ElasticNet. */
  l1Ratio: number
  weights: Float64Array | null
}

/** Relative size below which a term is a sum of those before it. */
const dependent = 1e-9
const mostSweeps = 1000
const sweepTolerance = 1e-7

/** Products of the centred terms with each other and with the centred target: all that the solvers need of the rows. */
interface Moments {
  gram: Float64Array
  products: Float64Array
  means: Float64Array
  targetMean: number
  weight: number
}

export interface LinearFit {
  model: LinearModel
  iterations: number
  converged: boolean
}

export function fitLeastSquares(design: Design, target: Float64Array, options: LeastSquaresOptions): LinearFit {
  const moments = momentsOf(design, target, options.weights)
  const isElastic = options.alpha > 0 && options.l1Ratio > 0
  const { coefficients, iterations, converged } = isElastic
    ? descend(moments, options)
    : { coefficients: solve(moments, options.alpha), iterations: 1, converged: true }
  let intercept = moments.targetMean
  for (let term = 0; term < coefficients.length; term += 1) intercept -= coefficients[term]! * moments.means[term]!
  return { model: { coefficients, intercept }, iterations, converged }
}

function momentsOf({ rows, terms }: Design, target: Float64Array, weights: Float64Array | null): Moments {
  const count = terms.length
  const weight = weights ? sumOf(weights) : rows
  const targetMean = weightedMean(target, weights, weight)
  const means = Float64Array.from(terms, term => weightedMean(term, weights, weight))
  // Blocks that stay in the processor's cache, centred before they are multiplied: sums of large squares would lose the small differences.
  const block = 512
  const gram = new Float64Array(count * count)
  const products = new Float64Array(count)
  const centred = terms.map(() => new Float64Array(block))
  const weighted = new Float64Array(block)
  const residual = new Float64Array(block)
  for (let from = 0; from < rows; from += block) {
    const size = Math.min(block, rows - from)
    for (let row = 0; row < size; row += 1) residual[row] = target[from + row]! - targetMean
    for (let term = 0; term < count; term += 1) {
      const values = terms[term]!
      const into = centred[term]!
      const mean = means[term]!
      for (let row = 0; row < size; row += 1) into[row] = values[from + row]! - mean
    }
    for (let one = 0; one < count; one += 1) {
      const left = centred[one]!
      for (let row = 0; row < size; row += 1) weighted[row] = weights ? left[row]! * weights[from + row]! : left[row]!
      products[one]! += dot(weighted, residual, size)
      for (let other = 0; other <= one; other += 1) gram[one * count + other]! += dot(weighted, centred[other]!, size)
    }
  }
  return { gram, products, means, targetMean, weight }
}

/** Four sums at once: one alone would wait for each addition. */
function dot(one: Float64Array, other: Float64Array, size: number): number {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let row = 0
  for (; row + 3 < size; row += 4) {
    a += one[row]! * other[row]!
    b += one[row + 1]! * other[row + 1]!
    c += one[row + 2]! * other[row + 2]!
    d += one[row + 3]! * other[row + 3]!
  }
  for (; row < size; row += 1) a += one[row]! * other[row]!
  return a + b + (c + d)
}

function sumOf(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}

function weightedMean(values: Float32Array | Float64Array, weights: Float64Array | null, weight: number): number {
  let sum = 0
  for (let row = 0; row < values.length; row += 1) sum += weights ? values[row]! * weights[row]! : values[row]!
  return sum / weight
}

/** Cholesky over terms of unit length. A term that is a sum of those before it gets 0, which changes no prediction of such rows. */
function solve({ gram, products }: Moments, alpha: number): Float64Array {
  const count = products.length
  const length = Float64Array.from(products, (_, term) => Math.sqrt(gram[term * count + term]! + alpha))
  const factor = new Float64Array(count * count)
  const isKept = new Uint8Array(count)
  for (let one = 0; one < count; one += 1) {
    if (length[one] === 0) continue
    for (let other = 0; other <= one; other += 1) {
      if (other < one && !isKept[other]) continue
      let value = gram[one * count + other]! / (length[one]! * length[other]!)
      if (one === other) value = 1
      for (let inner = 0; inner < other; inner += 1)
        value -= factor[one * count + inner]! * factor[other * count + inner]!
      if (other < one) factor[one * count + other] = value / factor[other * count + other]!
      else if (value > dependent) {
        isKept[one] = 1
        factor[one * count + one] = Math.sqrt(value)
      }
    }
  }
  const solution = new Float64Array(count)
  for (let one = 0; one < count; one += 1) {
    if (!isKept[one]) continue
    let value = products[one]! / length[one]!
    for (let inner = 0; inner < one; inner += 1) value -= factor[one * count + inner]! * solution[inner]!
    solution[one] = value / factor[one * count + one]!
  }
  for (let one = count - 1; one >= 0; one -= 1) {
    if (!isKept[one]) continue
    let value = solution[one]!
    for (let inner = one + 1; inner < count; inner += 1)
      if (isKept[inner]) value -= factor[inner * count + one]! * solution[inner]!
    solution[one] = value / factor[one * count + one]!
  }
  return solution.map((value, term) => (isKept[term] ? value / length[term]! : 0))
}

/** Coordinate descent. */
function descend({ gram, products, weight }: Moments, { alpha, l1Ratio }: LeastSquaresOptions) {
  const count = products.length
  const between = (one: number, other: number): number =>
    gram[one >= other ? one * count + other : other * count + one]!
  const l1 = alpha * l1Ratio * weight
  const l2 = alpha * (1 - l1Ratio) * weight
  const coefficients = new Float64Array(count)
  const left = Float64Array.from(products)
  for (let sweep = 1; sweep <= mostSweeps; sweep += 1) {
    let largest = 0
    let change = 0
    for (let term = 0; term < count; term += 1) {
      const own = between(term, term)
      if (own === 0) continue
      const before = coefficients[term]!
      const pull = left[term]! + own * before
      const after = (Math.sign(pull) * Math.max(0, Math.abs(pull) - l1)) / (own + l2)
      largest = Math.max(largest, Math.abs(after))
      if (after === before) continue
      coefficients[term] = after
      change = Math.max(change, Math.abs(after - before))
      for (let other = 0; other < count; other += 1) left[other]! -= between(term, other) * (after - before)
    }
    if (change <= sweepTolerance * largest) return { coefficients, iterations: sweep, converged: true }
  }
  return { coefficients, iterations: mostSweeps, converged: false }
}
