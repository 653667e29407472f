import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { svc } from '../../../live/server.ts'
import { JsonView } from '../../../ui/copy/json-view.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { MarkdownText } from '../../../ui/markdown/markdown-text.tsx'
import { Time } from '../../../ui/words/time.tsx'
import type { PlaybookTask } from '../types.ts'
import { statusWord } from './run-words.ts'
import classes from './run.module.css'
import type { TreeTask } from '../graph/task-tree.ts'

/** What a task took, gave and spent; of a loop or of several tries the one that is chosen. */
export function TaskDetail({
  task,
  runId,
  liveText,
  onResume,
}: {
  task: TreeTask
  runId: string
  /** What its agent writes right now. */
  liveText: string
  /** Null: the run cannot go on from here. */
  onResume: (() => void) | null
}) {
  const { records } = task
  const [chosen, setChosen] = useState<number | null>(null)
  const at = Math.min(chosen ?? records.length - 1, records.length - 1)
  const record = records[at]
  return (
    <section aria-label={`Task ${task.name}`} className={classes.detail}>
      <Group justify="space-between" gap={8}>
        <h3>
          <bdi>{task.name}</bdi>
        </h3>
        {onResume !== null && (
          <Button variant="default" size="compact-sm" onClick={onResume}>
            Resume from here
          </Button>
        )}
      </Group>
      {records.length > 1 && (
        <Group gap={8}>
          <Button variant="subtle" size="compact-sm" disabled={at === 0} onClick={() => setChosen(at - 1)}>
            Previous time
          </Button>
          <span>
            {at + 1} of {records.length}
          </span>
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={at === records.length - 1}
            onClick={() => setChosen(at + 1)}
          >
            Next time
          </Button>
        </Group>
      )}
      {record === undefined ? (
        <p className={classes.quiet}>The run has not been here yet.</p>
      ) : (
        <Execution key={record.id} record={record} runId={runId} />
      )}
      {record?.status === 'running' && liveText !== '' && (
        <section aria-label="Answer" aria-busy="true">
          <MarkdownText text={liveText} isLive />
        </section>
      )}
    </section>
  )
}

function Execution({ record, runId }: { record: PlaybookTask; runId: string }) {
  const { id, status, skipped, attempt, started_at, error, usage } = record
  const isCut = [record.input, record.output].some(
    value => typeof value === 'object' && value !== null && 'truncated' in value,
  )
  // A list leaves out what is long.
  const whole = useQuery({
    queryKey: ['playbooks', 'task', id],
    enabled: isCut,
    queryFn: ({ signal }) =>
      svc.get<PlaybookTask>(`/api/playbooks/runs/${encodeURIComponent(runId)}/tasks/${encodeURIComponent(id)}`, {
        signal,
      }),
  })
  const spent = Object.entries(usage).filter(([, amount]) => amount > 0)
  return (
    <>
      <p className={classes.facts}>
        <span>{statusWord(skipped ? 'skipped' : status)}</span>
        <span>
          <Time at={started_at} />
        </span>
        {attempt > 1 && <span>Try {attempt}</span>}
        {spent.map(([name, amount]) => (
          <span key={name}>
            {amount.toLocaleString('en')}{' '}
            {amount === 1 ? name.replaceAll('_', ' ').replace(/s$/, '') : name.replaceAll('_', ' ')}
          </span>
        ))}
      </p>
      {error !== null && <Failure error={error} />}
      {isCut ? <Loaded query={whole}>{task => <Values record={task} />}</Loaded> : <Values record={record} />}
    </>
  )
}

function Values({ record: { input, output, status } }: { record: PlaybookTask }) {
  return (
    <>
      <h4>Input</h4>
      <JsonView value={input} />
      {status === 'completed' && (
        <>
          <h4>Output</h4>
          <JsonView value={output} />
        </>
      )}
    </>
  )
}

/** An error as the Serverless Workflow DSL has it. */
export function Failure({ error }: { error: Readonly<Record<string, unknown>> }) {
  const text = (name: string): string | null => (typeof error[name] === 'string' ? error[name] : null)
  return (
    <div role="alert" className={classes.failure}>
      <p>
        <strong>{text('title') ?? text('type')?.split('/').at(-1) ?? 'Failed'}</strong>
        {text('detail') !== null && `: ${text('detail')}`}
      </p>
      {text('instance') !== null && (
        <p>
          In <code>{text('instance')}</code>
        </p>
      )}
    </div>
  )
}
