import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { notice } from '../../ui/overlays/notices.ts'
import { Throughput } from './throughput.tsx'
import { states } from './words.ts'
import type { State } from './words.ts'
import classes from './jobs.module.css'

/** How many jobs are in each state; each count shows just those. */
export function JobCounts({ shown }: { shown: State | undefined }) {
  const [isAsking, setAsking] = useState(false)
  const { data: stats } = useQuery({
    queryKey: ['jobs', 'stats'],
    queryFn: async ({ signal }) => (await svc.jobs.stats({ signal })).states,
  })
  const dead = stats?.dead ?? 0
  return (
    <div className={classes.line}>
      <nav aria-label="States" className={classes.counts}>
        <Filter title="All" count={undefined} state={undefined} isShown={shown === undefined} />
        {Object.entries(states).map(([state, title]) => (
          <Filter
            key={state}
            title={title}
            count={stats?.[state as State]}
            state={state as State}
            isShown={shown === state}
          />
        ))}
      </nav>
      <Throughput />
      {dead > 0 && (
        <Button variant="default" onClick={() => setAsking(true)}>
          Redrive dead jobs
        </Button>
      )}
      {isAsking && (
        <Confirm
          verb="Redrive dead jobs"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            const { redriven } = await svc.jobs.redrive({ limit: 1000 })
            await queries.invalidateQueries({ queryKey: ['jobs'] })
            notice(`${redriven} ${redriven === 1 ? 'job is' : 'jobs are'} queued again.`)
          }}
        >
          {dead.toLocaleString('en')} {dead === 1 ? 'job' : 'jobs'} died. Each is queued again with all its attempts,
          1,000 at once.
        </Confirm>
      )}
    </div>
  )
}

function Filter({
  title,
  count,
  state,
  isShown,
}: {
  title: string
  count: number | undefined
  state: State | undefined
  isShown: boolean
}) {
  return (
    <Link
      to="/data"
      search={{ tab: 'jobs', state } as never}
      className={classes.count ?? ''}
      aria-current={isShown ? 'true' : undefined}
    >
      {title}
      {count !== undefined && <span>{count.toLocaleString('en')}</span>}
    </Link>
  )
}
