import { Table } from '@mantine/core'

/** A column of text by its title; one of numbers stands to the right, one of buttons says its title to those who do not see them. */
export type HeadColumn = string | { number: string } | { unseen: string }

/** The head of a table. */
export function TableHead({ columns }: { columns: readonly HeadColumn[] }) {
  return (
    <Table.Thead>
      <Table.Tr>
        {columns.map(column => {
          if (typeof column === 'string') return <Table.Th key={column}>{column}</Table.Th>
          if ('number' in column) {
            return (
              <Table.Th key={column.number} ta="right">
                {column.number}
              </Table.Th>
            )
          }
          return (
            <Table.Th key={column.unseen}>
              <span className="visually-hidden">{column.unseen}</span>
            </Table.Th>
          )
        })}
      </Table.Tr>
    </Table.Thead>
  )
}
