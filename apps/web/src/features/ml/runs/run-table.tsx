import { Button, Checkbox, Table } from '@mantine/core'
import { Icon } from '../../../ui/icon.tsx'
import { Time } from '../../../ui/words/time.tsx'
import classes from '../ml.module.css'
import { DatasetLink, MlLink } from '../ml-link.tsx'
import { figure, statusWords } from '../../../ui/ml-run/run-words.ts'
import type { Run } from '../types.ts'
import { cellOf, columnOf, quoted } from './columns.ts'

/** Runs as rows; a click on the head of a figure orders by it, and another turns the order round. */
export function RunTable({
  runs,
  columns,
  order,
  onOrder,
  ticked,
  onTick,
  mostTicked,
}: {
  runs: readonly Run[]
  columns: readonly string[]
  order: string | undefined
  onOrder: (order: string | undefined) => void
  ticked: readonly string[]
  onTick: (ids: readonly string[]) => void
  mostTicked: number
}) {
  const tick = (id: string, isOn: boolean): void => onTick(isOn ? [...ticked, id] : ticked.filter(each => each !== id))
  return (
    <div className={classes.scroll}>
      <Table aria-label="Runs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <span className="visually-hidden">Compare</span>
            </Table.Th>
            <Table.Th>Name</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Dataset</Table.Th>
            {columns.map(name => (
              <OrderedHead key={name} name={name} order={order} onOrder={onOrder} />
            ))}
            <Table.Th ta="right">Made</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map(run => (
            <Table.Tr key={run.run_id}>
              <Table.Td>
                <Checkbox
                  size="xs"
                  aria-label={`Compare ${run.name}`}
                  checked={ticked.includes(run.run_id)}
                  disabled={!ticked.includes(run.run_id) && ticked.length >= mostTicked}
                  onChange={event => tick(run.run_id, event.currentTarget.checked)}
                />
              </Table.Td>
              <Table.Td className={classes.name}>
                <MlLink to={{ run: run.run_id }}>{run.name}</MlLink>
              </Table.Td>
              <Table.Td className={classes.status} data-status={run.status}>
                {statusWords[run.status]}
              </Table.Td>
              <Table.Td className={classes.name}>{run.dataset && <DatasetLink dataset={run.dataset} />}</Table.Td>
              {columns.map(name => (
                <Table.Td
                  key={name}
                  ta={columnOf(name).kind === 'metrics' ? 'right' : undefined}
                  className={classes.cell}
                >
                  {figure(cellOf(run, name))}
                </Table.Td>
              ))}
              <Table.Td ta="right" className={classes.status}>
                <Time at={run.created_at} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function OrderedHead({
  name,
  order,
  onOrder,
}: {
  name: string
  order: string | undefined
  onOrder: (order: string | undefined) => void
}) {
  const { kind, key } = columnOf(name)
  const [up, down] = [`${quoted(name)} ASC`, `${quoted(name)} DESC`]
  const next = { [down]: up, [up]: undefined }
  const direction = order === up ? 'ascending' : 'descending'
  return (
    <Table.Th
      ta={kind === 'metrics' ? 'right' : undefined}
      aria-sort={order === up || order === down ? direction : 'none'}
    >
      <Button
        variant="transparent"
        size="compact-sm"
        color="gray"
        className={classes.order}
        title={name}
        onClick={() => onOrder(order !== undefined && order in next ? next[order] : down)}
        rightSection={order === up || order === down ? <Icon name={order === up ? 'up' : 'down'} size={14} /> : null}
      >
        {key}
      </Button>
    </Table.Th>
  )
}
