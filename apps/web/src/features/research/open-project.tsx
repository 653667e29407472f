import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { svc } from '../../live/server.ts'
import { usePageTitle } from '../../ui/page/page.tsx'
import { AddressTabs } from '../../ui/page/tabs.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { ClaimList } from './claims/claim-list.tsx'
import { ExportProject } from './exchange.tsx'
import { Lineage } from './lineage/lineage.tsx'
import { ReadingList } from './sources/reading-list.tsx'
import { changed } from './records.ts'
import type { Project } from './records.ts'
import { ReportList } from './reports/report-list.tsx'
import classes from './research.module.css'

type Verification = Extract<Awaited<ReturnType<typeof svc.research.verify>>, { ok: boolean }>

/** One project: what was read, what is claimed, what is written. */
export function OpenProject({ projectId }: { projectId: string }) {
  const query = useQuery({
    queryKey: ['research', 'project', projectId],
    queryFn: ({ signal }) => svc.research.projects.get(projectId, { signal }),
  })
  return (
    <Loaded query={query} sketch={<RowsSketch rows={8} />}>
      {project => <Opened project={project} />}
    </Loaded>
  )
}

function Opened({ project }: { project: Project }) {
  const { research_project_id: projectId, title, question, counts } = project
  usePageTitle(title)
  const [found, setFound] = useState<Verification | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const verify = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const answer = await svc.research.verify(projectId)
      if ('ok' in answer) setFound(answer)
      await changed()
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <div className={classes.bar}>
        <Link to="/research" className={classes.back}>
          All projects
        </Link>
        <Button variant="default" loading={isBusy} onClick={() => void verify()}>
          Verify
        </Button>
        <ExportProject project={project} onError={setError} />
      </div>
      {question !== null && <p className={classes.question}>{question}</p>}
      {error !== null && <ErrorPanel error={error} onRetry={() => void verify()} />}
      {found !== null && <Outcome verification={found} />}
      <AddressTabs
        label="Parts of the project"
        tabs={[
          { id: 'sources', title: `Sources (${counts.sources})`, content: () => <ReadingList projectId={projectId} /> },
          { id: 'claims', title: `Claims (${counts.claims})`, content: () => <ClaimList projectId={projectId} /> },
          { id: 'reports', title: `Reports (${counts.reports})`, content: () => <ReportList project={project} /> },
          { id: 'lineage', title: 'Lineage', content: () => <Lineage projectId={projectId} /> },
        ]}
      />
    </>
  )
}

function Outcome({ verification: { ok, checked, problems } }: { verification: Verification }) {
  const said = `${checked.claims} claims, ${checked.evidence} pieces of evidence and ${checked.sources} sources were read again.`
  return (
    <Alert
      role="status"
      variant="light"
      mb={16}
      color={ok ? 'ok' : 'bad'}
      title={ok ? 'Everything holds' : 'Not everything holds'}
    >
      <p className={classes.plain}>{said}</p>
      {problems.length > 0 && (
        <ul aria-label="What does not hold">
          {problems.slice(0, 20).map(({ code, message, claim_id, evidence_id }, index) => (
            <li key={`${code} ${claim_id ?? ''} ${evidence_id ?? ''} ${index}`}>{message}</li>
          ))}
        </ul>
      )}
    </Alert>
  )
}
