import { expect, it } from 'vitest'
import { layeredLayout, nodeSize } from './layered-layout.ts'

const edge = (text: string) => {
  const [from = '', to = ''] = text.split('>')
  return { from, to }
}
const drawn = (ids: string, ...edges: string[]) => layeredLayout(ids.split(' '), edges.map(edge))

it('puts each node to the right of all that lead to it', () => {
  const { places, edges, width } = drawn(
    'source report claim quote',
    'report>claim',
    'claim>quote',
    'quote>source',
    'report>source',
  )
  const order = [...places].toSorted(([, [a]], [, [b]]) => a - b).map(([id]) => id)
  expect(order).toEqual(['report', 'claim', 'quote', 'source'])
  expect(edges).toHaveLength(4)
  expect(width).toBe(places.get('source')![0] + nodeSize.width)
})

it('lays no two nodes over each other, and no edge over a node', () => {
  const claims = Array.from({ length: 12 }, (_, index) => `c${index}`)
  const edges = claims.flatMap((claim, index) => [`r>${claim}`, `${claim}>q${index}`, `q${index}>s${index % 3}`])
  const ids = ['r', ...claims, ...claims.map((_, index) => `q${index}`), 's0', 's1', 's2']
  const { places, edges: lines, height } = drawn(ids.join(' '), ...edges, 'r>s0', 'r>s1')
  const boxes = [...places.values()]
  for (const [index, [x, y]] of boxes.entries()) {
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y + nodeSize.height).toBeLessThanOrEqual(height)
    for (const [otherX, otherY] of boxes.slice(index + 1))
      if (x === otherX) expect(Math.abs(y - otherY)).toBeGreaterThanOrEqual(nodeSize.height)
  }
  for (const { points } of lines)
    for (const [index, [x, y]] of points.slice(1).entries()) {
      const [fromX, fromY] = points[index]!
      const isOver = boxes.some(
        ([left, top]) =>
          Math.max(x, fromX) > left + 1 &&
          Math.min(x, fromX) < left + nodeSize.width - 1 &&
          Math.max(y, fromY) > top + 1 &&
          Math.min(y, fromY) < top + nodeSize.height - 1,
      )
      expect(isOver).toBe(false)
    }
})

it('goes through a ring once, and leaves out edges to nodes that are not there', () => {
  const { places, edges } = drawn('a b c', 'a>b', 'b>c', 'c>a', 'c>gone', 'a>a')
  expect([places.size, edges.length]).toEqual([3, 2])
})

it('draws a thousand records that lead to one', () => {
  const ids = Array.from({ length: 1000 }, (_, index) => `c${index}`)
  const { places, edges } = layeredLayout(
    [...ids, 's'],
    ids.map(from => ({ from, to: 's' })),
  )
  expect([places.size, edges.length]).toEqual([1001, 1000])
})
