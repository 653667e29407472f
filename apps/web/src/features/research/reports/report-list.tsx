import { Button, TextInput } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useListing } from '../../../live/listing.ts'
import { svc } from '../../../live/server.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { textIn, useSubmit } from '../../../ui/forms/use-submit.ts'
import { RefusalPanel } from '../../../ui/forms/refusal-panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { ShowMore } from '../../../ui/states/show-more.tsx'
import { Time } from '../../../ui/words/time.tsx'
import { changed, counted } from '../records.ts'
import type { Project, Report } from '../records.ts'
import { ReportEditor } from './report-editor.tsx'
import classes from '../research.module.css'

/** What is written in a project; one of them open. */
export function ReportList({ project }: { project: Project }) {
  const { research_project_id: projectId } = project
  const { report: openId } = useSearch({ strict: false }) as { report?: string }
  if (openId !== undefined) return <OpenReport key={openId} project={project} reportId={openId} />
  return <Reports projectId={projectId} />
}

function Reports({ projectId }: { projectId: string }) {
  const navigate = useNavigate()
  const listing = useListing<Report>(['research', 'list', 'reports', projectId], options =>
    svc.research.reports.list(projectId, undefined, options),
  )
  const { onSubmit, isBusy, refusal } = useSubmit(async form => {
    const title = textIn(form, 'title')
    const made = await svc.research.reports.create(projectId, { title, body: `# ${title}\n\n` })
    await changed()
    await navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, report: made.report_id }),
    } as never)
  })
  return (
    <>
      <form onSubmit={onSubmit} className={classes.bar}>
        <TextInput
          name="title"
          aria-label="Title of the report"
          placeholder="Title of the report"
          maxLength={300}
          required
          error={refusal.at('/title')}
        />
        <SubmitButton loading={isBusy}>Write report</SubmitButton>
      </form>
      <RefusalPanel refusal={refusal} />
      <Loaded query={listing} sketch={<RowsSketch />}>
        {reports => (
          <>
            {reports.length === 0 && (
              <p className={classes.small}>
                Nothing is written yet. A report cites sources with @ and names claims with [[; what it says without
                evidence is shown at its line.
              </p>
            )}
            <ul aria-label="Reports" className={classes.projects}>
              {reports.map(report => (
                <li key={report.report_id}>
                  <Link
                    to="/research"
                    search={(before: Record<string, unknown>) => ({ ...before, report: report.report_id }) as never}
                  >
                    {report.title}
                  </Link>
                  <p className={classes.small}>
                    {counted(report.claims.length, 'claim')}, {counted(report.citations.length, 'source')} cited ·{' '}
                    <Time at={report.updated_at} />
                  </p>
                </li>
              ))}
            </ul>
            <ShowMore listing={listing} />
          </>
        )}
      </Loaded>
    </>
  )
}

function OpenReport({ project, reportId }: { project: Project; reportId: string }) {
  const { research_project_id: projectId } = project
  const query = useQuery({
    queryKey: ['research', 'report', projectId, reportId],
    queryFn: ({ signal }) => svc.research.reports.get(projectId, reportId, undefined, { signal }),
  })
  return (
    <>
      <Button
        component={Link}
        variant="subtle"
        size="compact-sm"
        to="/research"
        search={(before: Record<string, unknown>) => ({ ...before, report: undefined }) as never}
      >
        All reports
      </Button>
      <Loaded query={query} sketch={<RowsSketch rows={8} />}>
        {report => <ReportEditor key={report.report_id} report={report} />}
      </Loaded>
    </>
  )
}
