import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PlaybookPage } from '@svc/sdk'
import { svc } from '../../live/server.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { SearchBox, useSearchText } from '../../ui/forms/search-box.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { AddressTabs } from '../../ui/page/tabs.tsx'
import { Time } from '../../ui/words/time.tsx'
import { DefinitionEditor } from './definition/definition-editor.tsx'
import { firstDefinition } from './definition/first-definition.ts'
import { Mistakes } from './definition/mistakes.tsx'
import classes from './playbooks.module.css'
import { RunList } from './run-list.tsx'

/** The playbooks of the workspace, all runs, and a new one. */
export function PlaybooksPage() {
  return (
    <Page title="Playbooks">
      <AddressTabs
        label="Playbooks"
        tabs={[
          { id: 'playbooks', title: 'Playbooks', content: () => <PlaybookList /> },
          { id: 'runs', title: 'Runs', content: () => <RunList /> },
          {
            id: 'new',
            title: 'New playbook',
            content: () => <DefinitionEditor draft="playbook-text:new" text={firstDefinition} />,
          },
        ]}
      />
    </Page>
  )
}

function PlaybookList() {
  const search = useSearchText()
  const query = useQuery({
    queryKey: ['playbooks', 'all', search ?? null],
    // With what is wrong with broken folders, which the iteration of a list leaves out.
    queryFn: ({ signal }) => svc.get<PlaybookPage>('/api/playbooks', { query: { limit: 200, search }, signal }),
  })
  return (
    <>
      <div className={classes.bar}>
        <SearchBox label="Search playbooks" />
      </div>
      <Loaded query={query} sketch={<RowsSketch />}>
        {({ items, problems }) => (
          <>
            {items.length === 0 && search === undefined && (
              <EmptyState icon="route">
                Steps that go on after a restart: agents, tools, queries and people’s decisions. Write one under New
                playbook, or put a folder with a playbook.yaml into manifests/.
              </EmptyState>
            )}
            {items.length === 0 && search !== undefined && (
              <p className={classes.lead}>None of these fits. Search for another word.</p>
            )}
            {items.length > 0 && (
              <ul className={classes.cards} aria-label="Playbooks">
                {items.map(({ id, name, title, summary, version, enabled, updated_at }) => (
                  <li key={id} className={classes.card}>
                    <h2>
                      <Link to="/playbooks/$name" params={{ name } as never}>
                        <bdi>{title ?? name}</bdi>
                      </Link>
                    </h2>
                    {summary !== null && <p>{summary}</p>}
                    <div className={classes.facts}>
                      {!enabled && <Badge color="warn">Switched off</Badge>}
                      <span>Version {version}</span>
                      <span>
                        Changed <Time at={updated_at} />
                      </span>
                    </div>
                  </li>
                ))}
              </ul>
            )}
            {problems.length > 0 && (
              <section aria-label="Broken playbooks" className={classes.broken}>
                <h2>Broken</h2>
                {problems.map(({ name, file, errors }) => (
                  <article key={name} aria-label={name}>
                    <h3>
                      <bdi>{name}</bdi>
                    </h3>
                    <p className={classes.lead}>The last good version, if there is one, goes on being served.</p>
                    <Mistakes mistakes={errors} file={file} />
                  </article>
                ))}
              </section>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}
