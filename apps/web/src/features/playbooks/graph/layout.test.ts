import { expect, it } from 'vitest'
import type { GraphEdge } from '../types.ts'
import type { Drawing } from './drawing.ts'
import { layoutOf } from './layout.ts'
import { treeOf } from './task-tree.ts'

/** `kind name`, each with what stands in it. */
type Nested = readonly [name: string, kind: string, inner?: readonly Nested[], place?: string]

function nodesOf(tasks: readonly Nested[], list = '/do', parent: string | null = null): Parameters<typeof treeOf>[0] {
  return tasks.flatMap(([name, kind, inner = [], place = 'do'], index) => {
    const reference = `${list}/${index}/${name}`
    return [{ reference, name, kind, parent, summary: null }, ...nodesOf(inner, `${reference}/${place}`, reference)]
  })
}

/** `a>b`: both stand at the top, or the second is exit or end; `a>b:case`. */
function edgesOf(names: readonly string[], ...edges: string[]): GraphEdge[] {
  const at = (name: string) => (names.includes(name) ? `/do/${names.indexOf(name)}/${name}` : name)
  return edges.map(edge => {
    const [from = '', to = '', label = null] = edge.split(/[>:]/)
    return { from: at(from), to: at(to), label, when: null }
  })
}

function drawn(tasks: readonly Nested[], ...edges: string[]): Drawing {
  return layoutOf(
    treeOf(nodesOf(tasks), []),
    edgesOf(
      tasks.map(([name]) => name),
      ...edges,
    ),
  )
}

const boxOf = ({ tasks }: Drawing, name: string) => {
  const found = tasks.find(({ task }) => task.name === name)
  if (!found) throw new Error(`There is no ${name}.`)
  return { ...found, middle: found.x + found.width / 2, bottom: found.y + found.height }
}
const texts = ({ texts: all }: Drawing) => all.map(({ text }) => text)

/** No two tasks cover each other, unless one stands in the other. */
function expectApart({ tasks, width, height }: Drawing): void {
  for (const one of tasks) {
    expect(one.x).toBeGreaterThanOrEqual(0)
    expect(one.x + one.width).toBeLessThanOrEqual(width)
    expect(one.y + one.height).toBeLessThanOrEqual(height)
    for (const other of tasks) {
      const isAround = (a: string, b: string) => b.startsWith(`${a}/`)
      const [a, b] = [one.task.reference, other.task.reference]
      if (a === b || isAround(a, b) || isAround(b, a)) continue
      const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x
      const isBelow = one.y + one.height <= other.y || other.y + other.height <= one.y
      expect(isBeside || isBelow, `${a} covers ${b}`).toBe(true)
    }
  }
}

it('puts tasks that follow each other below each other, and an arrow between them', () => {
  const drawing = drawn(
    [
      ['a', 'set'],
      ['b', 'set'],
    ],
    'a>b',
    'b>exit',
  )
  const [a, b] = [boxOf(drawing, 'a'), boxOf(drawing, 'b')]
  expect(b.middle).toBe(a.middle)
  expect(b.y).toBeGreaterThan(a.bottom)
  expect(drawing.edges[0]).toMatchObject({
    hasHead: true,
    points: [
      [a.middle, a.bottom],
      [a.middle, b.y],
    ],
  })
  expect(texts(drawing)).toEqual(['End'])
})

it('draws no arrow behind a task that raises, and says where the run ends', () => {
  const drawing = drawn(
    [
      ['a', 'raise'],
      ['b', 'set'],
      ['c', 'set'],
    ],
    'b>end',
    'c>exit',
  )
  expect(texts(drawing)).toEqual(['Ends the run', 'End'])
  expect(drawing.edges).toHaveLength(1)
})

it('puts the cases of a switch side by side until they meet', () => {
  const drawing = drawn(
    [
      ['which', 'switch'],
      ['card', 'set'],
      ['cash', 'set'],
      ['count', 'set'],
      ['thank', 'set'],
    ],
    'which>card:card',
    'which>cash:cash',
    'which>thank:free',
    'card>thank',
    'cash>count',
    'count>thank',
    'thank>exit',
  )
  const [card, cash, count, thank] = ['card', 'cash', 'count', 'thank'].map(name => boxOf(drawing, name))
  expect(card?.y).toBe(cash?.y)
  expect(cash?.x).toBeGreaterThan((card?.x ?? 0) + (card?.width ?? 0))
  expect(count?.middle).toBe(cash?.middle)
  expect(thank?.y).toBeGreaterThan(count?.bottom ?? 0)
  expect(texts(drawing)).toEqual(['card', 'cash', 'free', 'End'])
  expectApart(drawing)
})

it('says of a case that it ends the run, and lets the others go on', () => {
  const drawing = drawn(
    [
      ['which', 'switch'],
      ['go', 'set'],
      ['on', 'set'],
    ],
    'which>go:yes',
    'which>end:no',
    'go>on',
    'on>exit',
  )
  expect(texts(drawing)).toEqual(['yes', 'no', 'Ends the run', 'End'])
})

it('leads jumps that cross around along the sides, those back on the left', () => {
  const drawing = drawn(
    [
      ['a', 'set'],
      ['which', 'switch'],
      ['b', 'set'],
      ['c', 'set'],
    ],
    'a>which',
    'which>a:again',
    'which>c:skip',
    'which>b',
    'b>c',
    'c>exit',
  )
  expectApart(drawing)
  const back = drawing.edges.find(({ isDashed }) => isDashed)
  expect(Math.min(...(back?.points ?? []).map(([x]) => x))).toBeLessThan(boxOf(drawing, 'a').x)
  expect(texts(drawing)).toContain('skip')
})

it('draws loops, tries and forks as frames around their tasks, the branches beside each other', () => {
  const drawing = drawn(
    [
      [
        'loop',
        'for',
        [
          ['x', 'set'],
          ['y', 'set'],
        ],
      ],
      [
        'both',
        'fork',
        [
          ['left', 'set'],
          ['right', 'do', [['z', 'set']]],
        ],
        'fork/branches',
      ],
    ],
    'loop>both',
    'both>exit',
  )
  const [loop, x, y] = ['loop', 'x', 'y'].map(name => boxOf(drawing, name))
  expect(loop?.isFrame).toBe(true)
  expect(x?.y).toBeGreaterThan(loop?.y ?? 0)
  expect(y?.bottom).toBeLessThan(loop?.bottom ?? 0)
  expect(boxOf(drawing, 'left').y).toBe(boxOf(drawing, 'right').y)
  expectApart(drawing)
})

it('has the way of an error below what is tried', () => {
  const nodes = [
    { reference: '/do/0/careful', name: 'careful', kind: 'try', parent: null, summary: null },
    { reference: '/do/0/careful/try/0/a', name: 'a', kind: 'set', parent: '/do/0/careful', summary: null },
    { reference: '/do/0/careful/catch/do/0/b', name: 'b', kind: 'set', parent: '/do/0/careful', summary: null },
  ]
  const drawing = layoutOf(treeOf(nodes, []), [])
  expect(texts(drawing)).toContain('On an error')
  expect(boxOf(drawing, 'b').y).toBeGreaterThan(boxOf(drawing, 'a').bottom)
  expectApart(drawing)
})
