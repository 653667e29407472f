import { describe, expect, it } from 'vitest'
import { reckonDate } from './reckon-date.ts'
import type { DateReckoning } from './reckon-date.ts'

const now = Date.UTC(2026, 0, 31, 12)
const reckon = (input: Omit<DateReckoning, 'now'>) => reckonDate({ now, ...input })

describe('datetime', () => {
  it('gives the time in a zone', () => {
    expect(reckon({ operation: 'now', zone: 'America/New_York' })).toEqual({
      iso: '2026-01-31T07:00:00.000-05:00',
      utc: '2026-01-31T12:00:00.000Z',
      date: '2026-01-31',
      time: '07:00:00',
      zone: 'America/New_York',
      offset_minutes: -300,
      weekday: 'Saturday',
      week: 5,
      day_of_year: 31,
      epoch_ms: now,
    })
  })

  it.each([
    ['2026-03-29T12:00:00+02:00'],
    ['2026-03-29 10:00:00 Z'],
    ['Sun, 29 Mar 2026 10:00:00 GMT'],
    ['Sun, 29 Mar 2026 12:00:00 +0200'],
    ['2026-W13-7T10:00:00Z'],
  ])('parses %s', value => {
    expect(reckon({ operation: 'parse', value })).toMatchObject({ utc: '2026-03-29T10:00:00.000Z' })
  })

  it('takes a date without an offset to be in the zone', () => {
    expect(reckon({ operation: 'parse', value: '2026-07-01T12:00', zone: 'Europe/London' })).toMatchObject({
      utc: '2026-07-01T11:00:00.000Z',
    })
  })

  it('parses by a format', () => {
    expect(reckon({ operation: 'parse', value: '31/12/2025 23h', format: "dd/MM/yyyy HH'h'" })).toMatchObject({
      utc: '2025-12-31T23:00:00.000Z',
    })
  })

  it('writes by a format and a locale', () => {
    expect(
      reckon({ operation: 'format', value: '2026-01-31', format: 'cccc d LLLL yyyy', locale: 'nl' }),
    ).toMatchObject({ text: 'zaterdag 31 januari 2026' })
  })

  it('converts between zones', () => {
    expect(reckon({ operation: 'convert', value: '2026-01-31T12:00:00Z', to_zone: 'Asia/Tokyo' })).toMatchObject({
      iso: '2026-01-31T21:00:00.000+09:00',
    })
  })

  it('adds, over the ends of months and clock changes', () => {
    expect(reckon({ operation: 'add', value: '2026-01-31', duration: { months: 1 } })).toMatchObject({
      date: '2026-02-28',
    })
    expect(
      reckon({ operation: 'add', value: '2026-03-28T12:00', zone: 'Europe/Berlin', duration: { days: 1 } }),
    ).toMatchObject({ iso: '2026-03-29T12:00:00.000+02:00' })
    expect(reckon({ operation: 'add', duration: { hours: -13 } })).toMatchObject({ utc: '2026-01-30T23:00:00.000Z' })
  })

  it('gives a difference in the units that are asked for', () => {
    expect(
      reckon({ operation: 'diff', value: '2026-01-01', to: '2026-02-15T12:00Z', units: ['months', 'days', 'hours'] }),
    ).toMatchObject({
      duration: { months: 1, days: 14, hours: 12 },
      iso_duration: 'P1M14DT12H',
      milliseconds: 45.5 * 86_400_000,
    })
  })

  it.each<[Omit<DateReckoning, 'now'>, string]>([
    [{ operation: 'parse', value: 'soon' }, 'is not a date that can be read'],
    [{ operation: 'parse', value: '2026-02-30' }, 'is not a date that can be read'],
    [{ operation: 'now', zone: 'Mars/Olympus' }, 'There is no time zone "Mars/Olympus"'],
    [{ operation: 'convert', value: '2026-01-01', to_zone: '../etc/passwd' }, 'There is no time zone'],
    [{ operation: 'add', duration: { years: 1e12 } }, 'outside the dates'],
    [{ operation: 'parse', value: `${'1'.repeat(60)}x`, format: 'yyyy-MM-dd' }, 'is not a date that can be read'],
  ])('says what is wrong with %j', (input, words) => {
    expect(() => reckon(input)).toThrow(words)
  })
})
