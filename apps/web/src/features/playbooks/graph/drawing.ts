import type { DrawnEdge, Point } from '../../../ui/graph/arrows.tsx'
import type { TreeTask } from './task-tree.ts'

export interface PlacedTask {
  task: TreeTask
  x: number
  y: number
  width: number
  height: number
  /** Tasks stand in it, below its head. */
  isFrame: boolean
}

/** Dashed: back to an earlier task, or the way of an error. */
export interface PlacedEdge extends DrawnEdge {
  /** A run that has come to all of these has gone along it; empty: nobody can say. */
  through: readonly string[]
}

export interface PlacedText {
  text: string
  /** What it says in full. */
  title: string | null
  x: number
  y: number
  /** How it looks: the case of a switch; where a run ends; what comes on an error. */
  kind: 'case' | 'end' | 'error'
}

/** A graph with the places of everything in it, in CSS pixels. */
export interface Drawing {
  width: number
  height: number
  tasks: PlacedTask[]
  edges: PlacedEdge[]
  texts: PlacedText[]
}

/** A part of a graph. A run enters it at the top and leaves it at the bottom, both at `centre`. */
export interface Block {
  width: number
  height: number
  centre: number
  /** A run can leave it at the bottom. */
  isOpen: boolean
  draw(x: number, y: number, into: Drawing): void
}

export const sizes = { node: 208, head: 52, gap: 28, pad: 16, between: 20, lane: 16, label: 24 }

/** Parts side by side, entered from one place above and left to one place below. */
export interface Column {
  block: Block | null
  label: string | null
  title: string | null
  /** Where it leads without a block; with one: behind it. */
  leads: 'join' | 'exit' | 'end'
  /** The task before, and the first and the last of its own. */
  through: { before: string; first: string; last: string } | null
}

export const endTexts = { end: 'Ends the run', exit: 'Leaves the list' }

/** Columns below a bar, which meet in a bar below them. */
export function columnsBlock(columns: readonly Column[]): Block {
  const { pad, label: labelHeight } = sizes
  const hasLabels = columns.some(({ label }) => label !== null)
  const top = pad + (hasLabels ? labelHeight : 0)
  const inner = Math.max(...columns.map(({ block }) => block?.height ?? labelHeight))
  const height = top + inner + pad
  const { lefts, width, centre } = besides(columns)
  return {
    width,
    height,
    centre,
    isOpen: columns.some(isJoined),
    draw(x, y, into) {
      for (const [index, column] of columns.entries()) {
        const { block, label, title, leads, through } = column
        const left = x + (lefts[index] ?? 0)
        const middle = left + middleOf(column)
        const bottom = y + top + (block?.height ?? 0)
        const [bar, lower] = [y + pad / 2, y + height - pad / 2]
        const entry = elbow([x + centre, y], bar, [middle, y + top])
        into.edges.push(
          edge(entry, { hasHead: block !== null, through: through ? [through.before, through.first] : [] }),
        )
        if (label !== null)
          into.texts.push({ text: label, title, x: middle, y: bar + labelHeight / 2 + 2, kind: 'case' })
        block?.draw(left, y + top, into)
        const ending = { title: null, x: middle, y: bottom + labelHeight / 2, kind: 'end' as const }
        if (isJoined(column))
          into.edges.push(
            edge(elbow([middle, bottom], lower, [x + centre, y + height]), { through: through ? [through.last] : [] }),
          )
        else if (leads !== 'join') into.texts.push({ ...ending, text: endTexts[leads] })
      }
    },
  }
}

function isJoined({ block, leads }: Column): boolean {
  return leads === 'join' && (block?.isOpen ?? true)
}

function widthOf({ block, label }: Column): number {
  return Math.max(block?.width ?? 96, textWidth(label))
}

/** Where a run goes down in a column, from its left. */
function middleOf({ block, label }: Column): number {
  return block?.centre ?? widthOf({ block, label } as Column) / 2
}

/** The left sides of the columns; the way in and out is in the middle, or straight above the column that is nearly there. */
function besides(columns: readonly Column[]): { lefts: number[]; width: number; centre: number } {
  const lefts: number[] = []
  let width = 0
  for (const column of columns) {
    lefts.push(width)
    width += widthOf(column) + sizes.between
  }
  width -= sizes.between
  const middles = columns.map((column, index) => (lefts[index] ?? 0) + middleOf(column))
  const near = middles.find(middle => Math.abs(middle - width / 2) < sizes.node / 2)
  return { lefts, width, centre: near ?? width / 2 }
}

/** Down, across at this height, and down. */
function elbow([fromX, fromY]: Point, at: number, [toX, toY]: Point): Point[] {
  if (fromX === toX)
    return [
      [fromX, fromY],
      [toX, toY],
    ]
  return [
    [fromX, fromY],
    [fromX, at],
    [toX, at],
    [toX, toY],
  ]
}

export function edge(points: readonly Point[], more: Partial<PlacedEdge> = {}): PlacedEdge {
  return { points, through: [], hasHead: false, isDashed: false, ...more }
}

/** As wide as it may become, in a small font. */
export function textWidth(text: string | null): number {
  return text === null ? 0 : Math.min(200, text.length * 7 + 16)
}
