import { ConflictError, ForbiddenError, NotFoundError, roleAtLeast, ValidationError } from '@svc/plugin'
import type {
  Actor,
  AuditLog,
  Clock,
  DataPlane,
  EventLog,
  JsonObject,
  JsonSchema,
  JsonValue,
  Principal,
  SavedCaller,
  WorkspaceDatabase,
} from '@svc/plugin'
import type { Approvals } from '@svc/plugin/contracts/tools'
import type { AnyApproval, RunApproval } from '@svc/plugin/library/approvals/approval-schemas'
import { valueFaults } from '../definitions/schemas/schema-checks.ts'
import { journalStore } from '../journal/journal-store.ts'
import { taskStore } from '../journal/task-store.ts'
import { runEventStore } from '../journal/run-event-store.ts'
import { approvalStore } from './approval-store.ts'
import type { ApprovalRow } from './approval-store.ts'
import { noteApproval } from './approval-events.ts'
import { shownApproval } from './shown-approval.ts'
import type { Decision } from './shown-approval.ts'
import { toolApprovalsOf } from './tool-approvals.ts'

export interface DecisionsOptions {
  data: DataPlane
  events: EventLog
  audit: Pick<AuditLog, 'append'>
  /** Those of tools that a run calls. */
  tools: Approvals | undefined
  clock: Clock
  /** The run may go on. */
  changed(workspaceId: string, runId: string): void
}

/** What a person says to a run that waits for people. */
export interface GivenDecision {
  approval_id?: string
  form?: JsonObject
  reason?: string
}

const scope = 'playbooks:approve'

/** What people decide about runs: once, in one transaction with the run's going on. */
export class Decisions {
  readonly #options: DecisionsOptions

  constructor(options: DecisionsOptions) {
    this.#options = options
  }

  /** About whatever the run waits for, a call of a tool too. @throws NotFoundError, ForbiddenError, ConflictError, ValidationError under `/form` */
  async decide(
    actor: Actor,
    runId: string,
    decision: Decision['decision'],
    given: GivenDecision,
  ): Promise<AnyApproval> {
    const { data, tools } = this.#options
    const asked = data.use(actor.workspace_id, db => meant(db, runId, given.approval_id))
    if (!('tool_approval_id' in asked)) return this.decideAbout(actor, asked.approval_id, decision, given)
    if (!tools) throw new NotFoundError('The plugin "tools" is not running: its approvals cannot be decided.')
    const decided = decision === 'approved' ? tools.approve : tools.deny
    return { kind: 'tool', ...(await decided.call(tools, actor, asked.tool_approval_id, given.reason ?? null)) }
  }

  /** @throws NotFoundError, ForbiddenError, ConflictError, ValidationError under `/form` */
  async decideAbout(
    actor: Actor,
    approvalId: string,
    decision: Decision['decision'],
    given: GivenDecision,
  ): Promise<RunApproval> {
    const { data, audit, changed, clock } = this.#options
    const { workspace_id } = actor
    const { row, isNew } = data.use(workspace_id, db =>
      db.transaction(() => this.#write(db, actor, approvalId, decision, given)),
    )
    if (!isNew) return shownApproval(row, clock.now())
    changed(workspace_id, row.run_id)
    const { ip = null, request_id = null } = actor
    const details = { run_id: row.run_id, task: row.task }
    await audit.append({
      principal: actor,
      action: `playbook.approval.${decision}`,
      target: row.approval_id,
      ip,
      request_id,
      details,
    })
    return shownApproval(row, clock.now())
  }

  #write(
    db: WorkspaceDatabase,
    actor: Actor,
    approvalId: string,
    decision: Decision['decision'],
    given: GivenDecision,
  ): { row: ApprovalRow; isNew: boolean } {
    const now = this.#options.clock.now()
    const before = approvalStore.get(db, approvalId)
    const run = before && journalStore.get(db, before.run_id)
    if (!before || !run) throw new NotFoundError('There is no such approval in this workspace.')
    const { id: run_id } = run
    requireDecider(actor, before, JSON.parse(run.caller) as SavedCaller)
    const decisions = JSON.parse(before.decisions) as Decision[]
    const own = decisions.find(({ user_id }) => user_id === actor.user_id)
    if (own?.decision === decision) return { row: before, isNew: false }
    if (before.status !== 'pending' || before.expires_at <= now) throw late(before, now)
    if (own) throw new ConflictError('conflict', `You have ${own.decision} this already.`)
    const answer = decision === 'approved' ? filled(before, given.form) : null
    const { user_id, username } = actor
    const at = new Date(now).toISOString()
    const all = [...decisions, { user_id, username, decision, at, reason: given.reason ?? null }]
    const isDecided = decision === 'denied' || all.length >= before.needed
    const row: ApprovalRow = {
      ...before,
      decisions: JSON.stringify(all),
      answer: answer === null ? before.answer : JSON.stringify(answer),
      status: isDecided ? decision : 'pending',
    }
    if (!approvalStore.change(db, row)) throw late(before, now)
    const event = { run_id, type: 'approval.decided', at: now }
    runEventStore.note(db, {
      ...event,
      data: { task: row.task, approval_id: row.approval_id, decision, by: username },
    })
    if (isDecided) {
      noteApproval(this.#options.events, db, actor.workspace_id, { type: 'approval.decided', row })
      journalStore.nudge(db, { run_id, now })
    }
    return { row, isNew: true }
  }
}

/** The one that is named, or the only one that waits: of the run itself, or of a tool that it calls. */
function meant(
  db: WorkspaceDatabase,
  runId: string,
  approvalId: string | undefined,
): { approval_id: string; title: string } | { tool_approval_id: string; title: string } {
  if (!journalStore.get(db, runId)) throw new NotFoundError('There is no such run in this workspace.')
  const own = approvalStore.ofRun(db, runId)
  const ofTools = toolApprovalsOf(taskStore.waiting(db, runId)).map(({ approval_id, reference }) => ({
    tool_approval_id: approval_id,
    title: reference,
  }))
  if (approvalId !== undefined) {
    const found =
      own.find(({ approval_id }) => approval_id === approvalId) ??
      ofTools.find(({ tool_approval_id }) => tool_approval_id === approvalId)
    if (found) return found
    throw new NotFoundError('There is no such approval in this run.')
  }
  const waiting = [...own.filter(({ status }) => status === 'pending'), ...ofTools]
  const [only = own.at(-1)] = waiting
  if (only && waiting.length <= 1) return only
  if (!only) throw new NotFoundError('This run asks nobody anything.')
  const named = waiting
    .map(one => `${'tool_approval_id' in one ? one.tool_approval_id : one.approval_id} (${one.title})`)
    .join(', ')
  throw new ConflictError('conflict', `Several approvals of this run wait: ${named}. Name one as approval_id.`)
}

/** Only a person decides: signed in, or with a key that was made for it, by name. @throws ForbiddenError */
function requireDecider(actor: Principal, row: ApprovalRow, starter: SavedCaller): void {
  const { via, key_id, scopes } = actor
  if (via === 'agent_app') throw new ForbiddenError('forbidden', 'An agent app decides no approval; a person does.')
  if (via === 'api_key' && !scopes.includes(scope))
    throw new ForbiddenError(
      'forbidden',
      `This key may not decide it. Sign in, or use a key whose scopes name "${scope}" ("*" does not include it).`,
    )
  if (key_id !== undefined && key_id === starter.key_id)
    throw new ForbiddenError('forbidden', 'The key that started a run decides nothing about it.')
  if (row.exclude_starter === 1 && actor.user_id === starter.user_id)
    throw new ForbiddenError('forbidden', 'Somebody other than who started the run decides this.')
  const assignees = JSON.parse(row.assignees) as string[]
  if (assignees.length > 0 && !assignees.some(one => isMeant(actor, one)))
    throw new ForbiddenError('forbidden', `This is for ${assignees.join(', ')} to decide.`)
}

function isMeant({ username, role }: Principal, assignee: string): boolean {
  const wanted = /^role:(owner|admin|user)$/.exec(assignee)?.[1]
  return wanted === undefined ? assignee === username : roleAtLeast(role, wanted as Principal['role'])
}

/** The form with its defaults. @throws ValidationError */
function filled(row: ApprovalRow, form: JsonObject = {}): JsonValue {
  if (row.form === null) return form
  const answer = structuredClone(form)
  const faults = valueFaults(JSON.parse(row.form) as JsonSchema, answer).map(({ path, message }) => ({
    path: `/form${path}`,
    message,
  }))
  if (faults.length === 0) return answer
  throw new ValidationError(`The form does not fit: ${faults[0]?.path ?? ''} ${faults[0]?.message ?? ''}.`, faults)
}

function late(row: ApprovalRow, now: number): ConflictError {
  const by = (JSON.parse(row.decisions) as Decision[])
    .map(({ username, decision }) => `${decision} by ${username}`)
    .join(', ')
  const what =
    row.status === 'pending' || row.status === 'expired'
      ? `expired at ${new Date(row.expires_at).toISOString()}`
      : `is ${row.status} already`
  return new ConflictError('conflict', `The approval ${what}${by === '' ? '' : `: ${by}`}. Each is decided once.`, {
    extra: { approval: shownApproval(row, now) },
  })
}
