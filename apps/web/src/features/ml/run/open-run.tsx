import { Button, Group, Table } from '@mantine/core'
import { NotFoundError } from '@svc/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { noticeWithUndo } from '../../../ui/overlays/notices.ts'
import { usePageTitle } from '../../../ui/page/page.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { Time } from '../../../ui/words/time.tsx'
import classes from '../ml.module.css'
import { DatasetLink, MlLink, mlSearch } from '../ml-link.tsx'
import { figure, isGoingOn, statusWords } from '../../../ui/ml-run/run-words.ts'
import type { TrainingResult, WholeRun } from '../types.ts'
import { Curves } from './curves.tsx'
import { RegisterRun } from './register-run.tsx'
import { RunFiles } from './run-files.tsx'
import { TrainingFigures } from './training-figures.tsx'

/** One run: what went in, how it went, and what came out. */
export function OpenRun({ id }: { id: string }) {
  const run = useQuery({
    queryKey: ['ml', 'run', id],
    queryFn: ({ signal }) => svc.ml.runs.get(id, { signal }),
  })
  if (run.error instanceof NotFoundError) {
    return (
      <EmptyState icon="brain" action={<MlLink>All runs</MlLink>}>
        There is no such run in this workspace. It may have been deleted.
      </EmptyState>
    )
  }
  return (
    <Loaded query={run} sketch={<RowsSketch />}>
      {data => <RunPage run={data} />}
    </Loaded>
  )
}

function RunPage({ run }: { run: WholeRun }) {
  usePageTitle(run.name)
  const result = run.result as TrainingResult | null
  return (
    <div className={classes.page}>
      <Head run={run} />
      {run.failure !== null && (
        <p role="alert" className={classes.failure}>
          {run.failure}
        </p>
      )}
      <Curves runs={[run]} />
      {result !== null && <TrainingFigures result={result} />}
      <div className={classes.charts}>
        <Labels title="Metrics" labels={Object.entries(run.metrics).map(([key, value]) => [key, figure(value)])} />
        <Labels title="Params" labels={Object.entries(run.params)} />
        <Labels title="Tags" labels={Object.entries(run.tags)} />
        {run.artifact_count > 0 && <RunFiles runId={run.run_id} />}
      </div>
    </div>
  )
}

function Head({ run }: { run: WholeRun }) {
  const navigate = useNavigate()
  const [isRegistering, setRegistering] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const { run_id: id, name, status, dataset, job_id, session_id, created_at } = run
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    setError(null)
    try {
      await work()
      await queries.invalidateQueries({ queryKey: ['ml'] })
    } catch (problem) {
      setError(problem)
    }
  }
  const remove = async (): Promise<void> => {
    await svc.ml.runs.delete(id)
    await navigate({ to: '/data', search: mlSearch({}) })
    noticeWithUndo(`Deleted: ${name}`, async () => {
      await svc.ml.runs.restore(id)
      await queries.invalidateQueries({ queryKey: ['ml'] })
    })
  }
  return (
    <>
      <Group gap={16} align="center" className={classes.head}>
        <MlLink>All runs</MlLink>
        <span role="status" className={classes.status} data-status={status}>
          {statusWords[status]}
        </span>
        <span className={classes.about}>
          {'Made '}
          <Time at={created_at} />
          {dataset !== null && (
            <>
              {' from '}
              <DatasetLink dataset={dataset} />
            </>
          )}
          {job_id !== null && (
            <>
              {' by a '}
              <Link to="/data" search={{ tab: 'jobs', job: job_id } as never}>
                job
              </Link>
            </>
          )}
          {session_id !== null && (
            <>
              {' for a '}
              <Link to="/c/$sessionId" params={{ sessionId: session_id } as never}>
                conversation
              </Link>
            </>
          )}
        </span>
        <Group gap={8} ml="auto">
          {isGoingOn(run) && job_id !== null && (
            <Button variant="default" onClick={() => void act(async () => svc.jobs.cancel(job_id))}>
              Cancel training
            </Button>
          )}
          {run.artifact_count > 0 && <Button onClick={() => setRegistering(true)}>Register model</Button>}
          <Button variant="subtle" onClick={() => void act(remove)}>
            Delete run
          </Button>
        </Group>
      </Group>
      {error !== null && <ErrorPanel error={error} />}
      {isRegistering && <RegisterRun runId={id} onClose={() => setRegistering(false)} />}
    </>
  )
}

function Labels({ title, labels }: { title: string; labels: readonly (readonly [string, string])[] }) {
  if (labels.length === 0) return null
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <Table aria-label={title} className={classes.labels}>
        <Table.Tbody>
          {labels.map(([key, value]) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">{key}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
