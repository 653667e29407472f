import type { ScalarFunction, SqlValue } from './define-functions.ts'

const dayMs = 86_400_000
const pattern = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?)?/

/** Dates are text in SQLite: `2020-01-31`, `2020-01-31 12:00:00`. */
function dateOf(value: SqlValue | undefined): Date {
  const parts = pattern.exec(String(value))
  if (!parts) throw new TypeError(`${JSON.stringify(String(value).slice(0, 40))} is no date`)
  const [, year, month, day, hour, minute, second, fraction] = parts
  const ms = Number((fraction ?? '').padEnd(3, '0').slice(0, 3))
  return new Date(
    Date.UTC(
      Number(year),
      Number(month) - 1,
      Number(day),
      Number(hour ?? 0),
      Number(minute ?? 0),
      Number(second ?? 0),
      ms,
    ),
  )
}

const dayNumber = (date: Date): number => Math.floor(date.getTime() / dayMs)
const isoWeekday = (date: Date): number => date.getUTCDay() || 7
const monthNumber = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth()
const quarterOf = (date: Date): number => Math.floor(date.getUTCMonth() / 3) + 1
const dayOfYear = (date: Date): number =>
  dayNumber(date) - dayNumber(new Date(Date.UTC(date.getUTCFullYear(), 0, 1))) + 1

// The week belongs to the year that its Thursday is in.
function isoWeek(date: Date): number {
  const thursday = new Date(date.getTime() + (4 - isoWeekday(date)) * dayMs)
  return Math.ceil(dayOfYear(thursday) / 7)
}

const parts: Record<string, (date: Date) => number> = {
  year: date => date.getUTCFullYear(),
  quarter: quarterOf,
  month: date => date.getUTCMonth() + 1,
  week: isoWeek,
  day: date => date.getUTCDate(),
  dow: date => date.getUTCDay(),
  dayofweek: date => date.getUTCDay(),
  isodow: isoWeekday,
  doy: dayOfYear,
  dayofyear: dayOfYear,
  hour: date => date.getUTCHours(),
  minute: date => date.getUTCMinutes(),
  second: date => date.getUTCSeconds(),
}

const part = (name: SqlValue | undefined): string => String(name).toLowerCase().replace(/s$/, '')
const text = (date: Date, withTime: boolean): string =>
  withTime ? date.toISOString().slice(0, 19).replace('T', ' ') : date.toISOString().slice(0, 10)

function partOf(name: SqlValue | undefined, value: SqlValue | undefined): bigint {
  const read = parts[part(name)]
  if (!read) throw new TypeError(`${String(name)} is no part of a date: ${Object.keys(parts).join(', ')}`)
  return BigInt(read(dateOf(value)))
}

const truncations: Record<string, (date: Date) => number> = {
  year: date => Date.UTC(date.getUTCFullYear(), 0, 1),
  quarter: date => Date.UTC(date.getUTCFullYear(), (quarterOf(date) - 1) * 3, 1),
  month: date => Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1),
  week: date => (dayNumber(date) - isoWeekday(date) + 1) * dayMs,
  day: date => dayNumber(date) * dayMs,
  hour: date => floorTo(date, 3_600_000),
  minute: date => floorTo(date, 60_000),
  second: date => floorTo(date, 1000),
}

const floorTo = (date: Date, ms: number): number => Math.floor(date.getTime() / ms) * ms

function truncated(name: SqlValue | undefined, value: SqlValue | undefined): string {
  const truncate = truncations[part(name)]
  if (!truncate)
    throw new TypeError(`${String(name)} is no part to cut a date to: ${Object.keys(truncations).join(', ')}`)
  return text(new Date(truncate(dateOf(value))), String(value).length > 10)
}

const units: Record<string, (date: Date) => number> = {
  year: date => date.getUTCFullYear(),
  quarter: date => Math.floor(monthNumber(date) / 3),
  month: monthNumber,
  week: date => Math.floor((dayNumber(date) + 3) / 7),
  day: dayNumber,
  hour: date => floorTo(date, 3_600_000) / 3_600_000,
  minute: date => floorTo(date, 60_000) / 60_000,
  second: date => floorTo(date, 1000) / 1000,
}

// How many borders of the unit lie between the two.
function difference(name: SqlValue | undefined, from: SqlValue | undefined, to: SqlValue | undefined): bigint {
  const unit = units[part(name)]
  if (!unit) throw new TypeError(`${String(name)} is no unit of time: ${Object.keys(units).join(', ')}`)
  return BigInt(unit(dateOf(to)) - unit(dateOf(from)))
}

const named = (name: string): [string, ScalarFunction] => [name, { args: 1, of: value => partOf(name, value) }]

export const dateFunctions: Record<string, ScalarFunction> = {
  ...Object.fromEntries(
    ['year', 'quarter', 'month', 'week', 'day', 'dayofweek', 'isodow', 'dayofyear', 'hour', 'minute', 'second'].map(
      named,
    ),
  ),
  date_part: { args: 2, of: partOf },
  date_trunc: { args: 2, of: truncated },
  date_diff: { args: 3, of: difference },
  datediff: { args: 3, of: difference },
  last_day: {
    args: 1,
    of: value => text(new Date(Date.UTC(dateOf(value).getUTCFullYear(), dateOf(value).getUTCMonth() + 1, 0)), false),
  },
}
