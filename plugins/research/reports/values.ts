import type { JsonObject, JsonValue } from '@svc/plugin'
import type { EvidenceRow } from '../claims/claim-store.ts'

const format = /^\.(\d{1,2})([fe%])$/

/** The figure that evidence holds; null where it holds none. */
export function valueOf(row: Pick<EvidenceRow, 'body_json'>): JsonValue {
  return (JSON.parse(row.body_json) as JsonObject)['value'] ?? null
}

/** Why a value cannot be printed so; null when it can. */
export function formatFault(value: JsonValue, wanted: string | null): string | null {
  if (value === null || typeof value === 'object') return 'the evidence holds no figure.'
  if (wanted === null) return null
  if (!format.test(wanted)) return `"${wanted}" is no format: write .3f, .2e or .1%.`
  return typeof value === 'number' ? null : `"${String(value).slice(0, 40)}" is no number.`
}

/** A value as it is printed: `.3f` three decimals, `.2e` with an exponent, `.1%` in hundredths. */
export function printed(value: JsonValue, wanted: string | null): string {
  const [, digits = '0', kind] = format.exec(wanted ?? '') ?? []
  if (typeof value !== 'number' || kind === undefined) return String(value)
  if (kind === 'f') return value.toFixed(Number(digits))
  return kind === 'e' ? value.toExponential(Number(digits)) : `${(value * 100).toFixed(Number(digits))} %`
}
