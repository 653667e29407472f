import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { svc } from '../../live/server.ts'
import { AppLink } from '../page/app-link.tsx'
import { Chart } from '../chart/chart.tsx'
import { Loaded } from '../states/loaded.tsx'
import { curvesSpec, usualCurves } from './curves-spec.ts'
import { figure, statusWords } from './run-words.ts'
import classes from './run-card.module.css'

const mostPoints = 200
const figures = ['cv_roc_auc_mean', 'cv_accuracy_mean', 'cv_r2_mean', 'cv_rmse_mean']

/** A run of machine learning where it was ordered: how it stands, its figures and its curve, with a link to all of it. */
export function RunCard({ runId }: { runId: string }) {
  const query = useQuery({
    queryKey: ['ml', 'card', runId],
    queryFn: ({ signal }) => readCard(runId, signal),
  })
  const spec = useMemo(() => curvesSpec(query.data?.points ?? []), [query.data?.points])
  return (
    <section aria-label="Run" className={classes.card}>
      <Loaded query={query}>
        {({ run, points }) => (
          <>
            <p className={classes.head}>
              <AppLink address={`/data?tab=ml&run=${runId}`}>{run.name}</AppLink>
              <span>{statusWords[run.status]}</span>
              {figures
                .filter(key => key in run.metrics)
                .map(key => (
                  <span key={key}>
                    {key.replace(/^cv_(.*)_mean$/, '$1')} {figure(run.metrics[key])}
                  </span>
                ))}
            </p>
            {points.length > 1 && <Chart title={`How ${run.name} went`} spec={spec} />}
          </>
        )}
      </Loaded>
    </section>
  )
}

async function readCard(runId: string, signal: AbortSignal) {
  const run = await svc.ml.runs.get(runId, { signal })
  const curves = await Promise.all(
    usualCurves(Object.keys(run.metrics)).map(async curve => {
      const { points } = await svc.ml.runs.history(runId, curve, { max_points: mostPoints }, { signal })
      return points.flatMap(({ step, value }) => (typeof value === 'number' ? [{ curve, step, value }] : []))
    }),
  )
  return { run, points: curves.flat() }
}
