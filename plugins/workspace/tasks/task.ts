export const taskStatuses = ['todo', 'in_progress', 'done', 'cancelled'] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** From the least to the most. */
export const taskPriorities = ['low', 'normal', 'high', 'urgent'] as const
export type TaskPriority = (typeof taskPriorities)[number]

export const taskSorts = ['created', 'updated', 'due', 'priority'] as const
export type TaskSort = (typeof taskSorts)[number]

/** A task as the API shows it. */
export interface Task {
  task_id: string
  title: string
  body: string
  status: TaskStatus
  priority: TaskPriority
  /** A day, or a time in UTC. */
  due: string | null
  tags: string[]
  /** Counts changes, from 1. */
  version: number
  created_by: string
  created_at: string
  updated_at: string
  completed_at: string | null
}

export interface TaskChange {
  title?: string
  body?: string
  status?: TaskStatus
  priority?: TaskPriority
  due?: string | null
  tags?: string[]
}

export type NewTask = TaskChange & { title: string }

export interface TaskQuery {
  limit: number
  cursor?: string
  /** `open`: to do or in progress. */
  status?: TaskStatus | 'open'
  tag?: string
  due_before?: string
  search?: string
  sort?: TaskSort
}
