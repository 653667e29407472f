import { describe, expect, it } from 'vitest'
import config from '../config.schema.json' with { type: 'json' }
import { parseRetryAfter, RetrySchedule } from './retry-schedule.ts'

const now = Date.parse('2026-01-31T12:00:00.000Z')
const seconds = config.properties.retry_seconds.default

describe('the schedule', () => {
  it('has nine tries: at once, then after 5 s, 30 s, 5 min, 30 min, 2 h, 5 h, 10 h and 24 h', () => {
    const schedule = new RetrySchedule(seconds, () => 0.5)
    const waits = seconds.map((_, tries) => (schedule.next(tries + 1, 0, null) ?? NaN) / 1000)
    expect(waits).toEqual([5, 30, 300, 1800, 7200, 18000, 36000, 86400, NaN])
  })

  it('spreads each wait by a tenth either way', () => {
    const spread = [0, 1].map(random => new RetrySchedule(seconds, () => random).next(2, now, null))
    expect(spread).toEqual([now + 27_000, now + 33_000])
  })

  it('waits at least as long as the receiver asks', () => {
    const schedule = new RetrySchedule(seconds, () => 0.5)
    expect([60_000, 1000].map(asked => schedule.next(1, now, asked))).toEqual([now + 60_000, now + 5000])
    expect(schedule.next(9, now, 60_000)).toBeNull()
  })
})

it.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Sat, 31 Jan 2026 12:05:00 GMT', 300_000],
  ['Sat, 31 Jan 2026 11:00:00 GMT', 0],
  ['99999999999', 86_400_000],
  ['Sun, 31 Jan 2027 12:00:00 GMT', 86_400_000],
  ['soon', null],
  ['3.5', null],
  ['-3', null],
  ['', null],
  [undefined, null],
])('reads Retry-After %j as %j ms', (header, wait) => {
  expect(parseRetryAfter(header, now)).toBe(wait)
})
