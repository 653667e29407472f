/** What a list of values is measured by. */
export interface Scale {
  mean: number
  /** Standard deviation. */
  deviation: number
}

/** `leastDeviation` keeps small differences of a few values small. */
export function scaleOf(values: readonly number[], leastDeviation: number): Scale {
  const mean = values.reduce((sum, value) => sum + value, 0) / (values.length || 1)
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length || 1)
  return { mean, deviation: Math.max(leastDeviation, Math.sqrt(variance)) }
}

/** In standard deviations from the mean; 0 for what has no value. */
export function standardized(values: readonly (number | null)[], leastDeviation: number): number[] {
  const known = values.filter(value => value !== null)
  const { mean, deviation } = scaleOf(known, leastDeviation)
  return values.map(value => (value === null ? 0 : (value - mean) / deviation))
}
