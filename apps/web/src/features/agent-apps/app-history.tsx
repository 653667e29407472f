import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { svc } from '../../live/server.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { RowsSketch } from '../../ui/sketch.tsx'
import { Time } from '../../ui/time.tsx'
import classes from './agent-apps.module.css'

const most = 100

/** The newest runs of the app, each with a page of its own. */
export function AppHistory({ name }: { name: string }) {
  const query = useQuery({
    queryKey: ['agent-apps', 'runs', name],
    queryFn: async ({ signal }) => (await svc.agentApps.runs({ app: name, limit: most }, { signal })).items,
  })
  return (
    <Loaded query={query} sketch={<RowsSketch />}>
      {runs =>
        runs.length === 0 ? (
          <p>It has not run here yet.</p>
        ) : (
          <ul className={classes.history}>
            {runs.map(run => (
              <li key={run.run_id}>
                <Link to="/agent-apps/$name/runs/$run_id" params={{ name, run_id: run.run_id } as never}>
                  <Time at={run.started_at} />
                </Link>
                <span>{run.status}</span>
                <span>{run.trigger}</span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
