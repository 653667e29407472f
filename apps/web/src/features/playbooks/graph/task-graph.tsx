import { useEffect, useMemo, useRef } from 'react'
import { Arrows, margin } from '../../../ui/graph/arrows.tsx'
import graph from '../../../ui/graph/graph.module.css'
import { durationWord } from '../../../ui/words/duration.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import type { GraphEdge, PlaybookTask } from '../types.ts'
import { statusWord } from '../run/run-words.ts'
import type { PlacedTask, PlacedText } from './drawing.ts'
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
export function TaskGraph({ tasks, edges: ways, chosen, onChoose }: TaskGraphProps) {
  const drawing = useMemo(() => layoutOf(tasks, ways), [tasks, ways])
  const placed = useMemo(() => new Map(drawing.tasks.map(each => [each.task.reference, each])), [drawing])
  const edges = useMemo(() => {
    const reached = new Set(
      drawing.tasks.filter(({ task }) => task.records.length > 0).map(({ task }) => task.reference),
    )
    return drawing.edges.map(each => ({
      ...each,
      isMarked: each.through.length > 0 && each.through.every(task => reached.has(task)),
    }))
  }, [drawing])
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
    <nav ref={scroll} aria-label="Tasks" className={graph.scroll} tabIndex={0}>
      <div className={graph.drawing} style={{ width, height }}>
        {drawing.tasks
          .filter(({ isFrame }) => isFrame)
          .map(frame => (
            <div key={frame.task.reference} className={classes.frame} style={boxOf(frame)} />
          ))}
        <Arrows width={drawing.width} height={drawing.height} edges={edges} />
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
