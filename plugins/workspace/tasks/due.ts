import { ValidationError } from '@svc/plugin'

/** When a task is due: a day, or a time. */
export interface Due {
  /** `2026-03-01`, or RFC 3339 in UTC. */
  text: string
  /** When it is overdue: a day's end in UTC, or the time itself. Milliseconds since the epoch. */
  at: number
}

const day = /^\d{4}-\d{2}-\d{2}$/
const time = /^(\d{4}-\d{2}-\d{2})[Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2})$/
const firstYear = Date.parse('0000-01-01T00:00:00.000Z')
const lastYear = Date.parse('9999-12-31T23:59:59.999Z')
const dayMs = 24 * 60 * 60 * 1000

type Place = { part: 'body' | 'query'; path: string }

/** @throws ValidationError with the place of the value */
export function dueOf(value: string, place: Place): Due {
  const begin = momentOf(value, place)
  if (day.test(value)) return { text: value, at: begin + dayMs - 1 }
  return { text: new Date(begin).toISOString(), at: begin }
}

/** The beginning of a day in UTC, or the time. @throws ValidationError */
export function momentOf(value: string, { part, path }: Place): number {
  const begin = instantOf(value)
  if (begin !== null) return begin
  const message = 'must be a day (2026-03-01) or a time with its offset from UTC (2026-03-01T17:00:00+01:00)'
  throw new ValidationError(`${part}${path} ${message}`, [{ path, message }])
}

function instantOf(value: string): number | null {
  const date = day.test(value) ? value : time.exec(value)?.[1]
  if (date === undefined) return null
  // `Date` takes 30 February for 2 March.
  const midnight = Date.parse(`${date}T00:00:00.000Z`)
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== date) return null
  const instant = Date.parse(value.replace(' ', 'T').toUpperCase())
  // An offset may lead out of the years that RFC 3339 can write.
  return instant >= firstYear && instant <= lastYear ? instant : null
}
