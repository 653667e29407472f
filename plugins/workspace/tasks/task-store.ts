import type { ReadStatement, WorkspaceDatabase } from '@svc/plugin'
import { never } from '../sorted-cursor.ts'
import type { SortedPosition } from '../sorted-cursor.ts'
import type { TaskSort, TaskStatus } from './task.ts'

/** Times are milliseconds since the epoch, `tags` is a JSON array, `priority` counts from 0. */
export interface TaskRow {
  task_id: string
  title: string
  body: string
  status: TaskStatus
  priority: number
  due: string | null
  /** When it is overdue. */
  due_at: number | null
  tags: string
  version: number
  created_by: string
  created_at: number
  updated_at: number
  completed_at: number | null
}

export interface TaskFilter {
  /** A JSON array; null: all. */
  statuses: string | null
  tag: string | null
  due_before: number | null
  limit: number
}

const columns =
  'task_id, title, body, status, priority, due, due_at, tags, version, created_by, created_at, updated_at, completed_at'
const insertTask = `INSERT INTO workspace_tasks (${columns}) VALUES (@task_id, @title, @body, @status, @priority, @due, @due_at, @tags,
  @version, @created_by, @created_at, @updated_at, @completed_at)`
const updateTask = `UPDATE workspace_tasks SET title = @title, body = @body, status = @status, priority = @priority, due = @due,
  due_at = @due_at, tags = @tags, version = @version, updated_at = @updated_at, completed_at = @completed_at WHERE task_id = @task_id`
const selectTask = `SELECT ${columns} FROM workspace_tasks WHERE task_id = ?`
const deleteTask = 'DELETE FROM workspace_tasks WHERE task_id = ?'
const deleteTags = 'DELETE FROM workspace_task_tags WHERE task_id = ?'
const insertTags = 'INSERT INTO workspace_task_tags (tag, task_id) SELECT value, @task_id FROM json_each(@tags)'

const isAsked = `(@statuses IS NULL OR status IN (SELECT value FROM json_each(@statuses)))
  AND (@tag IS NULL OR task_id IN (SELECT task_id FROM workspace_task_tags WHERE tag = @tag))
  AND (@due_before IS NULL OR due_at < @due_before)`
const isFound = 'number IN (SELECT rowid FROM workspace_tasks_search WHERE workspace_tasks_search MATCH @terms)'
const dueOrNever = `ifnull(due_at, ${never})`
const pages: Record<TaskSort, string> = {
  created: 'task_id < @id ORDER BY task_id DESC',
  updated: '(updated_at, task_id) < (@second, @id) ORDER BY updated_at DESC, task_id DESC',
  due: `(${dueOrNever}, task_id) > (@second, @id) ORDER BY ${dueOrNever}, task_id`,
  priority: `(-priority, ${dueOrNever}, task_id) > (@first, @second, @id) ORDER BY -priority, ${dueOrNever}, task_id`,
}
const select = (sort: TaskSort, found = '1') =>
  `SELECT ${columns} FROM workspace_tasks WHERE ${found} AND ${isAsked} AND ${pages[sort]} LIMIT @limit`
const selectPages: Record<TaskSort, string> = {
  created: select('created'),
  updated: select('updated'),
  due: select('due'),
  priority: select('priority'),
}
const selectFoundPages: Record<TaskSort, string> = {
  created: select('created', isFound),
  updated: select('updated', isFound),
  due: select('due', isFound),
  priority: select('priority', isFound),
}

/** The tasks of one workspace. */
const readBytes = 'SELECT bytes FROM workspace_tasks_bytes'

export const taskStore = {
  bytes: (db: WorkspaceDatabase): number => db.get<{ bytes: number }>(readBytes)?.bytes ?? 0,
  insert(db: WorkspaceDatabase, row: TaskRow): void {
    db.run(insertTask, { ...row })
    db.run(insertTags, { task_id: row.task_id, tags: row.tags })
  },
  update(db: WorkspaceDatabase, row: TaskRow): void {
    const { created_by: _by, created_at: _at, ...changed } = row
    db.run(updateTask, changed)
    db.run(deleteTags, row.task_id)
    db.run(insertTags, { task_id: row.task_id, tags: row.tags })
  },
  get(db: WorkspaceDatabase, taskId: string): TaskRow | undefined {
    return db.get<TaskRow>(selectTask, taskId)
  },
  delete(db: WorkspaceDatabase, taskId: string): void {
    db.run(deleteTask, taskId)
  },
  page(db: WorkspaceDatabase, sort: TaskSort, [first, second, id]: SortedPosition, filter: TaskFilter): TaskRow[] {
    return db.all<TaskRow>(selectPages[sort], { ...filter, first, second, id })
  },
  /** Reads a page of what `terms` finds, a query of FTS5. */
  found(terms: string, sort: TaskSort, [first, second, id]: SortedPosition, filter: TaskFilter): ReadStatement {
    return { sql: selectFoundPages[sort], params: { ...filter, first, second, id, terms } }
  },
}

/** The place of a task in the order of a list. */
export function positionOf(row: TaskRow, sort: TaskSort): SortedPosition {
  if (sort === 'updated') return [0, row.updated_at, row.task_id]
  return [-row.priority, row.due_at ?? never, row.task_id]
}

/** Before the first task of a list. */
export function beginning(sort: TaskSort): SortedPosition {
  return sort === 'created' || sort === 'updated' ? [0, never, '~'] : [-never, -never, '']
}
