import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { Confirm } from '../../../ui/overlays/confirm.tsx'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { JsonView } from '../../../ui/copy/json-view.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { Result } from '../../../ui/result/result.tsx'
import { RunApprovalForm } from '../../../ui/run-approval/run-approval-form.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { Time } from '../../../ui/words/time.tsx'
import type { GraphNode, PlaybookRun, PlaybookTask } from '../types.ts'
import { askedBy } from './asked-by.ts'
import { RunActs } from './run-acts.tsx'
import { isOver, statusColor, statusWord, triggerWord, usageWords } from './run-words.ts'
import classes from './run.module.css'
import { Failure, TaskDetail } from './task-detail.tsx'
import { TaskGraph, useChosenTask } from './task-graph.tsx'
import { treeOf } from './task-tree.ts'
import type { TreeTask } from './task-tree.ts'
import { usePlaybookRun } from './use-playbook-run.ts'

/** A run as it goes on: what it asks people, its tasks, and what came of it. */
export function RunView({ runId }: { runId: string }) {
  const { run, tasks, problem } = usePlaybookRun(runId)
  const { name, version } = run.data ?? {}
  const definition = useQuery({
    queryKey: ['playbooks', 'one', name, version],
    enabled: name !== undefined,
    queryFn: ({ signal }) => svc.playbooks.get(name ?? '', { version }, { signal }),
  })
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
            {records => (
              // Of a version that was deleted only the tasks that ran are known.
              <Steps run={record} nodes={definition.data?.graph.nodes ?? nodesOf(records)} records={records} />
            )}
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
      <h2 aria-live="polite">{statusWord(run.status)}</h2>
      <Badge color={statusColor(run.status)}>{`Version ${run.version}`}</Badge>
      <span className={classes.facts}>
        <Time at={run.created_at} />
        <span>{triggerWord(run.trigger)}</span>
        {usageWords(run).map(word => (
          <span key={word}>{word}</span>
        ))}
        {run.waiting_for.map(
          ({ kind, until }, index) =>
            until !== null && (
              <span key={index}>
                {kind === 'timer' ? 'Goes on' : 'Waits until'} <Time at={until} />
              </span>
            ),
        )}
      </span>
      <RunActs run={run} />
    </header>
  )
}

function Steps({
  run,
  nodes,
  records,
}: {
  run: PlaybookRun
  nodes: readonly GraphNode[]
  records: readonly PlaybookTask[]
}) {
  const [reference] = useChosenTask()
  const [isResuming, setResuming] = useState(false)
  const tree = treeOf(nodes, records)
  const chosen = found(tree, reference) ?? found(tree, run.current[0]) ?? tree[0]
  const mayResume = chosen !== undefined && (isOver(run.status) || run.status === 'suspended') && isPlain(chosen)
  const resume = async (): Promise<void> => {
    await svc.playbooks.resume(run.id, { from_task: chosen?.reference ?? '' })
    await queries.invalidateQueries({ queryKey: ['playbooks'] })
  }
  return (
    <div className={classes.columns}>
      <section aria-label="Graph">
        <TaskGraph tasks={tree} />
      </section>
      {chosen !== undefined && (
        <TaskDetail
          key={chosen.reference}
          task={chosen}
          runId={run.id}
          onResume={mayResume ? () => setResuming(true) : null}
        />
      )}
      {isResuming && chosen !== undefined && (
        <Confirm verb="Resume from here" onConfirm={resume} onClose={() => setResuming(false)}>
          The task {chosen.name} and all tasks behind it run again. What they did before stays on record.
        </Confirm>
      )}
    </div>
  )
}

/** Tasks that stand inside of a loop, a branch or a try cannot begin a run. */
function isPlain({ reference, records }: TreeTask): boolean {
  return records.length > 0 && !/\/(?:for|fork|try|catch)\//.test(reference)
}

function found(tasks: readonly TreeTask[], reference: string | undefined): TreeTask | undefined {
  if (reference === undefined) return undefined
  for (const task of tasks) {
    const hit = task.reference === reference ? task : found(task.children, reference)
    if (hit !== undefined) return hit
  }
  return undefined
}

function nodesOf(records: readonly PlaybookTask[]): GraphNode[] {
  const known = new Map(
    records.map(({ reference, name, kind }) => [reference, { reference, name, kind, parent: null }]),
  )
  return [...known.values()]
}
