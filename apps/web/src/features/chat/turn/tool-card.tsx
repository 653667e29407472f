import { Suspense } from 'react'
import { lazyPart } from '../../../live/fetch-part.ts'
import { CodeBlock } from '../../../ui/copy/code-block.tsx'
import { durationWord } from '../../../ui/words/duration.ts'
import type { ToolPart } from './turns.ts'
import classes from './turn.module.css'

const ToolDecision = lazyPart(() => import('./tool-decision.tsx'), 'ToolDecision')
const TrainedRun = lazyPart(() => import('./trained-run.tsx'), 'TrainedRun')

const words = {
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  approval: 'Needs approval',
  denied: 'Denied',
} as const

/** A call of a tool: what it is, how it stands, and folded what went in and came out. */
export function ToolCard({ part }: { part: ToolPart }) {
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
      {part.name === 'ml_train' && (
        <Suspense fallback={null}>
          <TrainedRun part={part} />
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
