import { Progress, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { svc } from '../../live/server.ts'
import { Time } from '../../ui/words/time.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { isState, states } from './words.ts'
import classes from './jobs.module.css'

export type Job = Awaited<ReturnType<typeof svc.jobs.list>>['items'][number]

/** The newest first; the first cell opens one. */
export function JobTable({ jobs }: { jobs: readonly Job[] }) {
  return (
    <div className={classes.scroll}>
      <Table aria-label="Jobs">
        <TableHead columns={['Kind', 'State', 'Progress', { number: 'Attempt' }, { number: 'Made' }]} />
        <Table.Tbody>
          {jobs.map(({ job_id: id, kind, state, progress, attempt, max_attempts, created_at }) => (
            <Table.Tr key={id}>
              <Table.Td className={classes.kind}>
                <Link to="/data" search={(before: Record<string, unknown>) => ({ ...before, job: id }) as never}>
                  {kind}
                </Link>
              </Table.Td>
              <Table.Td data-state={state} className={classes.state}>
                {isState(state) ? states[state] : state}
              </Table.Td>
              <Table.Td>
                {state === 'running' && (
                  <Progress.Root>
                    <Progress.Section value={progress * 100} aria-label={`Progress of ${kind}`} />
                  </Progress.Root>
                )}
              </Table.Td>
              <Table.Td ta="right">
                {attempt} of {max_attempts}
              </Table.Td>
              <Table.Td ta="right">
                <Time at={created_at} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
