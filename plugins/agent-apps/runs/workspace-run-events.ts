import type { NewEvent } from '@svc/plugin'
import type { RunStatus } from '@svc/plugin/contracts/agent-apps'
import type { StoredRun } from './run-store.ts'

const mostNameLength = 100

/**
 * The events of the workspace when a run's record changes from `before` (null: there was none) to `run`. A run that ends before it was
 * ever stored emits its start and its end together, which saves a write.
 */
export function workspaceRunEvents(before: RunStatus | null, run: StoredRun): NewEvent[] {
  if (run.status === 'queued' || isEnd(before)) return []
  const { run_id, app, version, runner, user_id, job_id, started_at, finished_at, usage, error } = run
  const facts = { run_id, app, version, runner, user_id, job_id, started_at }
  const started: NewEvent[] = before === 'running' ? [] : [{ type: 'run.started', data: facts }]
  if (run.status === 'running') return started
  const ended = { ...facts, finished_at: finished_at ?? started_at, duration_ms: usage.duration_ms }
  if (run.status !== 'failed') return [...started, { type: `run.${run.status}`, data: ended }]
  return [...started, { type: 'run.failed', data: { ...ended, error: kindOf(error) } }]
}

/** The message and the stack may hold what the app was given. */
function kindOf(error: StoredRun['error']): { name: string; code?: string } {
  const name = (error?.name ?? 'Error').slice(0, mostNameLength)
  return error?.code === undefined ? { name } : { name, code: error.code.slice(0, mostNameLength) }
}

function isEnd(status: RunStatus | null): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled'
}
