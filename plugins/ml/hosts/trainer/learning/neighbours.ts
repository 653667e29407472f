import type { Design } from './data/frame.ts'

/** The training rows themselves. */
export interface NeighbourModel {
  design: Design
  target: Float64Array
  options: NeighbourOptions
}

export interface NeighbourOptions {
  neighbours: number
  weights: 'uniform' | 'distance'
  metric: 'euclidean' | 'manhattan'
}

/** For each row a value, or the share of each class among its nearest training rows; of equal distances the earlier row counts. */
export function predictNeighbours(
  { design: known, target, options }: NeighbourModel,
  design: Design,
  outputs: number,
): Float64Array {
  const count = Math.min(options.neighbours, known.rows)
  const predictions = new Float64Array(design.rows * outputs)
  const distances = new Float64Array(known.rows)
  const near = { rows: new Int32Array(count), distances: new Float64Array(count) }
  for (let row = 0; row < design.rows; row += 1) {
    measure(known, design, row, options.metric, distances)
    nearest(distances, near)
    vote(near, target, options, predictions, row, outputs)
  }
  return predictions
}

function measure(
  known: Design,
  design: Design,
  row: number,
  metric: NeighbourOptions['metric'],
  into: Float64Array,
): void {
  into.fill(0)
  for (let term = 0; term < known.terms.length; term += 1) {
    const values = known.terms[term]!
    const own = design.terms[term]![row]!
    if (metric === 'euclidean')
      for (let other = 0; other < values.length; other += 1) {
        const apart = values[other]! - own
        into[other]! += apart * apart
      }
    else for (let other = 0; other < values.length; other += 1) into[other]! += Math.abs(values[other]! - own)
  }
  if (metric === 'euclidean') for (let other = 0; other < into.length; other += 1) into[other] = Math.sqrt(into[other]!)
}

interface Near {
  rows: Int32Array
  distances: Float64Array
}

function nearest(distances: Float64Array, near: Near): void {
  const count = near.rows.length
  let filled = 0
  for (let row = 0; row < distances.length; row += 1) {
    const distance = distances[row]!
    if (filled === count && distance >= near.distances[count - 1]!) continue
    let place = filled < count ? filled++ : count - 1
    while (place > 0 && near.distances[place - 1]! > distance) {
      near.distances[place] = near.distances[place - 1]!
      near.rows[place] = near.rows[place - 1]!
      place -= 1
    }
    near.distances[place] = distance
    near.rows[place] = row
  }
}

function vote(
  near: Near,
  target: Float64Array,
  options: NeighbourOptions,
  into: Float64Array,
  row: number,
  outputs: number,
): void {
  const byDistance = options.weights === 'distance'
  // A training row at the very same place has the only say.
  const isSame = byDistance && near.distances[0] === 0
  let total = 0
  for (let place = 0; place < near.rows.length; place += 1) {
    const distance = near.distances[place]!
    if (isSame && distance > 0) break
    const weight = byDistance && !isSame ? 1 / distance : 1
    const value = target[near.rows[place]!]!
    total += weight
    if (outputs === 1) into[row]! += weight * value
    else into[row * outputs + value]! += weight
  }
  for (let output = 0; output < outputs; output += 1) into[row * outputs + output]! /= total
}
