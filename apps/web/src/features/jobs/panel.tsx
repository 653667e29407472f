import { useSearch } from '@tanstack/react-router'
import { useListing } from '../../live/listing.ts'
import { svc } from '../../live/server.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { ShowMore } from '../../ui/states/show-more.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { JobCounts } from './job-counts.tsx'
import { JobDrawer } from './job-drawer.tsx'
import { JobTable } from './job-table.tsx'
import { isState, states } from './words.ts'

/** What runs in the background, what died, and how to put it right. The address says which state and which job is shown. */
export function JobsPanel() {
  const { state, job } = useSearch({ strict: false }) as { state?: string; job?: string }
  const shown = isState(state) ? state : undefined
  const jobs = useListing(['jobs', 'list', shown], options =>
    svc.jobs.list({ limit: 50, ...(shown !== undefined && { state: shown }) }, options),
  )
  return (
    <>
      <JobCounts shown={shown} />
      <Loaded query={jobs} sketch={<RowsSketch />}>
        {items =>
          items.length === 0 ? (
            <EmptyState icon="refresh" manual="jobs">
              {shown === undefined
                ? 'Imports, runs of agent apps and the work of your own workers stand here while they wait, run and end.'
                : `No job is in the state ${states[shown]}.`}
            </EmptyState>
          ) : (
            <>
              <JobTable jobs={items} />
              <ShowMore listing={jobs} />
            </>
          )
        }
      </Loaded>
      {job !== undefined && <JobDrawer key={job} id={job} />}
    </>
  )
}
