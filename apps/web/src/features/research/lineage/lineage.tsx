import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { svc } from '../../../live/server.ts'
import { AppLink } from '../../../ui/page/app-link.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import classes from '../research.module.css'
import { LineageGraph } from './lineage-graph.tsx'
import { LineageTable } from './lineage-table.tsx'
import { addressOf, typeWord } from './lineage-words.ts'
import type { Graph } from './lineage-words.ts'

const directions = [
  { value: 'down', label: 'What it rests on' },
  { value: 'up', label: 'What rests on it' },
  { value: 'both', label: 'Both' },
] as const
const views = [
  { value: 'drawing', label: 'Drawing' },
  { value: 'table', label: 'Table' },
] as const
const choosable = ['report', 'claim', 'source', 'dataset']
/** More than that nobody can follow in a drawing. */
const mostDrawn = 300

/** What rests on what: of the whole project, or from one of its records on. */
export function Lineage({ projectId }: { projectId: string }) {
  const [focus, setFocus] = useState('')
  const [direction, setDirection] = useState<(typeof directions)[number]['value']>('down')
  const [view, setView] = useState<(typeof views)[number]['value']>('drawing')
  const whole = useQuery({
    queryKey: ['research', 'lineage', projectId],
    queryFn: ({ signal }) => svc.research.lineage(projectId, undefined, { signal }),
  })
  const shown = useQuery({
    queryKey: ['research', 'lineage', projectId, focus, direction],
    queryFn: ({ signal }) =>
      svc.research.lineage(projectId, focus === '' ? undefined : { focus, direction }, { signal }),
  })
  const choices = (whole.data?.nodes ?? []).filter(({ id, type }) => choosable.includes(type) || id === focus)
  return (
    <>
      <div className={classes.bar}>
        <NativeSelect
          label="From"
          value={focus}
          data={[
            { value: '', label: 'The whole project' },
            ...choices.map(({ id, type, title }) => ({ value: id, label: `${typeWord(type)}: ${title.slice(0, 80)}` })),
          ]}
          onChange={event => setFocus(event.currentTarget.value)}
        />
        <NativeSelect
          label="Direction"
          value={direction}
          disabled={focus === ''}
          data={[...directions]}
          onChange={event => setDirection(event.currentTarget.value as 'up')}
        />
        <SegmentedControl
          aria-label="View"
          data={[...views]}
          value={view}
          onChange={next => setView(next as 'table')}
        />
      </div>
      <Loaded query={shown} sketch={<RowsSketch />}>
        {graph => (
          <Shown graph={graph} projectId={projectId} focus={focus} isTable={view === 'table'} onChoose={setFocus} />
        )}
      </Loaded>
    </>
  )
}

function Shown({
  graph,
  projectId,
  focus,
  isTable,
  onChoose,
}: {
  graph: Graph
  projectId: string
  focus: string
  isTable: boolean
  onChoose: (id: string) => void
}) {
  const { nodes, edges, truncated } = graph
  const chosen = nodes.find(({ id }) => id === focus)
  const address = chosen === undefined ? null : addressOf(chosen, projectId)
  const link = chosen !== undefined && address !== null && (
    <p className={classes.small}>
      <AppLink address={address}>
        Open the {typeWord(chosen.type)} {chosen.title}
      </AppLink>
    </p>
  )
  if (edges.length === 0)
    return (
      <>
        {link}
        <p className={classes.small}>
          {focus === '' ? 'Nothing rests on anything here yet.' : 'Nothing is tied to it in this direction.'}
        </p>
      </>
    )
  const isDrawn = !isTable && nodes.length <= mostDrawn
  return (
    <>
      {link}
      {!isTable && !isDrawn && (
        <p className={classes.small}>
          {nodes.length} records are too many for a drawing. Choose one above to draw what it rests on.
        </p>
      )}
      {isDrawn ? (
        <LineageGraph graph={graph} focus={focus} onChoose={onChoose} />
      ) : (
        <LineageTable graph={graph} projectId={projectId} />
      )}
      {truncated && (
        <p className={classes.small}>The first 5,000 records are shown. Choose one to see what it rests on.</p>
      )}
    </>
  )
}
