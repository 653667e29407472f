import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { svc } from '../../live/server.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { RowsSketch } from '../../ui/sketch.tsx'
import { AddressTabs } from '../../ui/tabs.tsx'
import { AppHistory } from './app-history.tsx'
import { AppCode } from './app-code.tsx'
import { RunApp } from './run-app.tsx'
import classes from './agent-apps.module.css'

/** One agent app: what it takes, a run of it, and what it did before. */
export function AgentAppPage() {
  const { name = '', run_id: runId } = useParams({ strict: false })
  const query = useQuery({
    queryKey: ['agent-apps', 'one', name],
    queryFn: ({ signal }) => svc.agentApps.get(name, { signal }),
  })
  const title = runId === undefined ? (query.data?.display_name ?? name) : `Run of ${query.data?.display_name ?? name}`
  return (
    <Page title={title}>
      <Loaded query={query} sketch={<RowsSketch />}>
        {app => (
          <>
            {app.description !== null && <p className={classes.lead}>{app.description}</p>}
            {app.error && (
              <Alert color="bad" variant="light" role="alert" title="The folder cannot be served as it is" mb={16}>
                <p style={{ margin: 0 }}>{app.error.message}</p>
                {app.version !== null && <p>The last good version, {app.version}, goes on working.</p>}
                {'frame' in app.error && typeof app.error.frame === 'string' && (
                  <CodeBlock>{app.error.frame}</CodeBlock>
                )}
              </Alert>
            )}
            {app.inputs !== null && (
              <AddressTabs
                label={title}
                tabs={[
                  {
                    id: 'run',
                    title: 'Run',
                    content: () => <RunApp key={`${name} ${runId}`} app={app} runId={runId} />,
                  },
                  { id: 'history', title: 'History', content: () => <AppHistory name={name} /> },
                  { id: 'code', title: 'Code', content: () => <AppCode app={app} /> },
                ]}
              />
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
