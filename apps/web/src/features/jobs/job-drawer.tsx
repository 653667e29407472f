import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { CodeBlock } from '../../ui/copy/code-block.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { Time } from '../../ui/words/time.tsx'
import { Drawer } from '../../ui/overlays/modal.tsx'
import { isState, states } from './words.ts'
import classes from './jobs.module.css'

/** One job: what it was given, what became of it, and what can be done about it. */
export function JobDrawer({ id }: { id: string }) {
  const navigate = useNavigate()
  const [error, setError] = useState<unknown>(null)
  const job = useQuery({ queryKey: ['jobs', 'one', id], queryFn: async ({ signal }) => svc.jobs.get(id, { signal }) })
  const close = (): void =>
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, job: undefined }) } as never)
  const attempt = (work: PromiseLike<unknown>): void =>
    void Promise.resolve(work)
      .then(() => queries.invalidateQueries({ queryKey: ['jobs'] }))
      .then(() => setError(null), setError)
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={480}
      title={job.data?.kind ?? 'Job'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Loaded query={job} sketch={<RowsSketch />}>
        {data => (
          <>
            <dl className={classes.facts}>
              <dt>State</dt>
              <dd>
                {isState(data.state) ? states[data.state] : data.state}
                {data.cancel_requested && data.state === 'running' && ', to be cancelled'}
              </dd>
              <dt>Attempt</dt>
              <dd>
                {data.attempt} of {data.max_attempts}
              </dd>
              <dt>Queue</dt>
              <dd>{data.queue}</dd>
              <dt>Made</dt>
              <dd>
                <Time at={data.created_at} />
              </dd>
              <Moment title="Started" at={data.started_at} />
              <Moment title="Ended" at={data.finished_at} />
              <dt>Worker</dt>
              <dd>{data.worker_id ?? 'None'}</dd>
              <dt>Id</dt>
              <dd>{data.job_id}</dd>
            </dl>
            {error !== null && <ErrorPanel error={error} />}
            <Group gap={8} mb={16}>
              {(data.state === 'queued' || data.state === 'running') && (
                <Button
                  variant="default"
                  disabled={data.cancel_requested}
                  onClick={() => attempt(svc.jobs.cancel(data.job_id))}
                >
                  Cancel job
                </Button>
              )}
              {(data.state === 'dead' || data.state === 'cancelled') && (
                <Button onClick={() => attempt(svc.jobs.retry(data.job_id))}>Retry</Button>
              )}
            </Group>
            {data.error !== null && (
              <>
                <h3 className={classes.section}>Error</h3>
                <CodeBlock copies="Copy error">{data.error.message}</CodeBlock>
              </>
            )}
            <h3 className={classes.section}>Payload</h3>
            <CodeBlock copies="Copy payload">{asJson(data.payload)}</CodeBlock>
            {data.result !== null && (
              <>
                <h3 className={classes.section}>Result</h3>
                <CodeBlock copies="Copy result">{asJson(data.result)}</CodeBlock>
              </>
            )}
          </>
        )}
      </Loaded>
    </Drawer>
  )
}

function Moment({ title, at }: { title: string; at: string | null }) {
  if (at === null) return null
  return (
    <>
      <dt>{title}</dt>
      <dd>
        <Time at={at} />
      </dd>
    </>
  )
}

const mostShown = 100_000

function asJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  return text.length > mostShown ? `${text.slice(0, mostShown)}\n… the rest is left out` : text
}
