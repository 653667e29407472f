import { expect, it } from 'vitest'
import { feedsOf } from './feeds.ts'
import type { GivenRow } from './feeds.ts'

const wide = [{ name: 'x', type: 'float32', width: 3, rank: 2 }]
const fed = (row: string) => [...(feedsOf(wide, [JSON.parse(row) as GivenRow])[0]!.data as Float32Array)]

it('a wide input takes the values of a row in the order in which they are written', () => {
  expect(fed('{"b": 1, "a": 2, "007": 3}')).toEqual([1, 2, 3])
})

it.each(['{"0": 1, "1": 2, "2": 3}', '{"2": 2, "1": 1, "3": 3}'])('names that are numbers are places: %s', row => {
  expect(fed(row)).toEqual([1, 2, 3])
})

it.each(['{"10": 1, "2": 2, "1": 3}', '{"a": 1, "2": 2, "b": 3}', '{"2024": 1, "2025": 2, "2026": 3}'])(
  'the order of numbers that are no places is not guessed: %s',
  row => {
    expect(() => fed(row)).toThrow(/it is not known where "\d+" belongs/)
  },
)
