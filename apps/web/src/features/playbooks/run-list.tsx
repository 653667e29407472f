import { Badge } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useListing } from '../../live/listing.ts'
import { svc } from '../../live/server.ts'
import { Loaded } from '../../ui/states/loaded.tsx'
import { ShowMore } from '../../ui/states/show-more.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { Time } from '../../ui/words/time.tsx'
import classes from './playbooks.module.css'
import { statusColor, statusWord, triggerWord, usageWords } from './run/run-words.ts'

/** Runs, newest first: of one playbook, or of all. */
export function RunList({ playbook }: { playbook?: string }) {
  const listing = useListing(['playbooks', 'list', 'runs', playbook ?? null], options =>
    svc.playbooks.runs({ limit: 50, ...(playbook !== undefined && { playbook_id: playbook }) }, options),
  )
  return (
    <Loaded query={listing} sketch={<RowsSketch />}>
      {runs =>
        runs.length === 0 ? (
          <p className={classes.lead}>Nothing has run here yet.</p>
        ) : (
          <>
            <div className={classes.scroll} tabIndex={0} role="group" aria-label="Runs of playbooks">
              <table aria-label="Runs" className={classes.table}>
                <thead>
                  <tr>
                    <th scope="col">Started</th>
                    {playbook === undefined && <th scope="col">Playbook</th>}
                    <th scope="col">State</th>
                    <th scope="col">Done</th>
                    <th scope="col">Started by</th>
                    <th scope="col">Version</th>
                    <th scope="col">Used</th>
                  </tr>
                </thead>
                <tbody>
                  {runs.map(run => (
                    <tr key={run.id}>
                      <td>
                        <Link
                          to="/playbooks/$name/runs/$run_id"
                          params={{ name: run.name, run_id: run.id } as never}
                          aria-label={`Run of ${run.name}`}
                        >
                          <Time at={run.created_at} />
                        </Link>
                      </td>
                      {playbook === undefined && (
                        <td>
                          <bdi>{run.name}</bdi>
                        </td>
                      )}
                      <td>
                        <Badge color={statusColor(run.status)}>{statusWord(run.status)}</Badge>
                      </td>
                      <td>
                        {run.progress.finished} of {run.progress.total}
                      </td>
                      <td>{triggerWord(run.trigger)}</td>
                      <td>{run.version}</td>
                      <td>{usageWords(run).join(', ')}</td>
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
