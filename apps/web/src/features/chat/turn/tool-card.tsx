import { lazy, Suspense } from 'react'
import { CodeBlock } from '../../../ui/copy/code-block.tsx'
import { durationWord } from '../../../ui/words/duration.ts'
import type { ToolPart } from './turns.ts'
import classes from './turn.module.css'

const ToolDecision = lazy(async () => ({ default: (await import('./tool-decision.tsx')).ToolDecision }))

const RunCard = lazy(async () => ({ default: (await import('../../../ui/ml-run/run-card.tsx')).RunCard }))

const words = {
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  approval: 'Needs approval',
  denied: 'Denied',
} as const

/** A call of a tool: what it is, how it stands, and folded what went in and came out. */
export function ToolCard({ part }: { part: ToolPart }) {
  const runId = trainedRun(part)
  return (
    <div className={classes.tool} data-state={part.state}>
      <details>
        <summary>
          <span className={classes.toolName}>{part.name}</span>
          <span className={classes.toolState}>{words[part.state]}</span>
          {part.tookMs !== undefined && <span className={classes.toolTime}>{durationWord(part.tookMs)}</span>}
        </summary>
        <h3>Arguments</h3>
        <CodeBlock copies="Copy arguments">{asText(part.arguments)}</CodeBlock>
        {part.error !== undefined && <p className={classes.toolError}>{part.error}</p>}
        {part.result !== undefined && (
          <>
            <h3>Result</h3>
            <CodeBlock copies="Copy result">{asText(part.result)}</CodeBlock>
          </>
        )}
      </details>
      {runId !== null && (
        <Suspense fallback={<div aria-busy="true" />}>
          <RunCard runId={runId} />
        </Suspense>
      )}
      {part.state === 'approval' && part.approval && (
        <Suspense fallback={<div className={classes.decision} aria-busy="true" />}>
          <ToolDecision part={part} approval={part.approval} />
        </Suspense>
      )}
    </div>
  )
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** The run that a training made. */
function trainedRun({ name, result }: ToolPart): string | null {
  if (name !== 'ml_train' || result === undefined) return null
  return /"run_id":\s*"(mlr_\w+)"/.exec(asText(result))?.[1] ?? null
}
