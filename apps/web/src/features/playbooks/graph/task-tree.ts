import type { GraphNode, PlaybookTask } from '../types.ts'

/** A task of the definition with what a run did in it. */
export interface TreeTask extends GraphNode {
  /** Its executions that count, the first first: one a turn of a loop, one a try. */
  records: readonly PlaybookTask[]
  children: readonly TreeTask[]
  /** Of the last execution; null: it has not been reached. */
  status: string | null
}

/** The tasks as a tree, in the order of the definition. */
export function treeOf(nodes: readonly GraphNode[], tasks: readonly PlaybookTask[]): TreeTask[] {
  const byReference = Map.groupBy(
    tasks.filter(({ superseded }) => !superseded),
    ({ reference }) => reference,
  )
  const below = (parent: string | null): TreeTask[] =>
    nodes
      .filter(node => node.parent === parent)
      .map(node => {
        const records = byReference.get(node.reference) ?? []
        const last = records.at(-1)
        const done = last?.skipped === true ? 'skipped' : last?.status
        return { ...node, records, children: below(node.reference), status: done ?? null }
      })
  return below(null)
}

/** The task with this reference, however deep it stands. */
export function taskAt(tasks: readonly TreeTask[], reference: string | undefined): TreeTask | undefined {
  if (reference === undefined) return undefined
  for (const task of tasks) {
    const hit = task.reference === reference ? task : taskAt(task.children, reference)
    if (hit !== undefined) return hit
  }
  return undefined
}
