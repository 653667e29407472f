import { expect, it } from 'vitest'
import { idBehind } from './keys.ts'

it.each([
  ['a later one is taken as it is', 'ptask_01b', 'ptask_01c', 'ptask_01c'],
  ['one of before follows the last by one', 'ptask_01b', 'ptask_01a', 'ptask_01c'],
  ['the same follows by one, too', 'ptask_01b', 'ptask_01b', 'ptask_01c'],
  ['a full digit carries', 'ptask_01zz', 'ptask_00aa', 'ptask_0200'],
  ['the first of a run is taken as it is', '', 'ptask_01a', 'ptask_01a'],
])('of ids of tasks %s', (_what, last, fresh, expected) => {
  expect(idBehind(last, fresh)).toBe(expected)
})
