import { Badge } from '@mantine/core'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { JsonView } from '../../../ui/copy/json-view.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { Result } from '../../../ui/result/result.tsx'
import { RunApprovalForm } from '../../../ui/run-approval/run-approval-form.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { Time } from '../../../ui/words/time.tsx'
import type { PlaybookRun } from '../types.ts'
import { askedBy } from './asked-by.ts'
import { RunActs } from './run-acts.tsx'
import { isOver, statusColor, statusWord, triggerWord, usageWords } from './run-words.ts'
import classes from './run.module.css'
import { Steps } from './steps.tsx'
import { Failure } from './task-detail.tsx'
import { usePlaybookRun } from './use-playbook-run.ts'

/** A run as it goes on: what it asks people, its tasks, and what came of it. */
export function RunView({ runId }: { runId: string }) {
  const { run, tasks, texts, problem } = usePlaybookRun(runId)
  return (
    <Loaded query={run} sketch={<RowsSketch />}>
      {record => (
        <div className={classes.run}>
          <Head run={record} />
          {problem !== null && <ErrorPanel error={problem} />}
          {askedBy(record).map(approval => (
            <RunApprovalForm key={approval.approval_id} approval={approval} />
          ))}
          {record.error !== null && <Failure error={record.error} />}
          {record.status === 'completed' && (
            <section aria-label="Result" className={classes.detail}>
              <h2>Result</h2>
              <Result value={record.output} name={record.name} />
            </section>
          )}
          <Loaded query={tasks} sketch={<RowsSketch />}>
            {records => <Steps run={record} records={records} texts={texts} />}
          </Loaded>
          <details>
            <summary>Inputs</summary>
            <JsonView value={record.inputs} />
          </details>
        </div>
      )}
    </Loaded>
  )
}

function Head({ run }: { run: PlaybookRun }) {
  const isLive = !isOver(run.status)
  return (
    <header className={classes.status} aria-busy={isLive}>
      <h2 aria-live="polite">
        <Badge color={statusColor(run.status)} size="lg">
          {statusWord(run.status)}
        </Badge>
      </h2>
      <span className={classes.facts}>
        <span>{`Version ${run.version}`}</span>
        <Time at={run.created_at} />
        <span>{triggerWord(run.trigger)}</span>
        {usageWords(run).map(word => (
          <span key={word}>{word}</span>
        ))}
        {run.waiting_for.map(
          ({ kind, until }, index) =>
            until !== null && (
              <span key={index}>
                {kind === 'timer' ? 'Goes on' : 'Times out'} <Time at={until} />
              </span>
            ),
        )}
      </span>
      <RunActs run={run} />
    </header>
  )
}
