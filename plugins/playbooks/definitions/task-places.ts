import { below } from '../interpreter/frame.ts'
import { nameOf } from '../interpreter/run-list.ts'
import { partsOf } from './definition-text.ts'
import type { Task, TaskList, WorkflowDefinition } from './workflow.ts'

/** A task with its place in the definition. */
export interface PlacedTask {
  name: string
  reference: string
  task: Task
}

/** The task at a reference; undefined: none stands there. */
export function taskAt(definition: WorkflowDefinition, reference: string): Task | undefined {
  let value: unknown = definition
  for (const part of partsOf(reference)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = Reflect.get(value, part)
  }
  return value as Task | undefined
}

/** The tasks that run at most once at a time and in no loop, retry or branch: at the top, and inside of `do`. */
export function plainTasks(tasks: TaskList, reference = '/do'): PlacedTask[] {
  return tasks.flatMap((entry, index) => {
    const name = nameOf(entry)
    const task = entry[name]
    if (task === undefined) return []
    const at = below(reference, index, name)
    const inner = 'do' in task && !('for' in task) ? plainTasks(task.do, below(at, 'do')) : []
    return [{ name, reference: at, task }, ...inner]
  })
}
