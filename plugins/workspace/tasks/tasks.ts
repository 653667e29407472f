import { NotFoundError, pageOf } from '@svc/plugin'
import type { Actor, AuditLog, ByteQuota, Clock, DataPlane, EventLog, Ids, Page, WorkspaceDatabase } from '@svc/plugin'
import { deleteAudited } from '@svc/plugin/library/delete-audited'
import { searchTerms } from '@svc/plugin/library/search/terms'
import { binStore } from '../bin-store.ts'
import { sortedCursor } from '../sorted-cursor.ts'
import { bytesOf, checkTexts, tagsOf, titleOf } from '../text-checks.ts'
import { checkVersion } from '../versions.ts'
import { dueOf, momentOf } from './due.ts'
import { taskPriorities } from './task.ts'
import type { NewTask, Task, TaskChange, TaskQuery, TaskStatus } from './task.ts'
import { beginning, positionOf, taskStore } from './task-store.ts'
import type { TaskRow } from './task-store.ts'

export interface TasksOptions {
  data: DataPlane
  quota: Pick<ByteQuota, 'grow'>
  events: EventLog
  audit: AuditLog
  ids: Ids
  clock: Clock
}

type TaskEvent = 'task.created' | 'task.updated' | 'task.completed' | 'task.deleted'

const none: Page<Task> = { items: [], next_cursor: null }
const duePlace = { part: 'body', path: '/due' } as const
const beforePlace = { part: 'query', path: '/due_before' } as const

/** The tasks of the caller's workspace. */
export class Tasks {
  readonly #options: TasksOptions

  constructor(options: TasksOptions) {
    this.#options = options
  }

  /** @throws ValidationError */
  create(actor: Actor, given: NewTask): Task {
    const { ids, clock, data } = this.#options
    const now = clock.now()
    const blank: TaskRow = {
      task_id: ids.create('task'),
      title: '',
      body: '',
      status: 'todo',
      priority: taskPriorities.indexOf('normal'),
      due: null,
      due_at: null,
      tags: '[]',
      version: 1,
      created_by: actor.user_id,
      created_at: now,
      updated_at: now,
      completed_at: null,
    }
    const row = changed(blank, given, now)
    data.use(actor.workspace_id, db =>
      db.transaction(() => {
        this.#options.quota.grow(db, bytesOf(row))
        taskStore.insert(db, row)
        this.#emit(
          db,
          actor,
          row.task_id,
          row.status === 'done' ? ['task.created', 'task.completed'] : ['task.created'],
        )
      }),
    )
    return shown(row)
  }

  /** In the order that is asked for; the newest first when none is. @throws ValidationError */
  async list(workspaceId: string, query: TaskQuery, signal?: AbortSignal): Promise<Page<Task>> {
    const { limit, cursor, sort = 'created', tag = null, search } = query
    const from = cursor === undefined ? beginning(sort) : sortedCursor(cursor, sort)
    const terms = search === undefined ? null : searchTerms(search)
    if (search !== undefined && terms === null) return none
    const filter = {
      statuses: statusesOf(query.status),
      tag,
      due_before: query.due_before === undefined ? null : momentOf(query.due_before, beforePlace),
      limit: limit + 1,
    }
    const { data } = this.#options
    const rows =
      terms === null
        ? data.use(workspaceId, db => taskStore.page(db, sort, from, filter))
        : await data.read<TaskRow>(workspaceId, taskStore.found(terms, sort, from, filter), signal)
    return pageOf(rows, limit, row => [sort, ...positionOf(row, sort)], shown)
  }

  /** @throws NotFoundError */
  get(workspaceId: string, taskId: string): Task {
    return shown(this.#options.data.use(workspaceId, db => requireTask(db, taskId)))
  }

  /** A request that changes nothing stores nothing. @throws NotFoundError, ValidationError, PreconditionFailedError */
  update(actor: Actor, taskId: string, change: TaskChange, ifMatch?: string): Task {
    const now = this.#options.clock.now()
    return this.#options.data.use(actor.workspace_id, db =>
      db.transaction(() => {
        const old = requireTask(db, taskId)
        checkVersion(ifMatch, old.version)
        const row = changed(old, change, now)
        if (isSame(old, row)) return shown(old)
        const next = { ...row, version: old.version + 1, updated_at: now }
        this.#options.quota.grow(db, bytesOf(next) - bytesOf(old))
        taskStore.update(db, next)
        const isCompleted = next.status === 'done' && old.status !== 'done'
        this.#emit(db, actor, taskId, [isCompleted ? 'task.completed' : 'task.updated'])
        return shown(next)
      }),
    )
  }

  /** It can be brought back for a day. @throws NotFoundError, PreconditionFailedError */
  async delete(actor: Actor, taskId: string, ifMatch?: string): Promise<void> {
    await deleteAudited(this.#options, actor, {
      find: db => {
        const row = requireTask(db, taskId)
        checkVersion(ifMatch, row.version)
        return row
      },
      entry: () => ({ action: 'task.deleted', target: taskId }),
      delete: (db, row) => {
        binStore.put(db, taskId, row, this.#options.clock.now())
        taskStore.delete(db, taskId)
        this.#emit(db, actor, taskId, ['task.deleted'])
      },
    })
  }

  /** A task that was deleted within a day, with its id, as its next version. @throws NotFoundError */
  async restore(actor: Actor, taskId: string): Promise<Task> {
    const { audit, data, quota, clock } = this.#options
    const task = data.use(actor.workspace_id, db =>
      db.transaction(() => {
        const now = clock.now()
        const deleted = binStore.take<TaskRow>(db, taskId, now)
        if (!deleted) throw new NotFoundError('No such task was deleted here within the last day.')
        const row = { ...deleted, version: deleted.version + 1, updated_at: now }
        quota.grow(db, bytesOf(row))
        taskStore.insert(db, row)
        this.#emit(db, actor, taskId, ['task.created'])
        return shown(row)
      }),
    )
    const { ip = null, request_id = null } = actor
    await audit.append({ principal: actor, action: 'task.restored', target: taskId, ip, request_id })
    return task
  }

  #emit(db: WorkspaceDatabase, actor: Actor, taskId: string, types: readonly TaskEvent[]): void {
    const data = { task_id: taskId, user_id: actor.user_id }
    const events = types.map(type => ({ type, data }))
    this.#options.events.append(db, actor.workspace_id, events)
  }
}

function requireTask(db: WorkspaceDatabase, taskId: string): TaskRow {
  const row = taskStore.get(db, taskId)
  if (row) return row
  throw new NotFoundError('There is no such task in this workspace.')
}

function statusesOf(status: TaskStatus | 'open' | undefined): string | null {
  if (status === undefined) return null
  return JSON.stringify(status === 'open' ? ['todo', 'in_progress'] : [status])
}

function changed(old: TaskRow, change: TaskChange, now: number): TaskRow {
  checkTexts(change)
  const { title, body, status = old.status, priority, due, tags } = change
  return {
    ...old,
    ...(title === undefined ? {} : { title: titleOf(title) }),
    ...(body === undefined ? {} : { body }),
    ...(priority === undefined ? {} : { priority: taskPriorities.indexOf(priority) }),
    ...(tags === undefined ? {} : { tags: JSON.stringify(tagsOf(tags)) }),
    ...(due === undefined ? {} : dueFields(due)),
    status,
    completed_at: completedAt(old, status, now),
  }
}

function dueFields(due: string | null): Pick<TaskRow, 'due' | 'due_at'> {
  if (due === null) return { due: null, due_at: null }
  const { text, at } = dueOf(due, duePlace)
  return { due: text, due_at: at }
}

function completedAt(old: TaskRow, status: TaskStatus, now: number): number | null {
  return status === 'done' ? (old.completed_at ?? now) : null
}

function isSame(old: TaskRow, row: TaskRow): boolean {
  return (Object.keys(row) as (keyof TaskRow)[]).every(key => row[key] === old[key])
}

function shown({ due_at: _at, ...row }: TaskRow): Task {
  const { created_at, updated_at, completed_at } = row
  return {
    ...row,
    priority: taskPriorities[row.priority] ?? 'normal',
    tags: JSON.parse(row.tags) as string[],
    created_at: new Date(created_at).toISOString(),
    updated_at: new Date(updated_at).toISOString(),
    completed_at: completed_at === null ? null : new Date(completed_at).toISOString(),
  }
}
