import type { Design } from '../data/frame.ts'
import { minimize } from './minimize.ts'

/** One row of coefficients for two classes (of the second), else one for each class. */
export interface LogisticModel {
  coefficients: Float64Array[]
  intercepts: Float64Array
}

export interface LogisticOptions {
  /** The inverse of the penalty's weight, as scikit-learn's C. */
  c: number
  maxIterations: number
  weights: Float64Array | null
  onIteration?: (iteration: number, loss: number) => void
}

/** The gradient's largest part, a row: far below what changes a prediction. */
const tolerance = 1e-7

export function fitLogistic(design: Design, classes: Float64Array, count: number, options: LogisticOptions) {
  const heads = count === 2 ? 1 : count
  const width = design.terms.length + 1
  const outputs = Array.from({ length: heads }, () => new Float64Array(design.rows))
  const weight = options.weights ? options.weights.reduce((sum, each) => sum + each, 0) : design.rows
  // The mean over the rows, so that a tolerance means the same for few rows and many.
  const penalty = 1 / (options.c * weight)
  const loss = heads === 1 ? binomialLoss : multinomialLoss

  const { point, iterations, converged } = minimize(
    (point, gradient) => {
      for (let head = 0; head < heads; head += 1) margins(design, point, head * width, outputs[head]!)
      let value = loss(outputs, classes, options.weights) / weight
      gradient.fill(0)
      for (let head = 0; head < heads; head += 1) {
        const at = head * width
        gather(design, outputs[head]!, gradient, at, weight)
        for (let term = 0; term < width - 1; term += 1) {
          value += 0.5 * penalty * point[at + term]! ** 2
          gradient[at + term]! += penalty * point[at + term]!
        }
      }
      return value
    },
    new Float64Array(heads * width),
    { maxIterations: options.maxIterations, tolerance, onIteration: options.onIteration },
  )
  const model: LogisticModel = {
    coefficients: outputs.map((_, head) => point.slice(head * width, (head + 1) * width - 1)),
    intercepts: Float64Array.from(outputs, (_, head) => point[(head + 1) * width - 1]!),
  }
  return { model, iterations, converged }
}

function margins({ terms, rows }: Design, point: Float64Array, at: number, into: Float64Array): void {
  into.fill(point[at + terms.length]!)
  let term = 0
  for (; term + 3 < terms.length; term += 4) {
    const [a, b, c, d] = [terms[term]!, terms[term + 1]!, terms[term + 2]!, terms[term + 3]!]
    const [u, v, w, x] = [point[at + term]!, point[at + term + 1]!, point[at + term + 2]!, point[at + term + 3]!]
    for (let row = 0; row < rows; row += 1) into[row]! += a[row]! * u + b[row]! * v + (c[row]! * w + d[row]! * x)
  }
  for (; term < terms.length; term += 1) {
    const values = terms[term]!
    const coefficient = point[at + term]!
    for (let row = 0; row < rows; row += 1) into[row]! += values[row]! * coefficient
  }
}

/** Adds the slopes along each term; `slopes` holds the loss's slope along each row's margin. */
function gather(
  { terms, rows }: Design,
  slopes: Float64Array,
  gradient: Float64Array,
  at: number,
  weight: number,
): void {
  for (let term = 0; term < terms.length; term += 1) {
    const values = terms[term]!
    let a = 0
    let b = 0
    let row = 0
    for (; row + 1 < rows; row += 2) {
      a += values[row]! * slopes[row]!
      b += values[row + 1]! * slopes[row + 1]!
    }
    if (row < rows) a += values[row]! * slopes[row]!
    gradient[at + term] = (a + b) / weight
  }
  let sum = 0
  for (const slope of slopes) sum += slope
  gradient[at + terms.length] = sum / weight
}

/** Turns margins into slopes, and gives the loss. */
function binomialLoss([margin]: Float64Array[], classes: Float64Array, weights: Float64Array | null): number {
  const values = margin!
  let loss = 0
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row]!
    const small = Math.exp(-Math.abs(value))
    const probability = value >= 0 ? 1 / (1 + small) : small / (1 + small)
    const weight = weights ? weights[row]! : 1
    loss += weight * (Math.log1p(small) + (value > 0 ? value : 0) - classes[row]! * value)
    values[row] = weight * (probability - classes[row]!)
  }
  return loss
}

function multinomialLoss(margin: Float64Array[], classes: Float64Array, weights: Float64Array | null): number {
  let loss = 0
  for (let row = 0; row < classes.length; row += 1) {
    const weight = weights ? weights[row]! : 1
    const own = margin[classes[row]!]![row]!
    let largest = -Infinity
    for (const values of margin) largest = Math.max(largest, values[row]!)
    let sum = 0
    for (const values of margin) sum += values[row] = Math.exp(values[row]! - largest)
    loss += weight * (Math.log(sum) + largest - own)
    for (let head = 0; head < margin.length; head += 1)
      margin[head]![row] = weight * (margin[head]![row]! / sum - (head === classes[row] ? 1 : 0))
  }
  return loss
}

/** Rows times classes. */
export function logisticProbabilities({ coefficients, intercepts }: LogisticModel, design: Design): Float64Array {
  const heads = coefficients.length
  const count = heads === 1 ? 2 : heads
  const outputs = coefficients.map((row, head) => {
    const into = new Float64Array(design.rows)
    margins(design, Float64Array.from([...row, intercepts[head]!]), 0, into)
    return into
  })
  const probabilities = new Float64Array(design.rows * count)
  for (let row = 0; row < design.rows; row += 1) {
    if (heads === 1) {
      const positive = sigmoid(outputs[0]![row]!)
      probabilities[row * 2] = 1 - positive
      probabilities[row * 2 + 1] = positive
    } else softmaxRow(outputs, row, probabilities)
  }
  return probabilities
}

export function sigmoid(value: number): number {
  const small = Math.exp(-Math.abs(value))
  return value >= 0 ? 1 / (1 + small) : small / (1 + small)
}

/** The scores of one row as probabilities. */
export function softmaxRow(scores: readonly Float64Array[], row: number, into: Float64Array): void {
  const count = scores.length
  let largest = -Infinity
  for (const values of scores) largest = Math.max(largest, values[row]!)
  let sum = 0
  for (let each = 0; each < count; each += 1) sum += into[row * count + each] = Math.exp(scores[each]![row]! - largest)
  for (let each = 0; each < count; each += 1) into[row * count + each]! /= sum
}
