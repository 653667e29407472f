import type { Task } from '@svc/sdk'
import { changeListed } from '../../live/listing.ts'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { noticeWithUndo } from '../../ui/overlays/notices.ts'
import { statusWords } from './task-words.ts'
import type { TaskStatus } from './task-words.ts'

/** What a person writes of a task. */
export type TaskChange = Partial<Pick<Task, 'title' | 'body' | 'status' | 'priority' | 'due' | 'tags'>>

/** The tasks are read again. */
export function refreshTasks(): Promise<void> {
  return queries.invalidateQueries({ queryKey: ['tasks'] })
}

/** Shows the change at once; takes it back when the server refuses it. */
async function apply(task_id: string, change: (task: Task) => Task | null, send: () => PromiseLike<unknown>) {
  const takeBack = await changeListed<Task>('tasks', task => (task.task_id === task_id ? change(task) : task))
  try {
    await send()
  } catch (error) {
    takeBack()
    throw error
  } finally {
    void refreshTasks()
  }
}

/** Moves a task to another group. */
export async function moveTask({ task_id, title, status: before }: Task, status: TaskStatus): Promise<void> {
  const move = (to: TaskStatus) =>
    apply(
      task_id,
      task => ({ ...task, status: to }),
      () => svc.workspace.tasks.update(task_id, { status: to }),
    )
  await move(status)
  noticeWithUndo(`${statusWords[status]}: ${title}`, () => move(before))
}

export async function deleteTask({ task_id, title }: Task): Promise<void> {
  await apply(
    task_id,
    () => null,
    () => svc.workspace.tasks.delete(task_id),
  )
  noticeWithUndo(`Deleted: ${title}`, async () => {
    await svc.workspace.tasks.restore(task_id)
    await refreshTasks()
  })
}

export async function saveTask({ task_id }: Task, change: TaskChange): Promise<void> {
  if (Object.keys(change).length === 0) return
  await svc.workspace.tasks.update(task_id, change)
  await refreshTasks()
}
