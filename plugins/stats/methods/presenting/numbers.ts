import type { JsonObject } from '@svc/plugin'
import { numbersAt } from './answers.ts'

/** Four significant digits, for sentences; tables keep the double. */
export function shortNumber(value: number | null): string {
  if (value === null) return 'not available'
  if (value === 0) return '0'
  const size = Math.abs(value)
  if (size >= 1e7 || size < 1e-4) return value.toExponential(3)
  if (size >= 1000) return String(Number(value.toFixed(1)))
  return String(Number(value.toPrecision(4)))
}

/** `p = 0.0123`, `p < 0.001`. */
export function pInWords(p: number | null): string {
  if (p === null) return 'p not available'
  if (p < 0.001) return 'p < 0.001'
  return `p = ${Number(p.toPrecision(3))}`
}

/** `95% confidence interval 1.2 to 3.4`; an end that R could not say is open. */
export function intervalInWords(interval: readonly (number | null)[], level: number): string {
  const [low = null, high = null] = interval
  if (low === null && high === null) return `${percent(level)} confidence interval not available`
  if (low === null) return `${percent(level)} confidence interval up to ${shortNumber(high)}`
  if (high === null) return `${percent(level)} confidence interval from ${shortNumber(low)} up`
  return `${percent(level)} confidence interval ${shortNumber(low)} to ${shortNumber(high)}`
}

/** `95%`, of 0.95. */
export function percent(share: number): string {
  return `${Number((share * 100).toPrecision(4))}%`
}

/** `12 rows`, `1 row`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** The interval at `key`, of two ends. */
export function intervalAt(object: JsonObject, key: string): [number | null, number | null] {
  const [low = null, high = null] = numbersAt(object, key)
  return [low, high]
}
