import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { svc } from '../../live/server.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { SearchBox, useSearchText } from '../../ui/forms/search-box.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import classes from './agent-apps.module.css'
import { AppCard, BrokenApp } from './app-card.tsx'
import type { App } from './types.ts'

const pageSize = 200
const mostShown = 60

/** Every agent app of the workspace; a broken one with what is wrong. */
export function AgentAppsPage() {
  const query = useQuery({
    queryKey: ['agent-apps', 'all'],
    async queryFn({ signal }) {
      const apps = []
      for await (const app of svc.agentApps.list({ limit: pageSize }, { signal })) apps.push(app)
      return apps
    },
  })
  return (
    <Page title="Agent apps">
      <Loaded query={query} sketch={<RowsSketch />}>
        {apps =>
          apps.length === 0 ? (
            <EmptyState icon="bot">
              Small programs with a form, a run and a result. Put a folder with a manifest into manifests/, and it is
              here within a second.
            </EmptyState>
          ) : (
            <Gallery apps={apps} />
          )
        }
      </Loaded>
    </Page>
  )
}

function Gallery({ apps }: { apps: readonly App[] }) {
  const search = useSearchText()?.toLowerCase()
  const [isWhole, setWhole] = useState(false)
  const found = apps.filter(
    app =>
      search === undefined ||
      [app.name, app.display_name, app.description].some(text => text?.toLowerCase().includes(search)),
  )
  // A broken edit of an app that is served leaves it in its place.
  const good = found.filter(app => app.version !== null)
  const broken = found.filter(app => app.version === null)
  const shown = isWhole ? good : good.slice(0, mostShown)
  return (
    <>
      <div className={classes.bar}>
        <SearchBox label="Search agent apps" />
      </div>
      {found.length === 0 && <p className={classes.lead}>None of these fits. Search for another word.</p>}
      {shown.length > 0 && (
        <ul className={classes.cards} aria-label="Agent apps">
          {shown.map(app => (
            <AppCard key={app.name} app={app} />
          ))}
        </ul>
      )}
      {shown.length < good.length && (
        <Button variant="subtle" mt={12} onClick={() => setWhole(true)}>
          {`Show all ${good.length.toLocaleString('en')}`}
        </Button>
      )}
      {broken.length > 0 && (
        <section aria-label="Broken apps" className={classes.broken}>
          <h2>Broken</h2>
          <ul>
            {broken.map(app => (
              <BrokenApp key={app.name} app={app} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
