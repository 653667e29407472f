export interface NumberSummary {
  min: number
  max: number
  mean: number
  sd: number | null
  q1: number
  median: number
  q3: number
}

export function summarise(values: number[]): NumberSummary {
  const sorted = Float64Array.from(values).sort()
  const { mean, sumOfSquares } = moments(values)
  return {
    min: quantile(sorted, 0),
    max: quantile(sorted, 1),
    mean,
    sd: values.length > 1 ? Math.sqrt(sumOfSquares / (values.length - 1)) : null,
    q1: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    q3: quantile(sorted, 0.75),
  }
}

/** Linear between the two nearest values: R's type 7, the default of R, NumPy and Excel. */
export function quantile(sorted: ArrayLike<number>, fraction: number): number {
  const position = (sorted.length - 1) * fraction
  const below = Math.floor(position)
  const low = sorted[below] ?? Number.NaN
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? low
  return low + (high - low) * (position - below)
}

/** Welford's method: exact also where the values are large and near each other. */
function moments(values: number[]): { mean: number; sumOfSquares: number } {
  let mean = 0
  let sumOfSquares = 0
  for (const [index, value] of values.entries()) {
    const difference = value - mean
    mean += difference / (index + 1)
    sumOfSquares += difference * (value - mean)
  }
  return { mean, sumOfSquares }
}

/** Pearson's r over the rows in which both are numbers; null when one does not vary. */
export function correlation(xs: (number | null)[], ys: (number | null)[]): { r: number; n: number } | null {
  let n = 0
  let meanX = 0
  let meanY = 0
  let sumX = 0
  let sumY = 0
  let sumXY = 0
  for (const [index, x] of xs.entries()) {
    const y = ys[index]
    if (x === null || y === null || y === undefined) continue
    n += 1
    const dx = x - meanX
    const dy = y - meanY
    meanX += dx / n
    meanY += dy / n
    sumX += dx * (x - meanX)
    sumY += dy * (y - meanY)
    sumXY += dx * (y - meanY)
  }
  const product = Math.sqrt(sumX * sumY)
  if (n < 3 || product === 0 || !Number.isFinite(product)) return null
  return { r: Math.max(-1, Math.min(1, sumXY / product)), n }
}
