import { Table } from '@mantine/core'
import classes from '../research.module.css'
import { isTrouble, relationWords, stateWord, typeWord } from './lineage-words.ts'
import type { Graph, LineageNode } from './lineage-words.ts'

/** The lineage in words: each line one record that rests on another. */
export function LineageTable({ graph: { nodes, edges } }: { graph: Graph }) {
  const known = new Map(nodes.map(node => [node.id, node]))
  return (
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
            <Table.Td>{relationWords[relation] ?? relation.replaceAll('_', ' ')}</Table.Td>
            <Table.Td>
              <NodeName node={known.get(to)} id={to} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function NodeName({ node, id }: { node: LineageNode | undefined; id: string }) {
  if (!node) return id
  return (
    <>
      <span className={classes.small}>{typeWord(node.type)}</span>
      <br />
      {node.title}
      {isTrouble(node) && <strong className={classes.problem}> {stateWord(node)?.toLowerCase()}</strong>}
    </>
  )
}
