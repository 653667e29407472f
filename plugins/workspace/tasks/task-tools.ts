import type { ToolHandler } from '@svc/plugin'
import type { NewTask, TaskChange, TaskQuery } from './task.ts'
import type { Tasks } from './tasks.ts'

const listed = 50

export function taskCreateTool(tasks: Tasks): ToolHandler<NewTask> {
  return async (input, { principal }) => ({ ...tasks.create(principal, input) })
}

export function taskListTool(tasks: Tasks): ToolHandler<Partial<TaskQuery>> {
  return async (input, { principal, signal }) => {
    const query: TaskQuery = { limit: listed, status: 'open', sort: 'priority', ...input }
    const { items, next_cursor } = await tasks.list(principal.workspace_id, query, signal)
    return { items: items.map(task => ({ ...task })), next_cursor }
  }
}

export function taskUpdateTool(tasks: Tasks): ToolHandler<TaskChange & { task_id: string }> {
  return async ({ task_id, ...change }, { principal }) => ({ ...tasks.update(principal, task_id, change) })
}
