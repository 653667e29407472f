/** Writes the gradient at `point` and gives the value there. */
export type Objective = (point: Float64Array, gradient: Float64Array) => number

export interface Minimum {
  point: Float64Array
  iterations: number
  converged: boolean
}

export interface MinimizeOptions {
  maxIterations: number
  /** The largest part of the gradient where the search ends. */
  tolerance: number
  onIteration?: (iteration: number, value: number) => void
}

const remembered = 10
const mostHalvings = 30
const sufficient = 1e-4
const curvature = 0.9

/** L-BFGS with a line search for the weak conditions of Wolfe. */
export function minimize(objective: Objective, start: Float64Array, options: MinimizeOptions): Minimum {
  let point = Float64Array.from(start)
  let gradient = new Float64Array(point.length)
  let value = objective(point, gradient)
  const steps: Float64Array[] = []
  const changes: Float64Array[] = []
  for (let iteration = 1; iteration <= options.maxIterations; iteration += 1) {
    if (largestOf(gradient) <= options.tolerance) return { point, iterations: iteration - 1, converged: true }
    let direction = descent(gradient, steps, changes)
    if (dot(direction, gradient) >= 0) {
      steps.length = 0
      changes.length = 0
      direction = gradient.map(each => -each)
    }
    const first = steps.length === 0 ? Math.min(1, 1 / Math.sqrt(dot(gradient, gradient))) : 1
    const found = search(objective, { point, value, gradient, direction, first })
    // Where rounding hides any further descent, this is the minimum.
    if (!found) return { point, iterations: iteration, converged: true }
    const step = found.point.map((each, index) => each - point[index]!)
    const change = found.gradient.map((each, index) => each - gradient[index]!)
    if (dot(step, change) > 1e-12 * Math.sqrt(dot(step, step) * dot(change, change))) {
      steps.push(step)
      changes.push(change)
      if (steps.length > remembered) {
        steps.shift()
        changes.shift()
      }
    }
    ;({ point, gradient, value } = found)
    options.onIteration?.(iteration, value)
  }
  return { point, iterations: options.maxIterations, converged: largestOf(gradient) <= options.tolerance }
}

function descent(gradient: Float64Array, steps: Float64Array[], changes: Float64Array[]): Float64Array {
  const direction = gradient.map(each => -each)
  const shares = new Float64Array(steps.length)
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    shares[index] = dot(steps[index]!, direction) / dot(steps[index]!, changes[index]!)
    add(direction, changes[index]!, -shares[index]!)
  }
  const last = steps.length - 1
  if (last >= 0) {
    const scale = dot(steps[last]!, changes[last]!) / dot(changes[last]!, changes[last]!)
    for (let index = 0; index < direction.length; index += 1) direction[index]! *= scale
  }
  for (let index = 0; index < steps.length; index += 1) {
    const share = dot(changes[index]!, direction) / dot(steps[index]!, changes[index]!)
    add(direction, steps[index]!, shares[index]! - share)
  }
  return direction
}

interface From {
  point: Float64Array
  value: number
  gradient: Float64Array
  direction: Float64Array
  first: number
}

/** Halves and doubles between a step that is too long and one that is too short. */
function search(objective: Objective, { point, value, gradient, direction, first }: From) {
  const slope = dot(direction, gradient)
  let short = 0
  let long = Infinity
  let size = first
  for (let attempt = 0; attempt < mostHalvings; attempt += 1) {
    const next = point.map((each, index) => each + size * direction[index]!)
    const nextGradient = new Float64Array(point.length)
    const nextValue = objective(next, nextGradient)
    if (!(nextValue <= value + sufficient * size * slope)) long = size
    else if (dot(direction, nextGradient) < curvature * slope) short = size
    else return { point: next, gradient: nextGradient, value: nextValue }
    size = long === Infinity ? size * 2 : (short + long) / 2
  }
  return null
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let index = 0; index < one.length; index += 1) sum += one[index]! * other[index]!
  return sum
}

function add(into: Float64Array, other: Float64Array, share: number): void {
  for (let index = 0; index < into.length; index += 1) into[index]! += share * other[index]!
}

function largestOf(values: Float64Array): number {
  let largest = 0
  for (const value of values) largest = Math.max(largest, Math.abs(value))
  return largest
}
