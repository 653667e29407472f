import { NativeSelect, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { svc } from '../../live/server.ts'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import classes from './research.module.css'

type Graph = Awaited<ReturnType<typeof svc.research.lineage>>
type Node = Graph['nodes'][number]

const relationWords: Record<string, string> = {
  cites: 'cites',
  claims: 'claims',
  quotes: 'quotes',
  snapshot_of: 'is a snapshot of',
  computed_from: 'is computed from',
  version_of: 'is a version of',
  imported_from: 'was imported from',
  mentions: 'mentions',
}
const directions = [
  { value: 'down', label: 'What it rests on' },
  { value: 'up', label: 'What rests on it' },
  { value: 'both', label: 'Both' },
] as const

/** What rests on what: of the whole project, or from one of its records on. */
export function Lineage({ projectId }: { projectId: string }) {
  const [focus, setFocus] = useState('')
  const [direction, setDirection] = useState<(typeof directions)[number]['value']>('down')
  const whole = useQuery({
    queryKey: ['research', 'lineage', projectId],
    queryFn: ({ signal }) => svc.research.lineage(projectId, undefined, { signal }),
  })
  const shown = useQuery({
    queryKey: ['research', 'lineage', projectId, focus, direction],
    queryFn: ({ signal }) =>
      svc.research.lineage(projectId, focus === '' ? undefined : { focus, direction }, { signal }),
  })
  const choices = (whole.data?.nodes ?? []).filter(({ type }) =>
    ['report', 'claim', 'source', 'dataset'].includes(type),
  )
  return (
    <>
      <div className={classes.bar}>
        <NativeSelect
          label="From"
          value={focus}
          data={[
            { value: '', label: 'The whole project' },
            ...choices.map(({ id, type, title }) => ({ value: id, label: `${type}: ${title.slice(0, 80)}` })),
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
      </div>
      <Loaded query={shown} sketch={<RowsSketch />}>
        {graph => <Edges graph={graph} />}
      </Loaded>
    </>
  )
}

function Edges({ graph: { nodes, edges, truncated } }: { graph: Graph }) {
  const known = new Map(nodes.map(node => [node.id, node]))
  if (edges.length === 0) return <p className={classes.small}>Nothing rests on anything here yet.</p>
  return (
    <>
      <Table aria-label="Lineage" className={classes.lineage ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Record</Table.Th>
            <Table.Th>Relation</Table.Th>
            <Table.Th>Rests on</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {edges.map(({ from, to, relation }) => (
            <Table.Tr key={`${from} ${relation} ${to}`}>
              <Table.Td>
                <NodeName node={known.get(from)} id={from} />
              </Table.Td>
              <Table.Td>{relationWords[relation] ?? relation}</Table.Td>
              <Table.Td>
                <NodeName node={known.get(to)} id={to} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {truncated && (
        <p className={classes.small}>The first 5,000 records are shown. Choose one to see what it rests on.</p>
      )}
    </>
  )
}

function NodeName({ node, id }: { node: Node | undefined; id: string }) {
  return (
    <>
      <span className={classes.small}>{(node?.type ?? 'record').replaceAll('_', ' ')}</span>
      <br />
      {node?.title ?? id}
      {node?.state === 'broken' && <strong className={classes.problem}> broken</strong>}
    </>
  )
}
