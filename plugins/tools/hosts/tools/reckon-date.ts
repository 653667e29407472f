import { DateTime, Duration, IANAZone } from 'luxon'
import type { DurationLikeObject, DurationUnit } from 'luxon'
import type { JsonValue } from '@svc/plugin'
import { toolFailure } from './tool-failure.ts'

const defaultUnits: DurationUnit[] = ['days', 'hours', 'minutes', 'seconds']

export interface DateReckoning {
  operation: 'now' | 'parse' | 'format' | 'convert' | 'add' | 'diff'
  /** Milliseconds since the epoch, given by the server: its clock is the one that counts. */
  now: number
  value?: string
  to?: string
  zone?: string
  to_zone?: string
  format?: string
  locale?: string
  duration?: DurationLikeObject
  units?: DurationUnit[]
}

function checkedZone(zone: string): string {
  if (/^(utc|gmt)([+-]\d{1,2}(:\d{2})?)?$/i.test(zone) || IANAZone.isValidZone(zone)) return zone
  throw toolFailure(`There is no time zone "${zone}". Use an IANA name such as Europe/London, or UTC+2.`)
}

function read(text: string, input: DateReckoning): DateTime {
  const options = {
    zone: checkedZone(input.zone ?? 'UTC'),
    setZone: input.zone === undefined,
    locale: input.locale ?? 'en',
  }
  if (input.operation === 'parse' && input.format !== undefined)
    return valid(DateTime.fromFormat(text, input.format, options), text)
  const readers = [DateTime.fromISO, DateTime.fromRFC2822, DateTime.fromHTTP, DateTime.fromSQL]
  const read = readers.map(reader => reader(text, options)).find(date => date.isValid)
  return read ?? valid(DateTime.fromISO(text, options), text)
}

function valid(date: DateTime, text: string): DateTime {
  if (date.isValid) return date
  throw toolFailure(
    `"${text}" is not a date that can be read (${date.invalidExplanation ?? date.invalidReason}). Write it as 2026-01-31T12:00:00Z, or give its format.`,
  )
}

function shown(date: DateTime): { [key: string]: JsonValue } {
  if (!date.isValid) throw toolFailure('The result is outside the dates that can be written.')
  return {
    iso: date.toISO(),
    utc: date.toUTC().toISO(),
    date: date.toISODate(),
    time: date.toFormat('HH:mm:ss'),
    zone: date.zoneName,
    offset_minutes: date.offset,
    weekday: date.setLocale('en').weekdayLong,
    week: date.weekNumber,
    day_of_year: date.ordinal,
    epoch_ms: date.toMillis(),
  }
}

function start(input: DateReckoning): DateTime {
  return input.value === undefined
    ? DateTime.fromMillis(input.now, { zone: checkedZone(input.zone ?? 'UTC') })
    : read(input.value, input)
}

function difference(from: DateTime, to: DateTime, units: DurationUnit[]): JsonValue {
  const duration = to.diff(from, units)
  return {
    from: shown(from),
    to: shown(to),
    duration: { ...duration.toObject() },
    iso_duration: duration.toISO(),
    milliseconds: to.toMillis() - from.toMillis(),
  }
}

/** Dates and times by luxon (moment.github.io/luxon), in IANA time zones. Without a value an operation starts from now. */
export function reckonDate(input: DateReckoning): JsonValue {
  const from = start(input)
  switch (input.operation) {
    case 'now':
    case 'parse':
      return shown(from)
    case 'format':
      return { ...shown(from), text: from.setLocale(input.locale ?? 'en').toFormat(input.format ?? 'DDDD') }
    case 'convert':
      return shown(from.setZone(checkedZone(input.to_zone ?? 'UTC')))
    case 'add':
      return shown(from.plus(Duration.fromObject(input.duration ?? {})))
    case 'diff':
      return difference(
        from,
        input.to === undefined ? DateTime.fromMillis(input.now, { zone: from.zone }) : read(input.to, input),
        input.units ?? defaultUnits,
      )
  }
}
