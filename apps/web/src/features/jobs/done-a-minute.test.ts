import { expect, it } from 'vitest'
import { doneAMinute, sparkline } from './done-a-minute.ts'

it('counts what ended in each of the last minutes, the oldest first', () => {
  const now = Date.parse('2026-01-31T12:00:00Z')
  const ends = ['2026-01-31T11:59:30Z', '2026-01-31T11:59:01Z', '2026-01-31T11:57:30Z', '2026-01-31T11:00:00Z', null]
  expect(doneAMinute(ends, now, 4)).toEqual([0, 1, 0, 2])
  expect(doneAMinute(['2026-01-31T12:00:05Z'], now, 4)).toEqual([0, 0, 0, 0])
})

it('draws the highest count at the top and nothing at the bottom', () => {
  expect(sparkline([0, 2, 1], 40, 20)).toBe('0,20 20,0 40,10')
  expect(sparkline([0, 0], 40, 20)).toBe('0,20 40,20')
})
