import { useEffect, useMemo, useRef } from 'react'
import { durationWord } from '../../../ui/words/duration.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import type { GraphEdge, PlaybookTask } from '../types.ts'
import { statusWord } from '../run/run-words.ts'
import type { Drawing, PlacedEdge, PlacedTask, PlacedText } from './drawing.ts'
import classes from './graph.module.css'
import { layoutOf } from './layout.ts'
import type { TreeTask } from './task-tree.ts'

const icons: Readonly<Record<string, IconName>> = {
  completed: 'check',
  faulted: 'alert',
  running: 'play',
  waiting: 'bell',
  suspended: 'stop',
  cancelled: 'close',
  skipped: 'right',
}
const margin = 8

export interface TaskGraphProps {
  tasks: readonly TreeTask[]
  edges: readonly GraphEdge[]
  /** The task that is shown; none where nothing has run. */
  chosen?: string | undefined
  /** Without it the tasks are no buttons. */
  onChoose?: (reference: string) => void
}

/**
 * The tasks of a playbook as a drawing, in which what nests is nested and what is chosen between stands side by side. For who hears or tabs
 * through it, it is a nested list in the order of the definition.
 */
export function TaskGraph({ tasks, edges, chosen, onChoose }: TaskGraphProps) {
  const drawing = useMemo(() => layoutOf(tasks, edges), [tasks, edges])
  const placed = useMemo(() => new Map(drawing.tasks.map(each => [each.task.reference, each])), [drawing])
  const reached = useMemo(
    () => new Set(drawing.tasks.filter(({ task }) => task.records.length > 0).map(({ task }) => task.reference)),
    [drawing],
  )
  const scroll = useRef<HTMLElement>(null)
  const current = placed.get(chosen ?? '') ?? drawing.tasks[0]
  const middle = current === undefined ? 0 : current.x + current.width / 2
  // A drawing that is wider than its place begins where the run is.
  useEffect(() => {
    const { current: element } = scroll
    if (element) element.scrollLeft = middle + margin - element.clientWidth / 2
  }, [middle])
  const width = drawing.width + 2 * margin
  const height = drawing.height + 2 * margin
  return (
    <nav ref={scroll} aria-label="Tasks" className={classes.scroll} tabIndex={0}>
      <div className={classes.drawing} style={{ width, height }}>
        {drawing.tasks
          .filter(({ isFrame }) => isFrame)
          .map(frame => (
            <div key={frame.task.reference} className={classes.frame} style={boxOf(frame)} />
          ))}
        <Arrows drawing={drawing} reached={reached} />
        <Level tasks={tasks} placed={placed} chosen={chosen} onChoose={onChoose} />
        {drawing.texts.map((text, index) => (
          <Text key={index} text={text} />
        ))}
      </div>
    </nav>
  )
}

function boxOf({ x, y, width, height }: Pick<PlacedTask, 'x' | 'y' | 'width' | 'height'>) {
  return { left: x + margin, top: y + margin, width, height }
}

interface LevelProps extends Omit<TaskGraphProps, 'edges'> {
  placed: ReadonlyMap<string, PlacedTask>
}

function Level({ tasks, placed, chosen, onChoose }: LevelProps) {
  return (
    <ol className={classes.level}>
      {tasks.map(task => {
        const place = placed.get(task.reference)
        return (
          <li key={task.reference}>
            {place && <Node place={place} isChosen={task.reference === chosen} onChoose={onChoose} />}
            {task.children.length > 0 && (
              <Level tasks={task.children} placed={placed} chosen={chosen} onChoose={onChoose} />
            )}
          </li>
        )
      })}
    </ol>
  )
}

function Node({
  place,
  isChosen,
  onChoose,
}: {
  place: PlacedTask
  isChosen: boolean
  onChoose: TaskGraphProps['onChoose']
}) {
  const { task, isFrame } = place
  const { reference, name, kind, status, summary } = task
  const attributes = {
    className: classes.task,
    style: boxOf({ ...place, height: headHeight }),
    title: summary === null ? name : `${name}: ${kind}, ${summary}`,
    'data-status': status ?? 'open',
    'data-frame': isFrame || undefined,
  }
  const content = (
    <>
      <span className={classes.mark}>
        <Icon name={icons[status ?? ''] ?? kindIcons[kind] ?? 'more'} size={16} />
      </span>
      <span className={classes.name}>
        <bdi>{name}</bdi>
      </span>
      <span className={classes.state}>{status === null ? '' : statusWord(status)}</span>
      <span className={classes.kind}>
        {kind === 'call' && summary !== null ? summary : [kind, summary].filter(Boolean).join(' · ')}
      </span>
      <span className={classes.time}>{timesOf(task)}</span>
    </>
  )
  if (!onChoose) return <div {...attributes}>{content}</div>
  return (
    <button
      type="button"
      {...attributes}
      aria-current={isChosen ? 'step' : undefined}
      onClick={() => onChoose(reference)}
    >
      {content}
    </button>
  )
}

const headHeight = 52
/** Of a task that nothing has happened in yet. */
const kindIcons: Readonly<Record<string, IconName>> = {
  call: 'wrench',
  do: 'list-checks',
  emit: 'send',
  for: 'refresh',
  fork: 'groups',
  listen: 'mail',
  raise: 'alert',
  run: 'book',
  set: 'pencil',
  switch: 'route',
  try: 'shield',
}

/** How long it took, and how often it ran. */
function timesOf({ records }: TreeTask): string {
  const last = records.at(-1)
  const took = last === undefined ? '' : tookWord(last)
  return [took, records.length > 1 ? `${records.length} times` : ''].filter(Boolean).join(', ')
}

function tookWord({ started_at: from, ended_at: to, skipped }: PlaybookTask): string {
  return to === null || skipped ? '' : durationWord(Date.parse(to) - Date.parse(from))
}

function Arrows({ drawing, reached }: { drawing: Drawing; reached: ReadonlySet<string> }) {
  const { width, height, edges } = drawing
  return (
    <svg aria-hidden className={classes.arrows} width={width + 2 * margin} height={height + 2 * margin}>
      <g transform={`translate(${margin} ${margin})`}>
        {edges.map((edge, index) => (
          <Arrow
            key={index}
            edge={edge}
            isTaken={edge.through.length > 0 && edge.through.every(each => reached.has(each))}
          />
        ))}
      </g>
    </svg>
  )
}

const round = 8

function Arrow({ edge: { points, hasHead, isDashed }, isTaken }: { edge: PlacedEdge; isTaken: boolean }) {
  const [end = [0, 0], before = [0, 0]] = points.toReversed()
  const angle = (Math.atan2(end[1] - before[1], end[0] - before[0]) * 180) / Math.PI
  return (
    <g data-taken={isTaken || undefined} data-dashed={isDashed || undefined}>
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
function pathOf(points: PlacedEdge['points']): string {
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

function towards([x, y]: readonly [number, number], [toX, toY]: readonly [number, number]): [number, number] {
  const length = Math.hypot(toX - x, toY - y)
  const share = length === 0 ? 0 : Math.min(round, length / 2) / length
  return [x + (toX - x) * share, y + (toY - y) * share]
}

function Text({ text: { text, title, x, y, kind } }: { text: PlacedText }) {
  return (
    <span
      className={classes.text}
      data-kind={kind}
      style={{ left: x + margin, top: y + margin }}
      title={title ?? undefined}
    >
      {text}
    </span>
  )
}
