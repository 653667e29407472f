import { Link, useParams } from '@tanstack/react-router'
import { Page } from '../../ui/page/page.tsx'
import classes from './playbooks.module.css'
import { RunView } from './run/run-view.tsx'

/** One run of a playbook. */
export function PlaybookRunPage() {
  const { name = '', run_id: runId = '' } = useParams({ strict: false })
  return (
    <Page
      title={`Run of ${name}`}
      actions={
        <Link to="/playbooks/$name" params={{ name } as never} className={classes.back ?? ''}>
          Open the playbook
        </Link>
      }
    >
      <RunView key={runId} runId={runId} />
    </Page>
  )
}
