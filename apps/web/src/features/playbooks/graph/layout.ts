import type { GraphEdge } from '../types.ts'
import { alternativesAt, placeOf } from './alternatives.ts'
import type { FlowList } from './alternatives.ts'
import { columnsBlock, edge, endTexts, sizes, textWidth } from './drawing.ts'
import type { Block, Column, Drawing } from './drawing.ts'
import type { TreeTask } from './task-tree.ts'

const { node, head, gap, pad, lane, label: labelHeight } = sizes

/** One task, or a switch with the ways that it can take. */
interface Item {
  block: Block
  from: number
  /** The place behind it. */
  next: number
}

/**
 * The places of tasks and arrows. What nests is drawn nested: a loop is a frame around its tasks, the branches of a fork and the cases of a
 * switch stand side by side. Only jumps that do not nest go around, along the sides.
 */
export function layoutOf(tasks: readonly TreeTask[], edges: readonly GraphEdge[]): Drawing {
  const block = listBlock({ tasks, edges, after: 'exit' })
  const end = block.isOpen ? gap + labelHeight : 0
  const drawing: Drawing = { width: block.width, height: block.height + end, tasks: [], edges: [], texts: [] }
  block.draw(0, 0, drawing)
  if (!block.isOpen) return drawing
  const { centre, height } = block
  drawing.edges.push(
    edge(
      [
        [centre, height],
        [centre, height + gap],
      ],
      { hasHead: true },
    ),
  )
  drawing.texts.push({ text: 'End', title: null, x: centre, y: height + gap + labelHeight / 2, kind: 'end' })
  return drawing
}

function listBlock(list: FlowList): Block {
  const items = itemsOf(list)
  const jumps = jumpsOf(list, items)
  const back = jumps.filter(({ to, from }) => to <= from)
  const ahead = jumps.filter(({ to, from }) => to > from)
  const labels = Math.max(0, ...ahead.map(({ label }) => textWidth(label)))
  const left = back.length === 0 ? 0 : (back.length + 1) * lane
  const right = ahead.length === 0 ? 0 : labels + (ahead.length + 1) * lane
  const centre = left + Math.max(0, ...items.map(({ block }) => block.centre))
  const inner = Math.max(0, ...items.map(({ block }) => block.width - block.centre))
  const tails = items.map((item, index) => tailOf(list, item, index === items.length - 1))
  const height = items.reduce((sum, { block }, index) => sum + block.height + (tails[index]?.height ?? 0), 0)
  return {
    width: centre + inner + right,
    height,
    centre,
    isOpen: list.edges.some(({ from, to }) => to === list.after && placeOf(list, from) !== null) || items.length === 0,
    draw(x, y, into) {
      const tops: number[] = []
      let at = y
      for (const [index, item] of items.entries()) {
        const { block, next } = item
        tops.push(at)
        block.draw(x + centre - block.centre, at, into)
        at += block.height
        const tail = tails[index]
        const through = list.tasks.slice(next - 1, next + 1).map(({ reference }) => reference)
        if (tail?.isJoined && index < items.length - 1)
          into.edges.push(
            edge(
              [
                [x + centre, at],
                [x + centre, at + gap],
              ],
              { hasHead: true, through: isGroup(item) ? through.slice(-1) : through },
            ),
          )
        if (tail?.text)
          into.texts.push({ text: tail.text, title: null, x: x + centre, y: at + labelHeight / 2, kind: 'end' })
        at += tail?.height ?? 0
      }
      const topOf = (place: number): number => {
        const index = items.findIndex(({ from, next }) => place >= from && place < next)
        return index === -1 ? y + height : (tops[index] ?? y) + head / 2
      }
      const halfOf = (place: number, side: 'left' | 'right'): number => {
        const item = items.find(({ from, next }) => place >= from && place < next)
        // A switch stands in the middle of what follows it.
        if (!item || isGroup(item)) return item ? node / 2 : 0
        return side === 'left' ? item.block.centre : item.block.width - item.block.centre
      }
      for (const [index, jump] of ahead.entries()) {
        const out = x + centre + inner + labels + (index + 1) * lane
        const begin = x + centre + halfOf(jump.from, 'right')
        const [from, to] = [topOf(jump.from), topOf(jump.to)]
        into.edges.push(
          edge(
            [
              [begin, from],
              [out, from],
              [out, to],
              [x + centre + halfOf(jump.to, 'right'), to],
            ],
            { hasHead: true },
          ),
        )
        if (jump.label !== null)
          into.texts.push({
            text: jump.label,
            title: jump.when,
            x: begin + textWidth(jump.label) / 2 + 4,
            y: from,
            kind: 'case',
          })
      }
      for (const [index, jump] of back.entries()) {
        const out = x + left - (index + 1) * lane
        const [from, to] = [topOf(jump.from) + 8, topOf(jump.to) - 8]
        into.edges.push(
          edge(
            [
              [x + centre - halfOf(jump.from, 'left'), from],
              [out, from],
              [out, to],
              [x + centre - halfOf(jump.to, 'left'), to],
            ],
            { hasHead: true, isDashed: true },
          ),
        )
      }
    },
  }
}

function itemsOf(list: FlowList): Item[] {
  const items: Item[] = []
  for (let at = 0; at < list.tasks.length;) {
    const task = list.tasks[at]
    if (!task) break
    const found = task.kind === 'switch' ? alternativesAt(list, at) : null
    const next = found?.join ?? at + 1
    const block = taskBlock(task, list.edges)
    if (found) {
      const after = list.tasks[next]?.reference ?? list.after
      const columns = found.ways.map(({ tasks, ...way }) => ({
        ...way,
        title: way.when,
        block: tasks.length === 0 ? null : listBlock({ tasks, edges: list.edges, after }),
        through: throughOf(task, tasks),
      }))
      items.push({ block: stacked(block, columnsBlock(columns)), from: at, next })
    } else items.push({ block, from: at, next })
    at = next
  }
  return items
}

function throughOf({ reference }: TreeTask, tasks: readonly TreeTask[]): Column['through'] {
  const [first, last] = [tasks[0]?.reference, tasks.at(-1)?.reference]
  return first === undefined || last === undefined ? null : { before: reference, first, last }
}

function isGroup({ from, next }: Item): boolean {
  return next - from > 1
}

/** One above the other. */
function stacked(above: Block, below: Block): Block {
  const centre = Math.max(above.centre, below.centre)
  return {
    width: centre + Math.max(above.width - above.centre, below.width - below.centre),
    height: above.height + below.height,
    centre,
    isOpen: below.isOpen,
    draw(x, y, into) {
      above.draw(x + centre - above.centre, y, into)
      below.draw(x + centre - below.centre, y + above.height, into)
    },
  }
}

/** What comes below an item: the arrow to the next, or that the run ends there. */
function tailOf(
  list: FlowList,
  item: Item,
  isLast: boolean,
): { height: number; isJoined: boolean; text: string | null } {
  const { block, from, next } = item
  const own = list.edges.filter(each => each.from === list.tasks[from]?.reference)
  const isJoined = isGroup(item) ? block.isOpen : own.some(({ to }) => placeOf(list, to) === next)
  const out = isGroup(item) ? undefined : own.find(({ to }) => (to === 'end' || to === 'exit') && to !== list.after)
  const text = out ? endTexts[out.to as 'end' | 'exit'] : null
  return { height: (isLast ? 0 : gap) + (text === null ? 0 : labelHeight), isJoined, text }
}

interface Jump {
  from: number
  to: number
  source: string
  target: string
  label: string | null
  when: string | null
}

/** What leads elsewhere than to the next item. */
function jumpsOf(list: FlowList, items: readonly Item[]): Jump[] {
  return items.flatMap(item => {
    const { from, next } = item
    const sources = list.tasks.slice(from, next)
    return list.edges.flatMap(({ from: source, to: target, label, when }) => {
      const place = sources.findIndex(({ reference }) => reference === source)
      const to = placeOf(list, target)
      if (place === -1 || to === null || to === next) return []
      // The ways of a switch are drawn with it.
      if (isGroup(item) && to > from && to < next) return []
      return [{ from: from + place, to, source, target, label, when }]
    })
  })
}

function taskBlock(task: TreeTask, edges: readonly GraphEdge[]): Block {
  const inner = task.children.length === 0 ? null : insideOf(task, edges)
  const centre = Math.max(node / 2, inner ? inner.centre + pad : 0)
  const width = centre + Math.max(node / 2, inner ? inner.width - inner.centre + pad : 0)
  const height = inner ? head + inner.height + pad : head
  return {
    width,
    height,
    centre,
    isOpen: true,
    draw(x, y, into) {
      const isFrame = inner !== null
      into.tasks.push({ task, x, y, width, height, isFrame })
      inner?.draw(x + centre - inner.centre, y + head, into)
    },
  }
}

function insideOf(task: TreeTask, edges: readonly GraphEdge[]): Block {
  if (task.kind === 'fork')
    return columnsBlock(
      task.children.map(child => ({
        block: taskBlock(child, edges),
        label: null,
        title: null,
        leads: 'join',
        through: throughOf(task, [child]),
      })),
    )
  if (task.kind !== 'try') return padded(listBlock({ tasks: task.children, edges, after: 'exit' }), task.kind === 'for')
  const isCatch = ({ reference }: TreeTask): boolean => reference.startsWith(`${task.reference}/catch/`)
  const tried = listBlock({ tasks: task.children.filter(child => !isCatch(child)), edges, after: 'exit' })
  const caught = task.children.filter(isCatch)
  if (caught.length === 0) return padded(tried, false)
  return stacked(padded(tried, false), caughtBlock(listBlock({ tasks: caught, edges, after: 'exit' })))
}

/** With room above, and for a loop the way back to its first task. */
function padded(block: Block, isLoop: boolean): Block {
  const side = isLoop ? lane : 0
  const bottom = isLoop ? pad : 0
  const centre = side + block.centre
  return {
    width: block.width + side,
    height: pad + block.height + bottom,
    centre,
    isOpen: block.isOpen,
    draw(x, y, into) {
      const [middle, top, low] = [x + centre, y + pad, y + pad + block.height]
      into.edges.push(
        edge(
          [
            [middle, y],
            [middle, top],
          ],
          { hasHead: true },
        ),
      )
      block.draw(x + side, top, into)
      if (isLoop && block.isOpen)
        into.edges.push(
          edge(
            [
              [middle, low],
              [middle, low + pad / 2],
              [x, low + pad / 2],
              [x, y + pad / 2],
              [middle - 1, y + pad / 2],
            ],
            { isDashed: true },
          ),
        )
    },
  }
}

function caughtBlock(block: Block): Block {
  const top = pad + labelHeight
  return {
    ...block,
    height: top + block.height,
    draw(x, y, into) {
      const middle = x + block.centre
      into.texts.push({ text: 'On an error', title: null, x: middle, y: y + pad / 2 + labelHeight / 2, kind: 'error' })
      into.edges.push(
        edge(
          [
            [middle, y + pad / 2 + labelHeight],
            [middle, y + top],
          ],
          { hasHead: true, isDashed: true },
        ),
      )
      block.draw(x, y + top, into)
    },
  }
}
