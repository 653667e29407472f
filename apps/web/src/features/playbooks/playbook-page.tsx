import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { svc } from '../../live/server.ts'
import { Loaded } from '../../ui/states/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { AddressTabs } from '../../ui/page/tabs.tsx'
import { DefinitionEditor } from './definition/definition-editor.tsx'
import { Versions } from './definition/versions.tsx'
import { PlaybookCode } from './playbook-code.tsx'
import classes from './playbooks.module.css'
import { RunList } from './run-list.tsx'
import { StartPlaybook } from './start-playbook.tsx'

/** One playbook: start it, its runs, its text and versions, and how a program starts it. */
export function PlaybookPage() {
  const { name = '' } = useParams({ strict: false })
  const query = useQuery({
    queryKey: ['playbooks', 'one', name],
    queryFn: ({ signal }) => svc.playbooks.get(name, {}, { signal }),
  })
  return (
    <Page
      title={query.data?.title ?? name}
      actions={
        <Link to="/playbooks" className={classes.back ?? ''}>
          All playbooks
        </Link>
      }
    >
      <Loaded query={query} sketch={<RowsSketch />}>
        {playbook => (
          <>
            {playbook.summary !== null && <p className={classes.lead}>{playbook.summary}</p>}
            <AddressTabs
              label="Parts of the playbook"
              tabs={[
                { id: 'start', title: 'Start', content: () => <StartPlaybook key={name} playbook={playbook} /> },
                { id: 'runs', title: 'Runs', content: () => <RunList playbook={playbook.id} /> },
                {
                  id: 'definition',
                  title: 'Definition',
                  content: () =>
                    playbook.source === 'manifest' ? (
                      <FromFolder name={playbook.name} text={playbook.text} />
                    ) : (
                      <DefinitionEditor
                        key={playbook.revision}
                        draft={`playbook-text:${playbook.id}`}
                        text={playbook.text}
                      />
                    ),
                },
                { id: 'versions', title: 'Versions', content: () => <Versions name={playbook.name} /> },
                { id: 'code', title: 'Code', content: () => <PlaybookCode playbook={playbook} /> },
              ]}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function FromFolder({ name, text }: { name: string; text: string }) {
  return (
    <>
      <p className={classes.lead}>
        It is the folder <code>manifests/{name}</code> of the server. An edit there is served within a second.
      </p>
      <pre>{text}</pre>
    </>
  )
}
