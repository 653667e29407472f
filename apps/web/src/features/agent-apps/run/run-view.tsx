import { Badge, Button, Group, Progress } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { svc } from '../../../live/server.ts'
import { CodeBlock } from '../../../ui/copy/code-block.tsx'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { Result } from '../../../ui/result/result.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { Time } from '../../../ui/words/time.tsx'
import classes from '../agent-apps.module.css'
import { isLive, statusColor, statusWord, usageWords } from './run-words.ts'
import type { App, Run } from '../types.ts'
import { useRun } from './use-run.ts'
import type { RunNews } from './use-run.ts'

/** A run as it goes on, and what came of it. `takesFocus`: it was started here just now. `formId` is the form that runs the app again. */
export function RunView({
  app,
  runId,
  formId,
  takesFocus,
}: {
  app: App
  runId: string
  formId: string
  takesFocus: boolean
}) {
  const { query, news } = useRun(runId)
  const place = useRef<HTMLElement>(null)
  const isThere = query.data !== undefined
  useEffect(() => {
    const element = place.current
    if (!takesFocus || !isThere || element === null) return
    element.focus({ preventScroll: true })
    const { top } = element.getBoundingClientRect()
    if (top < 0 || top > innerHeight / 2) element.scrollIntoView()
  }, [takesFocus, isThere])
  return (
    <Loaded query={query} sketch={<RowsSketch />}>
      {run => (
        <section
          ref={place}
          tabIndex={-1}
          aria-label="Result"
          className={classes.result}
          aria-busy={isLive(run.status)}
        >
          <header className={classes.status}>
            <h2 aria-live="polite">
              <Badge color={statusColor(run.status)} size="lg">
                {statusWord(run.status)}
              </Badge>
            </h2>
            <span className={classes.facts}>
              <span>{`Version ${run.version}`}</span>
              <Time at={run.started_at} />
              {run.playbook_run_id !== null && (
                <Link
                  to="/playbooks/$name/runs/$run_id"
                  params={{ name: run.app, run_id: run.playbook_run_id } as never}
                >
                  Run of the playbook
                </Link>
              )}
              {!isLive(run.status) && usageWords(run).map(word => <span key={word}>{word}</span>)}
            </span>
          </header>
          {isLive(run.status) && <Going run={run} news={news} />}
          {run.error !== null && <Failure error={run.error} formId={formId} />}
          {run.status === 'succeeded' && <Result value={run.output} name={run.app} schema={app.outputs} />}
          <Log lines={run.logs.length > 0 ? run.logs : news.logs} />
        </section>
      )}
    </Loaded>
  )
}

function Going({ run, news: { progress, problem } }: { run: Run; news: RunNews }) {
  const [isEnding, setEnding] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const percent = progress === null ? null : Math.round(progress.fraction * 100)
  const cancel = async (): Promise<void> => {
    setEnding(true)
    setError(null)
    try {
      await svc.agentApps.run.cancel(run.run_id)
    } catch (refusal) {
      setError(refusal)
      setEnding(false)
    }
  }
  return (
    <>
      <Progress.Root size="sm">
        <Progress.Section value={percent ?? 100} animated={percent === null} aria-label="Progress" />
      </Progress.Root>
      <Group justify="space-between" gap={8}>
        <span className={classes.note}>
          {run.status === 'queued' && 'It starts when a worker is free.'}
          {percent !== null && `${percent} %`} {progress?.note}
        </span>
        <Button variant="default" size="compact-sm" loading={isEnding} onClick={() => void cancel()}>
          Cancel run
        </Button>
      </Group>
      {error !== null && <ErrorPanel error={error} />}
      {problem !== null && <ErrorPanel error={problem} />}
    </>
  )
}

function Failure({ error, formId }: { error: NonNullable<Run['error']>; formId: string }) {
  return (
    <div role="alert" className={classes.failure}>
      <p>
        <strong>{error.name}</strong>: {error.message}
      </p>
      {error.stack !== '' && <CodeBlock copies="Copy stack">{error.stack}</CodeBlock>}
      <SubmitButton form={formId} variant="default">
        Run again
      </SubmitButton>
    </div>
  )
}

function Log({ lines }: { lines: Run['logs'] }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (element !== null) element.scrollTop = element.scrollHeight
  }, [lines.length])
  if (lines.length === 0) return null
  return (
    <div className={classes.logFrame}>
      <h3>Log</h3>
      <div ref={place} role="log" aria-label="Log" className={classes.log} tabIndex={0}>
        {lines.map(({ at, level, message }, index) => (
          <div key={index} data-level={level} title={at}>
            <span>{level}</span>
            <span>{message}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
