import classes from './graph.module.css'

export type Point = readonly [x: number, y: number]

export interface DrawnEdge {
  points: readonly Point[]
  /** Drawn at its end. */
  hasHead: boolean
  isDashed: boolean
  /** In the colour of the accent. */
  isMarked?: boolean
}

/** Around every drawing, so that nothing touches its border. */
export const margin = 8
const round = 8

/** The lines of a drawing, behind its nodes. Decoration: what they say stands elsewhere in words. */
export function Arrows({ width, height, edges }: { width: number; height: number; edges: readonly DrawnEdge[] }) {
  return (
    <svg aria-hidden className={classes.arrows} width={width + 2 * margin} height={height + 2 * margin}>
      <g transform={`translate(${margin} ${margin})`}>
        {edges.map((edge, index) => (
          <Arrow key={index} edge={edge} />
        ))}
      </g>
    </svg>
  )
}

function Arrow({ edge: { points, hasHead, isDashed, isMarked } }: { edge: DrawnEdge }) {
  const [end = [0, 0], before = [0, 0]] = points.toReversed()
  const angle = (Math.atan2(end[1] - before[1], end[0] - before[0]) * 180) / Math.PI
  return (
    <g data-marked={isMarked || undefined} data-dashed={isDashed || undefined}>
      <path className={classes.line} d={pathOf(points)} />
      {hasHead && (
        <path
          className={classes.head}
          d="M0 0 L-7 -4 L-7 4 Z"
          transform={`translate(${end[0]} ${end[1]}) rotate(${angle})`}
        />
      )}
    </g>
  )
}

/** Straight lines with round corners. */
function pathOf(points: readonly Point[]): string {
  return points
    .map(([x, y], index) => {
      const before = points[index - 1]
      const after = points[index + 1]
      if (!before) return `M${x} ${y}`
      if (!after) return `L${x} ${y}`
      const [inX, inY] = towards([x, y], before)
      const [outX, outY] = towards([x, y], after)
      return `L${inX} ${inY} Q${x} ${y} ${outX} ${outY}`
    })
    .join(' ')
}

function towards([x, y]: Point, [toX, toY]: Point): [number, number] {
  const length = Math.hypot(toX - x, toY - y)
  const share = length === 0 ? 0 : Math.min(round, length / 2) / length
  return [x + (toX - x) * share, y + (toY - y) * share]
}
