import type { Clock, DataPlane, EventLog, Ids, JsonObject, JsonValue } from '@svc/plugin'
import { noteApproval } from '../approvals/approval-events.ts'
import { approvalStore } from '../approvals/approval-store.ts'
import type { ApprovalRow } from '../approvals/approval-store.ts'
import type { Decision } from '../approvals/shown-approval.ts'
import { schemaProblem } from '../definitions/schemas/schema-checks.ts'
import { fault } from '../interpreter/fault.ts'
import type { Effect, EffectOutcome } from '../interpreter/ports.ts'
import type { RunRow } from '../journal/run-row.ts'
import { msOf, yearMs } from '../interpreter/rules/durations.ts'

/** `with` of `call: approval`. */
interface ApprovalArguments {
  title: string
  body?: string
  data?: JsonValue
  form?: JsonObject
  assignees?: string[]
  approvals?: number
  exclude_starter?: boolean
  expires_in?: string
  on_denied?: 'fault' | 'continue'
  on_expired?: 'fault' | 'continue'
}

const secondMs = 1000

/** `call: approval`: asks people and waits. It is found again by the key of its task. @throws Fault */
export function askPeople(
  { data, events, ids, clock }: { data: DataPlane; events: EventLog; ids: Ids; clock: Clock },
  { workspaceId, run }: { workspaceId: string; run: Pick<RunRow, 'id' | 'name'> },
  effect: Effect,
): EffectOutcome {
  const given = effect.arguments as ApprovalArguments
  const now = clock.now()
  const { row, isNew } = data.use(workspaceId, db =>
    db.transaction(() => {
      const before = approvalStore.byKey(db, effect.frame.key)
      if (before?.status === 'pending' && before.expires_at <= now) {
        const expired: ApprovalRow = { ...before, status: 'expired' }
        approvalStore.change(db, expired)
        noteApproval(events, db, workspaceId, { type: 'approval.decided', row: expired })
        return { row: expired, isNew: false }
      }
      if (before && (effect.isResumed || ['pending', 'approved'].includes(before.status)))
        return { row: before, isNew: false }
      // The task was tried again, or a person has resumed the run: people are asked anew.
      if (before) approvalStore.putAside(db, before.approval_id)
      const made = rowOf(given, effect, { approvalId: ids.create('apr'), run, now })
      approvalStore.insert(db, made)
      noteApproval(events, db, workspaceId, { type: 'approval.requested', row: made })
      return { row: made, isNew: true }
    }),
  )
  if (row.status !== 'pending') return outcomeOf(row, given)
  const { approval_id, title, expires_at, task } = row
  const requested = { task, approval_id, title, expires_at: new Date(expires_at).toISOString() }
  const news = isNew ? [{ type: 'approval.requested', data: requested }] : []
  return { waiting: { kind: 'approval', approval_id }, until: expires_at, events: news }
}

/** Nobody waits for it any more. */
export function withdrawApproval(
  { data, events }: { data: DataPlane; events: EventLog },
  workspaceId: string,
  approvalId: string,
): void {
  data.use(workspaceId, db =>
    db.transaction(() => {
      const found = approvalStore.get(db, approvalId)
      if (!found) return
      const row: ApprovalRow = { ...found, status: 'withdrawn' }
      if (approvalStore.change(db, row)) noteApproval(events, db, workspaceId, { type: 'approval.decided', row })
    }),
  )
}

function rowOf(
  given: ApprovalArguments,
  { frame }: Effect,
  { approvalId, run, now }: { approvalId: string; run: Pick<RunRow, 'id' | 'name'>; now: number },
): ApprovalRow {
  const { title, body = null, data = null, form = null, assignees = [], approvals = 1, exclude_starter = false } = given
  const lastsMs = msOf(given.expires_in ?? 'P7D')
  if (lastsMs < secondMs || lastsMs > yearMs) throw fault('validation', 'expires_in is from 1 second to 1 year.')
  const problem = form === null ? null : schemaProblem(form)
  if (problem !== null) throw fault('validation', `The form of the approval: ${problem}`)
  return {
    approval_id: approvalId,
    run_id: run.id,
    playbook: run.name,
    task: frame.reference,
    key: frame.key,
    title: String(title),
    body,
    data: JSON.stringify(data),
    form: form && JSON.stringify(form),
    assignees: JSON.stringify(assignees),
    needed: approvals,
    exclude_starter: exclude_starter ? 1 : 0,
    decisions: '[]',
    answer: 'null',
    status: 'pending',
    created_at: now,
    expires_at: now + lastsMs,
  }
}

function outcomeOf(row: ApprovalRow, { on_denied = 'fault', on_expired = 'fault' }: ApprovalArguments): EffectOutcome {
  const decisions = JSON.parse(row.decisions) as Decision[]
  if (row.status === 'denied' && on_denied === 'fault') {
    const denial = decisions.findLast(({ decision }) => decision === 'denied')
    const because = denial?.reason ? ` The reason: ${denial.reason}` : ''
    throw fault(
      'authorization',
      `approval_denied: ${denial?.username ?? 'somebody'} has denied "${row.title}".${because}`,
    )
  }
  if (row.status === 'withdrawn') throw fault('runtime', `The approval "${row.title}" was withdrawn.`)
  if (row.status === 'expired' && on_expired === 'fault')
    throw fault('timeout', `Nobody has decided about "${row.title}" in time.`)
  const decided_by = decisions.map(({ decision: _, ...who }) => ({ ...who }))
  const output = {
    decision: row.status,
    approval_id: row.approval_id,
    form: JSON.parse(row.answer) as JsonValue,
    decided_by,
  }
  return { output }
}
