import { NativeSelect, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { serverNow } from '../../live/server-clock.ts'
import { svc } from '../../live/server.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import classes from './developer.module.css'
import { lastDays, usageSeries } from './usage-series.ts'
import type { UsageMeasure, UsageNames, UsageRow } from './usage-series.ts'

type Group = 'day' | 'key' | 'route' | 'model'

const groups = [
  { value: 'day', label: 'By day' },
  { value: 'key', label: 'By key' },
  { value: 'route', label: 'By route' },
  { value: 'model', label: 'By model' },
]

const titles = { key: 'Key', route: 'Route', model: 'Model' } as const
const measures: readonly { value: UsageMeasure; label: string }[] = [
  { value: 'requests', label: 'Requests' },
  { value: 'errors', label: 'Errors' },
  { value: 'tokens', label: 'Tokens' },
]

/** Requests, errors and tokens of the last 30 days: over time, and their sums. */
export function Usage() {
  const [group, setGroup] = useState<Group>('day')
  const [measure, setMeasure] = useState<UsageMeasure>('requests')
  const usage = useQuery({
    queryKey: ['developer', 'usage', group],
    queryFn: async ({ signal }) => (await svc.developer.usage({ group_by: group }, { signal })).items,
  })
  const daily = useQuery({
    queryKey: ['developer', 'usage', 'daily', group],
    queryFn: async ({ signal }) =>
      (await svc.developer.usage({ group_by: group === 'day' ? 'day' : `day,${group}` }, { signal })).items,
  })
  const keys = useQuery({
    queryKey: ['developer', 'keys'],
    queryFn: async ({ signal }) => (await svc.developer.keys.list({ limit: 200 }, { signal })).items,
  })
  const nameOf = (row: UsageRow): string => {
    if (group === 'key') return keys.data?.find(({ id }) => id === row.key_id)?.name ?? row.key_id ?? 'Sign-ins'
    return row[group] ?? 'None'
  }
  return (
    <>
      <div className={classes.choices}>
        <NativeSelect
          label="Group"
          value={group}
          onChange={event => setGroup(event.currentTarget.value as Group)}
          data={groups}
        />
        <NativeSelect
          label="Measure"
          value={measure}
          onChange={event => setMeasure(event.currentTarget.value as UsageMeasure)}
          data={[...measures]}
        />
      </div>
      {daily.data !== undefined && daily.data.length > 0 && (
        <Series rows={daily.data} measure={measure} by={group === 'day' ? null : { title: titles[group], nameOf }} />
      )}
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

function Series({ rows, measure, by }: { rows: readonly UsageRow[]; measure: UsageMeasure; by: UsageNames | null }) {
  const title = measures.find(({ value }) => value === measure)?.label ?? ''
  const spec = JSON.stringify(usageSeries(rows, { measure, title, days: lastDays(serverNow()), by }))
  // A render with the same numbers draws nothing anew.
  const drawn = useMemo(() => JSON.parse(spec) as Readonly<Record<string, unknown>>, [spec])
  return <Chart title={`${title} a day`} spec={drawn} />
}

function UsageTable({
  rows,
  nameOf,
  title,
}: {
  rows: readonly UsageRow[]
  nameOf: (row: UsageRow) => string
  title: string
}) {
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
