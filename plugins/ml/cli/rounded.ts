import type { MetricValue } from '@svc/plugin/contracts/ml/learning'

/** A figure as a terminal shows it: four digits, or all that stand before the point. */
export function rounded(value: MetricValue | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'string' || Number.isInteger(value)) return String(value)
  return Math.abs(value) >= 1000 && Math.abs(value) < 1e12 ? value.toFixed(0) : value.toPrecision(4)
}
