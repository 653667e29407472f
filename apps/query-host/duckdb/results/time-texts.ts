import {
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
} from '@duckdb/node-api'
import type { DuckDBDateValue, DuckDBTimestampValue } from '@duckdb/node-api'

export type TimestampValue =
  | DuckDBTimestampValue
  | DuckDBTimestampTZValue
  | DuckDBTimestampSecondsValue
  | DuckDBTimestampMillisecondsValue
  | DuckDBTimestampNanosecondsValue

const msPerDay = 86_400_000
/** What `Date` can hold. */
const maxDateMs = 8.64e15
const infiniteDays = 2 ** 31 - 1
const knownDays = new Map<number, string>()

/** `2020-01-31` */
export function dateText(value: DuckDBDateValue): string {
  if (value.days >= infiniteDays) return 'infinity'
  if (value.days <= -infiniteDays) return '-infinity'
  return dayText(value.days) ?? value.toString()
}

/** `2020-01-31T12:00:00.000`, with more digits where there are, and `Z` for a point in time. */
export function timestampText(value: TimestampValue): string {
  if (!value.isFinite) return value.toString()
  const [ms, nanoseconds] = splitTime(value)
  const days = Math.floor(ms / msPerDay)
  const day = dayText(days)
  if (day === null) return value.toString()
  const inDay = ms - days * msPerDay
  const hours = two(Math.floor(inDay / 3_600_000))
  const minutes = two(Math.floor(inDay / 60_000) % 60)
  const seconds = two(Math.floor(inDay / 1000) % 60)
  const zone = value instanceof DuckDBTimestampTZValue ? 'Z' : ''
  return `${day}T${hours}:${minutes}:${seconds}.${three(inDay % 1000)}${finer(nanoseconds)}${zone}`
}

/** `2020-01-31 12:00:00.5`, `…+00`: as the engine writes it into a CSV file. */
export function timestampCsv(value: TimestampValue): string {
  const text = timestampText(value)
  if (!text.includes('T')) return text
  const plain = text.replace('T', ' ').replace('Z', '')
  return `${plain.replace(/\.?0+$/, '')}${value instanceof DuckDBTimestampTZValue ? '+00' : ''}`
}

/** Since 1970; null for what `Date` cannot hold. */
export function millisecondsOf(value: TimestampValue): number | null {
  const [ms, nanoseconds] = value.isFinite ? splitTime(value) : [Infinity, 0]
  return Math.abs(ms) > maxDateMs ? null : ms + nanoseconds / 1_000_000
}

/** Null beyond what `Date` can hold. */
function dayText(days: number): string | null {
  const known = knownDays.get(days)
  if (known !== undefined) return known
  const ms = days * msPerDay
  if (Math.abs(ms) > maxDateMs) return null
  const iso = new Date(ms).toISOString()
  const text = iso.slice(0, iso.indexOf('T'))
  if (knownDays.size > 20_000) knownDays.clear()
  knownDays.set(days, text)
  return text
}

/** Milliseconds since 1970, and the nanoseconds that are more. */
function splitTime(value: TimestampValue): [ms: number, nanoseconds: number] {
  if (value instanceof DuckDBTimestampMillisecondsValue) return [Number(value.millis), 0]
  if (value instanceof DuckDBTimestampSecondsValue) return [Number(value.seconds) * 1000, 0]
  if (value instanceof DuckDBTimestampNanosecondsValue) return splitBy(value.nanos, 1_000_000n, 1)
  const micros = Number(value.micros)
  if (!Number.isSafeInteger(micros)) return splitBy(value.micros, 1000n, 1000)
  const ms = Math.floor(micros / 1000)
  return [ms, (micros - ms * 1000) * 1000]
}

function splitBy(time: bigint, perMs: bigint, nanosecondsEach: number): [ms: number, nanoseconds: number] {
  const rest = ((time % perMs) + perMs) % perMs
  return [Number((time - rest) / perMs), Number(rest) * nanosecondsEach]
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

function three(value: number): string {
  return value < 100 ? `0${two(value)}` : String(value)
}

function finer(nanoseconds: number): string {
  if (nanoseconds === 0) return ''
  const digits = String(nanoseconds).padStart(6, '0')
  return digits.endsWith('000') ? digits.slice(0, 3) : digits
}
