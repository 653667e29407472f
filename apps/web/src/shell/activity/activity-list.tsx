import { Button, Progress } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { svc } from '../../live/server.ts'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { Time } from '../../ui/words/time.tsx'
import classes from './activity.module.css'

type Job = Awaited<ReturnType<typeof svc.jobs.list>>['items'][number]

const mostShown = 8
const ends: Readonly<Record<string, string>> = { succeeded: 'Done', dead: 'Died', cancelled: 'Cancelled' }

/** Jobs under way with their progress, then those that were made last. */
export function ActivityList({ onLeave }: { onLeave: () => void }) {
  const jobs = useQuery({
    queryKey: ['jobs', 'activity'],
    queryFn: async ({ signal }) => {
      const [running, last] = await Promise.all([
        svc.jobs.list({ state: 'running', limit: mostShown }, { signal }),
        svc.jobs.list({ limit: mostShown }, { signal }),
      ])
      return { running: running.items, ended: last.items.filter(({ finished_at }) => finished_at !== null) }
    },
  })
  return (
    <div className={classes.list}>
      <Loaded query={jobs} sketch={<RowsSketch />}>
        {({ running, ended }) => (
          <>
            <h2>Running</h2>
            {running.length === 0 ? <p className={classes.none}>Nothing runs now.</p> : null}
            <ul>
              {running.map(job => (
                <RunningJob key={job.job_id} job={job} />
              ))}
            </ul>
            {ended.length > 0 && (
              <>
                <h2>Ended</h2>
                <ul>
                  {ended.map(job => (
                    <li key={job.job_id} className={classes.row}>
                      <span className={classes.kind}>{job.kind}</span>
                      <span className={classes.state} data-state={job.state}>
                        {ends[job.state] ?? job.state} <Time at={job.finished_at ?? job.created_at} />
                      </span>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </Loaded>
      <Link to="/data" search={{ tab: 'jobs' } as never} onClick={onLeave} className={classes.all ?? ''}>
        All jobs
      </Link>
    </div>
  )
}

function RunningJob({ job }: { job: Job }) {
  const queries = useQueryClient()
  const [error, setError] = useState<unknown>(null)
  const cancel = (): void =>
    void svc.jobs.cancel(job.job_id).then(() => queries.invalidateQueries({ queryKey: ['jobs'] }), setError)
  const percent = Math.round(job.progress * 100)
  return (
    <li>
      <div className={classes.row}>
        <span className={classes.kind}>{job.kind}</span>
        <Button variant="subtle" size="compact-sm" disabled={job.cancel_requested} onClick={cancel}>
          {job.cancel_requested ? 'Cancelling' : 'Cancel'}
        </Button>
      </div>
      <Progress.Root>
        <Progress.Section value={percent} aria-label={`Progress of ${job.kind}`} />
      </Progress.Root>
      {error !== null && <ErrorPanel error={error} />}
    </li>
  )
}
