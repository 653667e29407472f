import { Button } from '@mantine/core'
import { APIError } from '@svc/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { sentenceOf } from '../../ui/states/sentence-of.ts'
import { ExportMenu } from './results/export-menu.tsx'
import { ResultView } from './results/result-view.tsx'
import type { useLiveAnalysis } from './use-live-analysis.ts'
import classes from './results/results.module.css'

/** The result of what is chosen now; the one before stays, dimmed, until the next is there. */
export function LiveResults({
  live,
  needs,
  isPlaced,
  isInReport,
  onAdd,
}: {
  live: ReturnType<typeof useLiveAnalysis>
  needs: string | null
  /** Whether an error already stands at a field. */
  isPlaced: boolean
  isInReport: boolean
  onAdd: (analysisId: string) => void
}) {
  const [problem, setProblem] = useState<unknown>(null)
  const { analysis, error, isRunning, isStopped, cancel, again, keep } = live
  return (
    <section aria-label="Results" aria-busy={isRunning} className={classes.result}>
      <div className={classes.head} onClick={keep} onAuxClick={keep}>
        <h2>{analysis?.title ?? 'Results'}</h2>
        {analysis && (
          <>
            <Button variant="subtle" component={Link} to={`/stats/${analysis.analysis_id}`}>
              Open
            </Button>
            <Button variant="default" disabled={isRunning || isInReport} onClick={() => onAdd(analysis.analysis_id)}>
              {isInReport ? 'In the report' : 'Add to report'}
            </Button>
            <ExportMenu analysisIds={[analysis.analysis_id]} name={analysis.method} onProblem={setProblem} />
          </>
        )}
      </div>
      {problem !== null && <ErrorPanel error={problem} />}
      <div
        role="status"
        aria-label="State of the analysis"
        className={needs !== null || isRunning ? classes.status : 'visually-hidden'}
      >
        {needs ?? stateOf(live)}
        {isRunning && (
          <Button variant="subtle" size="compact-sm" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
      {isStopped && (
        <div className={classes.status}>
          Stopped.
          <Button variant="default" size="compact-sm" onClick={again}>
            Run again
          </Button>
        </div>
      )}
      {error !== undefined && <Refusal error={error} isPlaced={isPlaced} onRetry={again} />}
      {analysis && (
        <div className={isRunning ? classes.old : undefined} onClick={keep} onCopy={keep}>
          <ResultView key={analysis.method} analysis={analysis} />
        </div>
      )}
    </section>
  )
}

function stateOf({ analysis, isRunning }: ReturnType<typeof useLiveAnalysis>): string {
  if (isRunning) return analysis ? 'Computing…' : 'Computing… The first analysis waits some seconds for R to start.'
  return analysis ? 'The result is there.' : ''
}

/** What the choices rule out is no failure: it asks for another choice, and trying again would not help. */
function Refusal({ error, isPlaced, onRetry }: { error: unknown; isPlaced: boolean; onRetry: () => void }) {
  const isChoice = error instanceof APIError && (error.status === 400 || error.status === 422)
  if (!isPlaced && !isChoice) return <ErrorPanel error={error} onRetry={onRetry} />
  return (
    <p className={classes.hint} role="alert">
      {isPlaced ? 'This cannot be computed yet. The reason stands beside what you chose.' : sentenceOf(error)}
    </p>
  )
}
