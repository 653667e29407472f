import type { Duration } from '../../definitions/workflow.ts'
import { fault } from '../fault.ts'

/** A longer timer would fire at once. */
export const longestTimerMs = 2 ** 31 - 1

const second = 1000
const minute = 60 * second
const hour = 60 * minute
export const dayMs = 24 * hour
/** A leap year's; no timer is longer. */
export const yearMs = 366 * dayMs
const inMs = { days: dayMs, hours: hour, minutes: minute, seconds: second, milliseconds: 1 } as const

// ISO 8601 without years and months, whose length nobody knows beforehand.
const iso =
  /^P(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/
const isoUnits = [7 * dayMs, dayMs, hour, minute, second]

/** A duration of the DSL in milliseconds. @throws Fault `validation` */
export function msOf(duration: Duration): number {
  if (typeof duration !== 'string') {
    const units = Object.entries(duration) as [keyof typeof inMs, number][]
    return units.reduce((sum, [unit, count]) => sum + count * inMs[unit], 0)
  }
  const parts = iso.exec(duration)
  if (parts && /\d/.test(duration))
    return isoUnits.reduce((sum, unit, index) => sum + Number(parts[index + 1] ?? 0) * unit, 0)
  throw fault(
    'validation',
    `"${duration.slice(0, 50)}" is no duration. Write it as ISO 8601, such as PT15M, or {minutes: 15}.`,
  )
}
