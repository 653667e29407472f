import type { JsonObject, JsonValue } from '@svc/plugin'
import type { AnyApproval } from '@svc/plugin/library/approvals/approval-schemas'
import type { Waiting } from '../interpreter/frame.ts'
import type { ListedTaskRow } from '../journal/task-store.ts'
import type { RunRow, RunStatus } from '../journal/run-row.ts'
import type { TaskRow } from '../journal/task-row.ts'

/** Of a value, in a list. */
export const longestShown = 32 * 1024
const usageNames = ['agent_calls', 'tool_calls', 'http_calls', 'prompt_tokens', 'completion_tokens'] as const

export const isOver = (status: RunStatus): boolean => ['completed', 'faulted', 'cancelled'].includes(status)
const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
const parsed = <T = JsonValue>(text: string): T => JSON.parse(text) as T

/** A run in a list: without what it was given and what it gave. */
export function listedRun(row: RunRow, now: number) {
  const used = parsed<Record<string, number>>(row.usage)
  const counted = Object.fromEntries(usageNames.map(name => [name, used[name] ?? 0])) as Record<
    (typeof usageNames)[number],
    number
  >
  const caller = parsed<{ user_id: string; key_id: string | null }>(row.caller)
  const { id, playbook_id, name, version, revision, status, trigger, parent_run_id } = row
  return {
    id,
    playbook_id,
    name,
    version,
    revision,
    status,
    error: row.error === null ? null : parsed<JsonObject>(row.error),
    progress: {
      finished: row.status === 'completed' ? row.total : Math.min(row.finished, row.total),
      total: row.total,
    },
    trigger,
    started_by: { user_id: caller.user_id, key_id: caller.key_id },
    parent_run_id,
    labels: parsed<Record<string, string>>(row.labels),
    usage: {
      ...counted,
      tasks: row.tasks,
      duration_ms: row.started_at === null ? 0 : (row.ended_at ?? now) - row.started_at,
    },
    created_at: new Date(row.created_at).toISOString(),
    started_at: iso(row.started_at),
    ended_at: iso(row.ended_at),
    wake_at: row.status === 'waiting' ? iso(row.wake_at) : null,
  }
}

/** A run as the API shows it. */
export function shownRun(
  row: RunRow,
  live: { waiting: readonly TaskRow[]; current: string[]; approvals: readonly AnyApproval[] },
  now: number,
) {
  return {
    ...listedRun(row, now),
    waiting_for: live.waiting.map(task => {
      const { kind, ...what } = parsed<Waiting>(task.waiting ?? '{}')
      const asked = live.approvals.find(({ approval_id }) => approval_id === what.approval_id)
      return {
        task: task.reference,
        kind,
        ...what,
        until: iso(task.wake_at),
        ...(asked && { approval: asked }),
      }
    }),
    inputs: parsed(row.inputs),
    output: row.output === null ? null : parsed(row.output),
    context: parsed(row.context),
    current: live.current,
  }
}

export type ShownRun = ReturnType<typeof shownRun>
export type ListedRun = ReturnType<typeof listedRun>

/** A task's record; in a list large values are left out. */
export function shownTask(row: ListedTaskRow, { isWhole }: { isWhole: boolean }) {
  const value = (text: string): JsonValue =>
    isWhole || text.length <= longestShown ? parsed(text) : { truncated: true, bytes: Buffer.byteLength(text) }
  const waiting = row.waiting === null ? null : parsed<Waiting>(row.waiting)
  return {
    id: row.id,
    name: row.name,
    reference: row.reference,
    iteration: parsed(row.iteration) as number[],
    kind: row.kind,
    call: row.call,
    status: row.status,
    skipped: row.skipped === 1,
    attempt: row.attempt,
    idempotency_key: row.key,
    input: value(row.input),
    output: value(row.output),
    error: row.error === null ? null : parsed<JsonObject>(row.error),
    usage: parsed<Record<string, number>>(row.usage),
    started_at: new Date(row.started_at).toISOString(),
    ended_at: iso(row.ended_at),
    wake_at: iso(row.wake_at),
    approval_id: waiting?.approval_id ?? null,
    child_run_id: waiting?.child_run_id ?? null,
    superseded: row.superseded === 1,
  }
}
