import { durationWord } from '../../../ui/words/duration.ts'
import type { ListedPlaybookRun } from '../types.ts'

const statuses: Readonly<Record<string, string>> = {
  pending: 'Queued',
  running: 'Running',
  waiting: 'Waiting',
  suspended: 'Suspended',
  completed: 'Completed',
  faulted: 'Failed',
  cancelled: 'Cancelled',
  skipped: 'Skipped',
}
const colors: Readonly<Record<string, 'ok' | 'bad' | 'warn' | 'info'>> = {
  completed: 'ok',
  faulted: 'bad',
  waiting: 'warn',
  suspended: 'warn',
  running: 'info',
  pending: 'info',
}
const triggers: Readonly<Record<string, string>> = {
  api: 'A program',
  ui: 'A person',
  cli: 'The command line',
  tool: 'The agent',
  app: 'An agent app',
  schedule: 'The schedule',
  event: 'An event',
  parent: 'Another playbook',
}

/** The word for where a run or a task is. */
export function statusWord(status: string): string {
  return statuses[status] ?? status
}

/** The colour of its badge; the word says the same. */
export function statusColor(status: string): string {
  return colors[status] ?? 'gray'
}

/** What started a run. */
export function triggerWord(trigger: string): string {
  return triggers[trigger] ?? trigger
}

export function isOver(status: string): boolean {
  return status === 'completed' || status === 'faulted' || status === 'cancelled'
}

/** What a run has used, in words; empty for what it has not. */
export function usageWords({ usage }: Pick<ListedPlaybookRun, 'usage'>): string[] {
  const tokens = usage.prompt_tokens + usage.completion_tokens
  const counted = (count: number, one: string): string =>
    count === 0 ? '' : `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`
  return [
    durationWord(usage.duration_ms),
    counted(usage.tasks, 'task'),
    counted(usage.agent_calls, 'agent call'),
    counted(usage.tool_calls, 'tool call'),
    counted(usage.http_calls, 'request'),
    counted(tokens, 'token'),
  ].filter(Boolean)
}
