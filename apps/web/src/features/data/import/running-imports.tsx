import { Button, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { Time } from '../../../ui/words/time.tsx'
import classes from '../data.module.css'

const kind = 'data.import'
const mostShown = 20
/** One that failed longer ago is found on the page of the jobs. */
const shownMs = 60 * 60 * 1000

/** Imports that go on in the background, with their progress, and those of the last hour that failed, with the reason. */
export function RunningImports() {
  const jobs = useQuery({
    queryKey: ['jobs', 'list', 'imports'],
    queryFn: async ({ signal }) => (await svc.jobs.list({ kind, limit: mostShown }, { signal })).items,
  })
  const all = jobs.data ?? []
  const running = all.filter(({ state }) => state === 'queued' || state === 'running')
  const failed = all.filter(
    ({ state, finished_at }) =>
      state === 'dead' && finished_at !== null && Date.now() - Date.parse(finished_at) < shownMs,
  )
  const before = useRef(running.length)
  useEffect(() => {
    if (running.length < before.current) void queries.invalidateQueries({ queryKey: ['data', 'list'] })
    before.current = running.length
  }, [running.length])
  if (running.length + failed.length === 0) return null
  return (
    <ul aria-label="Imports" className={classes.imports}>
      {running.map(({ job_id: id, state, progress }) => (
        <li key={id}>
          <span>{state === 'queued' ? 'An import waits for its turn.' : 'A file is imported.'}</span>
          <Progress value={progress * 100} size={4} aria-label="Progress of the import" className={classes.progress} />
          <Button variant="subtle" size="compact-sm" onClick={() => void svc.jobs.cancel(id)}>
            Cancel import
          </Button>
        </li>
      ))}
      {failed.map(({ job_id: id, error, finished_at }) => (
        <li key={id}>
          <span className={classes.failed}>An import failed: {error?.message ?? 'see the job.'}</span>
          <Time at={finished_at ?? ''} />
          <Link to="/data" search={{ tab: 'jobs', job: id } as never}>
            See the job
          </Link>
        </li>
      ))}
    </ul>
  )
}
