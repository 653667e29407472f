import { expect, test } from 'vitest'
import { differences } from './partial-match.ts'

test('objects may have more than is expected, lists may not', () => {
  expect(differences({ a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 })).toEqual([])
  expect(differences([1], [1, 2])).toEqual(['output should have 1 items, but has 2: [1,2]'])
})

test('each difference is shown with its place', () => {
  expect(differences({ a: [{ b: 1 }, null], c: 'x' }, { a: [{ b: 2 }, 0] })).toEqual([
    'output.a[0].b should be 1, but is 2',
    'output.a[1] should be null, but is 0',
    'output.c should be "x", but is missing',
  ])
  expect(differences({ a: {} }, { a: [] })).toEqual(['output.a should be an object, but is []'])
})
