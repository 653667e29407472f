import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { svc } from '../../live/server.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchBox, useSearchText } from '../../ui/search-box.tsx'
import { RowsSketch } from '../../ui/sketch.tsx'
import { Time } from '../../ui/time.tsx'
import classes from './agent-apps.module.css'

/** Every agent app of the workspace; a broken one with what is wrong. */
export function AgentAppsPage() {
  const search = useSearchText()?.toLowerCase()
  const query = useQuery({
    queryKey: ['agent-apps', 'list'],
    async queryFn({ signal }) {
      const apps = []
      for await (const app of svc.agentApps.list({ limit: 200 }, { signal })) apps.push(app)
      return apps
    },
  })
  return (
    <Page title="Agent apps">
      <Loaded query={query} sketch={<RowsSketch />}>
        {apps => {
          if (apps.length === 0)
            return (
              <EmptyState icon="bot">
                Small programs with a form, a run and a result. Put a folder with a manifest into manifests/, and it is
                here within a second.
              </EmptyState>
            )
          const shown = apps.filter(app =>
            [app.name, app.display_name, app.description].some(text => text?.toLowerCase().includes(search ?? '')),
          )
          return (
            <>
              <div className={classes.bar}>
                <SearchBox label="Search agent apps" />
              </div>
              <ul className={classes.cards}>
                {shown.map(app => (
                  <li key={app.name} className={classes.card}>
                    <Icon name="bot" size={20} />
                    <h2>
                      <Link to="/agent-apps/$name" params={{ name: app.name } as never}>
                        {app.display_name ?? app.name}
                      </Link>
                    </h2>
                    <p>{app.error ? app.error.message : app.description}</p>
                    <div className={classes.facts}>
                      {app.error && <Badge color="bad">Broken</Badge>}
                      {!app.enabled && <Badge color="warn">Switched off</Badge>}
                      {app.last_run && (
                        <span>
                          Last run <Time at={app.last_run.started_at} />: {app.last_run.status}
                        </span>
                      )}
                    </div>
                  </li>
                ))}
              </ul>
              {shown.length === 0 && <p>None of these fits.</p>}
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}
