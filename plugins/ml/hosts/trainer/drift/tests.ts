/** How far two samples lie apart, and how likely that is by chance. */
export interface Distance {
  psi: number
  statistic: number
  test: 'ks' | 'chi_square'
  p_value: number
}

const bins = 10
/** A share that did not occur counts as a small one, or the index would be infinite. */
const leastShare = 1e-4

/** The population stability index over tenths of the baseline, and the test of Kolmogorov and Smirnov. */
export function numberDrift(baseline: ArrayLike<number>, now: ArrayLike<number>): Distance {
  const before = known(baseline)
  const after = known(now)
  const edges: number[] = []
  for (let bin = 1; bin < bins && before.length > 0; bin += 1) {
    const edge = before[Math.min(before.length - 1, Math.floor((bin * before.length) / bins))]!
    if (edges.at(-1) !== edge) edges.push(edge)
  }
  const counts = (values: Float64Array, missing: number): number[] => {
    const counted = new Array<number>(edges.length + 2).fill(0)
    let bin = 0
    for (const value of values) {
      while (bin < edges.length && value >= edges[bin]!) bin += 1
      counted[bin]! += 1
    }
    counted[edges.length + 1] = missing
    return counted
  }
  const psi = stability(counts(before, baseline.length - before.length), counts(after, now.length - after.length))
  const statistic = before.length > 0 && after.length > 0 ? largestGap(before, after) : 0
  return { psi, statistic, test: 'ks', p_value: ksProbability(statistic, before.length, after.length) }
}

function known(values: ArrayLike<number>): Float64Array {
  return Float64Array.from(values)
    .filter(value => !Number.isNaN(value))
    .sort()
}

function stability(before: readonly number[], after: readonly number[]): number {
  const totals = [before, after].map(counts => counts.reduce((sum, count) => sum + count, 0))
  if (totals.includes(0)) return 0
  return before.reduce((sum, count, bin) => {
    if (count === 0 && after[bin] === 0) return sum
    const expected = Math.max(leastShare, count / totals[0]!)
    const actual = Math.max(leastShare, after[bin]! / totals[1]!)
    return sum + (actual - expected) * Math.log(actual / expected)
  }, 0)
}

function largestGap(one: Float64Array, other: Float64Array): number {
  let [a, b, gap] = [0, 0, 0]
  while (a < one.length && b < other.length) {
    const value = Math.min(one[a]!, other[b]!)
    while (a < one.length && one[a] === value) a += 1
    while (b < other.length && other[b] === value) b += 1
    gap = Math.max(gap, Math.abs(a / one.length - b / other.length))
  }
  return gap
}

/** Stephens' form of the distribution for samples of some size. */
function ksProbability(statistic: number, one: number, other: number): number {
  if (one === 0 || other === 0) return 1
  const size = Math.sqrt((one * other) / (one + other))
  const lambda = (size + 0.12 + 0.11 / size) * statistic
  if (lambda < 0.2) return 1
  let sum = 0
  for (let term = 1; term <= 100; term += 1) {
    const part = 2 * (term % 2 === 1 ? 1 : -1) * Math.exp(-2 * lambda * lambda * term * term)
    sum += part
    if (Math.abs(part) < 1e-12) break
  }
  return Math.min(1, Math.max(0, sum))
}

/** Counts by category; a missing value is one. */
export function categoryDrift(
  before: ReadonlyMap<string | null, number>,
  after: ReadonlyMap<string | null, number>,
): Distance {
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const one = names.map(name => before.get(name) ?? 0)
  const other = names.map(name => after.get(name) ?? 0)
  const { statistic, freedom } = chiSquare(one, other)
  return {
    psi: stability(one, other),
    statistic,
    test: 'chi_square',
    p_value: freedom === 0 ? 1 : upperGamma(freedom / 2, statistic / 2),
  }
}

function chiSquare(one: readonly number[], other: readonly number[]): { statistic: number; freedom: number } {
  const [left, right] = [one, other].map(counts => counts.reduce((sum, count) => sum + count, 0))
  const total = left! + right!
  if (left === 0 || right === 0) return { statistic: 0, freedom: 0 }
  let statistic = 0
  one.forEach((count, place) => {
    const both = count + other[place]!
    const [expectedLeft, expectedRight] = [(both * left!) / total, (both * right!) / total]
    statistic += (count - expectedLeft) ** 2 / expectedLeft + (other[place]! - expectedRight) ** 2 / expectedRight
  })
  return { statistic, freedom: one.length - 1 }
}

/** The regularised upper incomplete gamma function: by its series below the mean, by a continued fraction above. */
export function upperGamma(shape: number, value: number): number {
  if (value <= 0) return 1
  const scale = Math.exp(shape * Math.log(value) - value - logGamma(shape))
  if (value < shape + 1) {
    let term = 1 / shape
    let sum = term
    for (let step = 1; step < 10_000 && term > sum * 1e-15; step += 1) sum += term *= value / (shape + step)
    return Math.max(0, 1 - scale * sum)
  }
  let b = value + 1 - shape
  let c = 1e300
  let d = 1 / b
  let fraction = d
  for (let step = 1; step < 10_000; step += 1) {
    const a = -step * (step - shape)
    b += 2
    d = 1 / (a * d + b || 1e-300)
    c = b + a / c || 1e-300
    fraction *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return scale * fraction
}

/** Lanczos' approximation. */
function logGamma(value: number): number {
  const parts = [
    76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2,
    -0.5395239384953e-5,
  ]
  const shifted = value + 5.5
  const sum = parts.reduce((total, part, place) => total + part / (value + place + 1), 1.000000000190015)
  return (value + 0.5) * Math.log(shifted) - shifted + Math.log((2.5066282746310005 * sum) / value)
}
