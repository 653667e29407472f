import { hash } from 'node:crypto'
import type { Task, TaskList, WorkflowDefinition } from './workflow.ts'

/** Names a definition by what it says; versions and runs of the same content share one copy. */
export function contentHash(definition: WorkflowDefinition): string {
  return hash('sha256', JSON.stringify(definition), 'hex')
}

/** Tasks of a list, with those in them. */
export function taskCount(tasks: TaskList): number {
  return tasks.flatMap(entry => Object.values(entry)).reduce((sum, task) => sum + 1 + innerCount(task), 0)
}

function innerCount(task: Task): number {
  const lists: TaskList[] = []
  if ('do' in task) lists.push(task.do)
  if ('fork' in task) lists.push(task.fork.branches)
  if ('try' in task) lists.push(task.try, task.catch.do ?? [])
  return lists.reduce((sum, list) => sum + taskCount(list), 0)
}
