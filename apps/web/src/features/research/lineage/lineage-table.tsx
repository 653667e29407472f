import { Table } from '@mantine/core'
import { AppLink } from '../../../ui/page/app-link.tsx'
import classes from '../research.module.css'
import { addressOf, isTrouble, relationWords, stateWord, typeWord } from './lineage-words.ts'
import type { Graph, LineageNode } from './lineage-words.ts'

/** The lineage in words: each line one record that rests on another. */
export function LineageTable({ graph: { nodes, edges }, projectId }: { graph: Graph; projectId: string }) {
  const known = new Map(nodes.map(node => [node.id, node]))
  const shown = (id: string) => {
    const node = known.get(id)
    return node === undefined ? id : <NodeName node={node} address={addressOf(node, projectId)} />
  }
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
            <Table.Td>{shown(from)}</Table.Td>
            <Table.Td>{relationWords[relation] ?? relation.replaceAll('_', ' ')}</Table.Td>
            <Table.Td>{shown(to)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function NodeName({ node, address }: { node: LineageNode; address: string | null }) {
  return (
    <>
      <span className={classes.small}>{typeWord(node.type)}</span>
      <br />
      {address === null ? node.title : <AppLink address={address}>{node.title}</AppLink>}
      {isTrouble(node) && <strong className={classes.problem}> {stateWord(node)?.toLowerCase()}</strong>}
    </>
  )
}
