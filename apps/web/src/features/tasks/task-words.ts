import type { Task } from '@svc/sdk'

export type TaskStatus = Task['status']

export const statusWords: Readonly<Record<TaskStatus, string>> = {
  todo: 'To do',
  in_progress: 'In progress',
  done: 'Done',
  cancelled: 'Cancelled',
}

export const priorityWords: Readonly<Record<Task['priority'], string>> = {
  urgent: 'Urgent',
  high: 'High',
  normal: 'Normal',
  low: 'Low',
}

const isDay = (due: string): boolean => due.length === 10
const shortDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })
const longDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

/** When a task is due, in words, and whether that is over. A day is one of the reader's calendar, and over when it ends there. */
export function dueWords(due: string, now: Date): { text: string; isOver: boolean } {
  const at = isDay(due) ? new Date(`${due}T00:00:00`) : new Date(due)
  const end = isDay(due) ? startOfDay(at, 1) : at
  const days = Math.round((startOfDay(at).getTime() - startOfDay(now).getTime()) / 86_400_000)
  const near = { '-1': 'yesterday', 0: 'today', 1: 'tomorrow' }[days]
  const far = (at.getFullYear() === now.getFullYear() ? shortDay : longDay).format(at)
  const isOver = end <= now
  return { text: `${isOver ? 'Overdue' : 'Due'} ${near ?? far}`, isOver }
}

function startOfDay(at: Date, more = 0): Date {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + more)
}

/** A due date as a field takes it: a day, or a time on the reader's clock. */
export function dueField(due: string | null): { type: 'date' | 'datetime-local'; value: string } {
  if (due === null || isDay(due)) return { type: 'date', value: due ?? '' }
  const at = new Date(due)
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return { type: 'datetime-local', value: local.toISOString().slice(0, 16) }
}

/** What a field of `dueField` holds, as the server takes it. */
export function dueOfField(value: string): string | null {
  if (value === '') return null
  return isDay(value) ? value : new Date(value).toISOString()
}
