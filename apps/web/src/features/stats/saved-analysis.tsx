import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { Time } from '../../ui/words/time.tsx'
import { analysisQuery, methodsQuery } from './queries.ts'
import { ExportMenu } from './results/export-menu.tsx'
import { ResultView } from './results/result-view.tsx'
import { chosenOf } from './setup/roles.ts'
import { changedOptions, searchOf } from './setup/setup-address.ts'
import type { Analysis } from './types.ts'
import { listed, titleOf } from './words.ts'
import classes from './results/results.module.css'

/** One analysis as it was made, at an address of its own. */
export function SavedAnalysis({ analysisId }: { analysisId: string }) {
  const query = useQuery(analysisQuery(analysisId))
  return (
    <Page title={query.data?.title ?? 'Analysis'}>
      <Loaded query={query} sketch={<RowsSketch rows={10} />}>
        {analysis => <Saved analysis={analysis} />}
      </Loaded>
    </Page>
  )
}

function Saved({ analysis }: { analysis: Analysis }) {
  const { data: methods } = useQuery(methodsQuery)
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const { analysis_id, dataset, dataset_id, version, filter, created_at, created_by } = analysis
  const schema = methods?.find(({ method }) => method === analysis.method)?.options ?? {}
  const search = searchOf({
    dataset: dataset_id,
    method: analysis.method,
    variables: chosenOf(analysis.variables),
    options: changedOptions(analysis.options, schema),
    filter: filter ?? '',
  })
  const remove = async (): Promise<void> => {
    await svc.stats.delete(analysis_id)
    await navigate({ to: '/stats' })
    queries.removeQueries({ queryKey: analysisQuery(analysis_id).queryKey })
    await queries.invalidateQueries({ queryKey: ['stats', 'list'] })
  }
  return (
    <section aria-label="Results" className={classes.result}>
      <div className={classes.head}>
        <p className={classes.about}>
          {dataset_id !== null && (
            <>
              <Link to="/data" search={{ dataset: dataset_id } as never}>
                {dataset}
              </Link>
              {version !== null && `, version ${version}`}
              {' · '}
            </>
          )}
          {rolesWords(analysis)}
          {filter !== null && ` · where ${filter}`}
          {' · '}
          {created_by.username}, <Time at={created_at} />
        </p>
        <Button component={Link} to="/stats" search={search as never}>
          Change
        </Button>
        <ExportMenu analysisIds={[analysis_id]} name={analysis.method} onProblem={setProblem} />
        <Button variant="subtle" color="bad" onClick={() => setAsking(true)}>
          Delete analysis
        </Button>
      </div>
      {problem !== null && <ErrorPanel error={problem} />}
      <ResultView analysis={analysis} />
      {isAsking && (
        <Confirm verb="Delete analysis" onConfirm={remove} onClose={() => setAsking(false)}>
          Its numbers, tables and plots are deleted. The dataset stays as it is.
        </Confirm>
      )}
    </section>
  )
}

function rolesWords({ variables }: Analysis): string {
  return Object.entries(chosenOf(variables))
    .map(([role, names]) => `${titleOf(role)}: ${listed(names)}`)
    .join(' · ')
}
