import { useMemo } from 'react'
import { Arrows, margin } from '../../../ui/graph/arrows.tsx'
import drawn from '../../../ui/graph/graph.module.css'
import { layeredLayout, nodeSize } from '../../../ui/graph/layered-layout.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import classes from './lineage.module.css'
import { isTrouble, stateWord, typeWord } from './lineage-words.ts'
import type { Graph, LineageNode } from './lineage-words.ts'

const icons: Record<LineageNode['type'], IconName> = {
  report: 'pencil',
  claim: 'check',
  source: 'book',
  snapshot: 'copy',
  quote: 'message-square',
  dataset: 'database',
  dataset_version: 'database',
  analysis: 'chart-column',
  query: 'code',
  run: 'flask',
  model: 'flask',
  note: 'notebook',
  file: 'file',
  session: 'bot',
  job: 'play',
}

/** The lineage as a drawing, from reports at the left to what all rests on at the right. The table says the same in words. */
export function LineageGraph({
  graph: { nodes, edges },
  focus,
  onChoose,
}: {
  graph: Graph
  focus: string
  onChoose: (id: string) => void
}) {
  const drawing = useMemo(
    () =>
      layeredLayout(
        nodes.map(({ id }) => id),
        edges,
      ),
    [nodes, edges],
  )
  const { width, height, places } = drawing
  // Read and tabbed through column by column, as the drawing is.
  const inOrder = useMemo(
    () =>
      nodes.toSorted((a, b) => {
        const [[ax, ay], [bx, by]] = [places.get(a.id)!, places.get(b.id)!]
        return ax - bx || ay - by
      }),
    [nodes, places],
  )
  return (
    <section aria-label="Drawing of the lineage" className={drawn.scroll} tabIndex={0}>
      <div className={drawn.drawing} style={{ width: width + 2 * margin, height: height + 2 * margin }}>
        <Arrows width={width} height={height} edges={drawing.edges} />
        <ol className={classes.nodes} aria-label="Records">
          {inOrder.map(node => (
            <li key={node.id}>
              <Node node={node} place={places.get(node.id)!} isFocus={node.id === focus} onChoose={onChoose} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function Node({
  node,
  place: [x, y],
  isFocus,
  onChoose,
}: {
  node: LineageNode
  place: readonly [number, number]
  isFocus: boolean
  onChoose: (id: string) => void
}) {
  const { id, type, title } = node
  const state = stateWord(node)
  return (
    <button
      type="button"
      className={classes.node}
      style={{ left: x + margin, top: y + margin, ...nodeSize }}
      title={title}
      aria-current={isFocus ? 'true' : undefined}
      data-trouble={isTrouble(node) || undefined}
      onClick={() => onChoose(isFocus ? '' : id)}
    >
      <span className={classes.mark}>
        <Icon name={isTrouble(node) ? 'alert' : (icons[type] ?? 'file')} size={16} />
      </span>
      <span className={classes.type}>
        {typeWord(type)}
        {state !== null && ` · ${state.toLowerCase()}`}
      </span>
      <span className={classes.title}>
        <bdi>{title}</bdi>
      </span>
    </button>
  )
}
