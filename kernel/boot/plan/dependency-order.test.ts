import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dependencyOrder } from './dependency-order.ts'

function orderOf(needs: Record<string, string[]>): { order: string[]; cycles: string[][] } {
  return dependencyOrder(Object.keys(needs), item => needs[item] ?? [])
}

test('what is needed comes first, and otherwise the given order stays', () => {
  expect(orderOf({ c: [], a: ['d'], b: [], d: ['b'] })).toEqual({ order: ['c', 'b', 'd', 'a'], cycles: [] })
})

test('a circle is named in the order of its needs, once', () => {
  expect(orderOf({ x: ['a'], a: ['b'], b: ['c'], c: ['a'] }).cycles).toEqual([['a', 'b', 'c']])
})

test('every item stands once in the order, behind all it needs', () => {
  // Needs point to smaller numbers alone, so there is no circle.
  const graphs = fc.array(fc.array(fc.nat(30), { maxLength: 4 }), { maxLength: 30 })
  fc.assert(
    fc.property(graphs, rows => {
      const needs = rows.map((row, index) => row.filter(other => other < index))
      const { order, cycles } = dependencyOrder(needs.keys().toArray().toReversed(), item => needs[item] ?? [])
      expect(cycles).toEqual([])
      expect(order.toSorted((a, b) => a - b)).toEqual([...needs.keys()])
      for (const [item, row] of needs.entries())
        for (const other of row) expect(order.indexOf(other)).toBeLessThan(order.indexOf(item))
    }),
  )
})
