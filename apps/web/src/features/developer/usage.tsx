import { NativeSelect, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { svc } from '../../live/server.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import classes from './developer.module.css'

type Group = 'day' | 'key' | 'route' | 'model'
type Row = Awaited<ReturnType<typeof svc.developer.usage>>['items'][number]

const groups = [
  { value: 'day', label: 'By day' },
  { value: 'key', label: 'By key' },
  { value: 'route', label: 'By route' },
  { value: 'model', label: 'By model' },
]

/** Requests, errors and tokens of the last 30 days. */
export function Usage() {
  const [group, setGroup] = useState<Group>('day')
  const usage = useQuery({
    queryKey: ['developer', 'usage', group],
    queryFn: async ({ signal }) => (await svc.developer.usage({ group_by: group }, { signal })).items,
  })
  const keys = useQuery({
    queryKey: ['developer', 'keys'],
    queryFn: async ({ signal }) => (await svc.developer.keys.list({ limit: 200 }, { signal })).items,
  })
  const nameOf = (row: Row): string => {
    if (group === 'key') return keys.data?.find(({ id }) => id === row.key_id)?.name ?? row.key_id ?? 'Sign-ins'
    return row[group] ?? 'None'
  }
  return (
    <>
      <NativeSelect
        label="Group"
        className={classes.group ?? ''}
        value={group}
        onChange={event => setGroup(event.currentTarget.value as Group)}
        data={groups}
      />
      <Loaded query={usage} sketch={<RowsSketch />}>
        {items =>
          items.length === 0 ? (
            <EmptyState icon="chart-column">Nothing has been asked in the last 30 days.</EmptyState>
          ) : (
            <UsageTable rows={items} nameOf={nameOf} title={groups.find(({ value }) => value === group)?.label ?? ''} />
          )
        }
      </Loaded>
    </>
  )
}

function UsageTable({ rows, nameOf, title }: { rows: readonly Row[]; nameOf: (row: Row) => string; title: string }) {
  const most = Math.max(1, ...rows.map(({ requests }) => requests))
  return (
    <div className={classes.scroll}>
      <Table aria-label={`Usage ${title.toLowerCase()}`}>
        <TableHead
          columns={[
            title,
            'Requests',
            { number: 'Errors' },
            { number: 'Median' },
            { number: 'Tokens read' },
            { number: 'Tokens written' },
            { number: 'US dollars' },
          ]}
        />
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={index}>
              <Table.Td className={classes.wide}>{nameOf(row)}</Table.Td>
              <Table.Td>
                <span className={classes.bar} style={{ width: `${(row.requests / most) * 120}px` }} />
                {row.requests.toLocaleString('en')}
              </Table.Td>
              <Table.Td ta="right">{row.errors.toLocaleString('en')}</Table.Td>
              <Table.Td ta="right">{row.p50_ms === null ? '' : `${Math.round(row.p50_ms)} ms`}</Table.Td>
              <Table.Td ta="right">{row.prompt_tokens.toLocaleString('en')}</Table.Td>
              <Table.Td ta="right">{row.completion_tokens.toLocaleString('en')}</Table.Td>
              <Table.Td ta="right">{row.cost_usd === 0 ? '' : row.cost_usd.toFixed(4)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
