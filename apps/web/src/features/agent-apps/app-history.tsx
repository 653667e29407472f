import { Badge } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useListing } from '../../live/listing.ts'
import { svc } from '../../live/server.ts'
import { durationWord } from '../../ui/words/duration.ts'
import { Loaded } from '../../ui/states/loaded.tsx'
import { ShowMore } from '../../ui/states/show-more.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { Time } from '../../ui/words/time.tsx'
import classes from './agent-apps.module.css'
import { isLive, statusColor, statusWord, triggerWord } from './run/run-words.ts'

/** The runs of the app, newest first, each with an address of its own. */
export function AppHistory({ name }: { name: string }) {
  const listing = useListing(['agent-apps', 'list', 'runs', name], options =>
    svc.agentApps.runs({ app: name, limit: 50 }, options),
  )
  return (
    <Loaded query={listing} sketch={<RowsSketch />}>
      {runs =>
        runs.length === 0 ? (
          <p className={classes.lead}>It has not run here yet.</p>
        ) : (
          <>
            <div className={classes.scroll} tabIndex={0} role="group" aria-label="Runs of the app">
              <table aria-label="Runs" className={classes.table}>
                <thead>
                  <tr>
                    <th scope="col">Started</th>
                    <th scope="col">State</th>
                    <th scope="col" className={classes.number}>
                      Duration
                    </th>
                    <th scope="col">Started by</th>
                    <th scope="col">Version</th>
                    <th scope="col">Error</th>
                  </tr>
                </thead>
                <tbody>
                  {runs.map(run => (
                    <tr key={run.run_id}>
                      <td>
                        <Link to="/agent-apps/$name/runs/$run_id" params={{ name, run_id: run.run_id } as never}>
                          <Time at={run.started_at} />
                        </Link>
                      </td>
                      <td>
                        <Badge color={statusColor(run.status)}>{statusWord(run.status)}</Badge>
                      </td>
                      <td className={classes.number}>
                        {isLive(run.status) ? '' : durationWord(run.usage.duration_ms)}
                      </td>
                      <td>{triggerWord(run.trigger)}</td>
                      <td>{run.version}</td>
                      <td className={classes.errorCell}>{run.error?.message}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            <ShowMore listing={listing} />
          </>
        )
      }
    </Loaded>
  )
}
