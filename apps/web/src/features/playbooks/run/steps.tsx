import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { svc } from '../../../live/server.ts'
import { TaskGraph } from '../graph/task-graph.tsx'
import { taskAt, treeOf } from '../graph/task-tree.ts'
import type { TreeTask } from '../graph/task-tree.ts'
import type { GraphNode, Playbook, PlaybookRun, PlaybookTask } from '../types.ts'
import { ResumeDialog } from './resume-dialog.tsx'
import { isOver } from './run-words.ts'
import classes from './run.module.css'
import { TaskDetail } from './task-detail.tsx'

/** The graph of a run, and beside it the task that is chosen. */
export function Steps({
  run,
  records,
  texts,
}: {
  run: PlaybookRun
  records: readonly PlaybookTask[]
  /** What agents write right now, by their tasks. */
  texts: ReadonlyMap<string, string>
}) {
  const { name, version, revision } = run
  const definition = useQuery({
    queryKey: ['playbooks', 'one', name, version, revision],
    queryFn: ({ signal }) => svc.playbooks.get(name, { version }, { signal }),
  })
  const [reference, choose] = useChosenTask()
  const [isResuming, setResuming] = useState(false)
  const graph = definition.data !== undefined && holds(definition.data.graph, records) ? definition.data.graph : null
  const tree = useMemo(() => treeOf(graph?.nodes ?? nodesOf(records), records), [graph, records])
  const edges = useMemo(() => graph?.edges ?? [], [graph])
  const chosen = taskAt(tree, reference) ?? taskAt(tree, run.current[0]) ?? failed(tree) ?? tree[0]
  const mayResume = chosen !== undefined && (isOver(run.status) || run.status === 'suspended') && isPlain(chosen)
  if (definition.isPending) return null
  return (
    <div className={classes.columns}>
      <section aria-label="Graph">
        <TaskGraph tasks={tree} edges={edges} chosen={chosen?.reference} onChoose={choose} />
      </section>
      {chosen !== undefined && (
        <TaskDetail
          key={chosen.reference}
          task={chosen}
          runId={run.id}
          liveText={texts.get(chosen.reference) ?? ''}
          onResume={mayResume ? () => setResuming(true) : null}
        />
      )}
      {isResuming && chosen !== undefined && (
        <ResumeDialog run={run} task={chosen} onClose={() => setResuming(false)} />
      )}
    </div>
  )
}

/** False of a folder that was changed without a new version, so that what ran no longer stands in its graph. */
function holds({ nodes }: Playbook['graph'], records: readonly PlaybookTask[]): boolean {
  const kinds = new Map(nodes.map(({ reference, kind }) => [reference, kind]))
  return records.every(({ reference, kind }) => kinds.get(reference) === kind)
}

/** The task that the address names. */
function useChosenTask(): [reference: string | undefined, choose: (reference: string) => void] {
  const { task } = useSearch({ strict: false }) as { task?: string }
  const navigate = useNavigate()
  const choose = (reference: string): void =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, task: reference }),
      replace: true,
    } as never)
  return [task, choose]
}

/** Tasks that stand inside of a loop, a branch or a try cannot begin a run. */
function isPlain({ reference, records }: TreeTask): boolean {
  return records.length > 0 && !/\/(?:for|fork|try|catch)\//.test(reference)
}

/** The innermost task with which the run failed. */
function failed(tasks: readonly TreeTask[]): TreeTask | undefined {
  const found = tasks.findLast(({ status }) => status === 'faulted')
  return found && (failed(found.children) ?? found)
}

function nodesOf(records: readonly PlaybookTask[]): GraphNode[] {
  const known = new Map(
    records.map(({ reference, name, kind }) => [reference, { reference, name, kind, parent: null, summary: null }]),
  )
  return [...known.values()]
}
