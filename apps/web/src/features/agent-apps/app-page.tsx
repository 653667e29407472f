import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { svc } from '../../live/server.ts'
import { Loaded } from '../../ui/states/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { AddressTabs } from '../../ui/page/tabs.tsx'
import classes from './agent-apps.module.css'
import { AppCode } from './app-code.tsx'
import { AppHistory } from './app-history.tsx'
import { AppSchedule } from './app-schedule.tsx'
import { FolderProblem } from './folder-problem.tsx'
import { RunApp, useIsStarted } from './run/run-app.tsx'
import type { App } from './types.ts'

/** One agent app: what it takes, a run of it, what it did before, when it runs by itself, and how a program runs it. */
export function AgentAppPage() {
  const { name = '', run_id: runId } = useParams({ strict: false })
  const isStarted = useIsStarted()
  const query = useQuery({
    queryKey: ['agent-apps', 'one', name],
    queryFn: ({ signal }) => svc.agentApps.get(name, { signal }),
  })
  const shownName = query.data?.display_name ?? name
  const title = runId === undefined ? shownName : `Run of ${shownName}`
  return (
    <Page title={title} keepsFocus={isStarted}>
      <Loaded query={query} sketch={<RowsSketch />}>
        {app => (
          <>
            {app.description !== null && <p className={classes.lead}>{app.description}</p>}
            {app.error && <Broken app={app} error={app.error} />}
            {app.inputs !== null && <AppTabs app={app} runId={runId} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function AppTabs({ app, runId }: { app: App; runId: string | undefined }) {
  const { name } = app
  return (
    <AddressTabs
      label="Parts of the app"
      tabs={[
        { id: 'run', title: 'Run', content: () => <RunApp key={name} app={app} runId={runId} /> },
        { id: 'history', title: 'History', content: () => <AppHistory name={name} /> },
        { id: 'schedule', title: 'Schedule', content: () => <AppSchedule app={app} /> },
        { id: 'code', title: 'Code', content: () => <AppCode app={app} /> },
      ]}
    />
  )
}

function Broken({ app: { version }, error }: { app: App; error: NonNullable<App['error']> }) {
  const isServed = version !== null
  return (
    <Alert
      color={isServed ? 'warn' : 'bad'}
      variant="light"
      role="alert"
      title={isServed ? 'The newest edit is broken' : 'The app is broken'}
      mb={16}
    >
      {isServed && <p className={classes.tight}>{`Version ${version}, the last good one, goes on running.`}</p>}
      <FolderProblem error={error} />
    </Alert>
  )
}
