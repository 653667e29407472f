import { ConflictError, ForbiddenError, NotFoundError, PayloadTooLargeError, RateLimitedError } from '@svc/plugin'
import type {
  Actor,
  AuditLog,
  Callers,
  Clock,
  DataPlane,
  EventLog,
  Ids,
  Principal,
  WorkspaceDatabase,
  WorkspaceMarks,
} from '@svc/plugin'
import type { Approval, Approvals, ToolPending } from '@svc/plugin/contracts/tools'
import { jsonHash } from '@svc/plugin/library/text/canonical-json'
import type { CallToAsk } from '../calls/tool-calls.ts'
import type { ToolsConfig } from '../generated/config.ts'
import { approvalOf } from './approval-record.ts'
import type { ApprovalSettling } from './approval-settling.ts'
import { approvalStore } from './approval-store.ts'
import type { ApprovalRow } from './approval-store.ts'
import type { ApprovedRun } from './approved-run.ts'

export interface ApprovalDeskOptions {
  data: DataPlane
  marks: WorkspaceMarks
  events: EventLog
  audit: AuditLog
  callers: Callers
  settling: ApprovalSettling
  run: ApprovedRun
  limits: Pick<ToolsConfig, 'approval_minutes' | 'max_pending_approvals' | 'max_pending_per_caller'>
  clock: Clock
  ids: Ids
}

export interface ApprovalRange {
  status?: Approval['status'] | undefined
  before: string
  limit: number
}

const runApprovalMs = 7 * 24 * 60 * 60 * 1000
const maxArgumentBytes = 256 * 1024

/** Calls that wait for a person: asked for by tools under `ask`, decided once. */
export class ApprovalDesk implements Approvals {
  readonly #options: ApprovalDeskOptions

  constructor(options: ApprovalDeskOptions) {
    this.#options = options
  }

  /**
   * The same call by the same caller is asked about once while it waits.
   * @throws RateLimitedError when too many wait; PayloadTooLargeError
   */
  ask(question: CallToAsk): ToolPending {
    const { data, marks, events, settling } = this.#options
    const { principal } = question.call
    const workspaceId = principal.workspace_id
    const row = this.#rowOf(question)
    settling.expireDue(workspaceId)
    const asked = data.use(workspaceId, db =>
      db.transaction(() => {
        const same = approvalStore.pending(db, row.repeat_key)
        if (same) return same
        this.#refuseBeyondLimit(db, row)
        marks.add(workspaceId)
        approvalStore.insert(db, row)
        const { approval_id, tool_name, expires_at } = row
        const { effect } = question.tool
        const eventData = { approval_id, tool_name, effect, expires_at: new Date(expires_at).toISOString() }
        events.append(db, workspaceId, [{ type: 'approval.requested', data: eventData }])
        return row
      }),
    )
    settling.expect(workspaceId, asked.expires_at)
    return {
      approval_id: asked.approval_id,
      status: 'pending',
      tool_name: asked.tool_name,
      expires_at: new Date(asked.expires_at).toISOString(),
    }
  }

  get(workspaceId: string, approvalId: string): Approval | null {
    this.#options.settling.expireDue(workspaceId)
    const row = this.#options.data.use(workspaceId, db => approvalStore.get(db, approvalId))
    return row ? approvalOf(row) : null
  }

  /** @throws NotFoundError */
  require(workspaceId: string, approvalId: string): Approval {
    const found = this.get(workspaceId, approvalId)
    if (found) return found
    throw noSuch()
  }

  /** The newest first, behind the id `before`; `isCut` when they are fewer than asked for because they are large. */
  list(workspaceId: string, { status, before, limit }: ApprovalRange): { approvals: Approval[]; isCut: boolean } {
    this.#options.settling.expireDue(workspaceId)
    const { rows, isCut } = this.#options.data.use(workspaceId, db =>
      approvalStore.page(db, status ?? null, before, limit),
    )
    return { approvals: rows.map(approvalOf), isCut }
  }

  /** Runs that call once, as its original caller. The answer has the result. @throws NotFoundError, ForbiddenError, ConflictError */
  async approve(actor: Actor, approvalId: string, reason: string | null): Promise<Approval> {
    const row = this.#begin(actor, approvalId, reason)
    const { run, settling } = this.#options
    settling.approved(actor.workspace_id, approvalId)
    await run.start(actor.workspace_id, row, () => this.#audit(actor, 'approval.approved', row))
    return this.require(actor.workspace_id, approvalId)
  }

  /** @throws NotFoundError, ForbiddenError, ConflictError */
  async deny(actor: Actor, approvalId: string, reason: string | null): Promise<Approval> {
    const row = this.#decide(actor, approvalId, 'denied', reason)
    this.#options.settling.settled(actor.workspace_id, approvalId)
    await this.#audit(actor, 'approval.denied', row)
    return this.require(actor.workspace_id, approvalId)
  }

  withdraw(workspaceId: string, approvalId: string, reason: string): void {
    const { data, events, settling, clock } = this.#options
    const isWithdrawn = data.use(workspaceId, db =>
      db.transaction(() => {
        const row = approvalStore.get(db, approvalId)
        if (!row || !approvalStore.withdraw(db, { approval_id: approvalId, reason, now: clock.now() })) return false
        const eventData = { approval_id: approvalId, tool_name: row.tool_name, status: 'expired' }
        events.append(db, workspaceId, [{ type: 'approval.decided', data: eventData }])
        return true
      }),
    )
    if (isWithdrawn) settling.settled(workspaceId, approvalId)
  }

  withdrawTurn(workspaceId: string, turnId: string, reason: string): void {
    const waiting = this.#options.data.use(workspaceId, db => approvalStore.pendingOfTurn(db, turnId))
    for (const approvalId of waiting) this.withdraw(workspaceId, approvalId, reason)
  }

  onSettled(listener: (workspaceId: string, approval: Approval) => void): void {
    this.#options.settling.onSettled(listener)
  }

  onApproved(listener: (workspaceId: string, approval: Approval) => void): void {
    this.#options.settling.onApproved(listener)
  }

  #begin(actor: Actor, approvalId: string, reason: string | null): ApprovalRow {
    const { settling } = this.#options
    const isFirst = settling.begin(approvalId)
    try {
      return this.#decide(actor, approvalId, 'approved', reason)
    } catch (error) {
      if (isFirst) settling.giveUp(approvalId)
      throw error
    }
  }

  /** Stores one decision. The first one counts, and it is stored when this returns. */
  #decide(actor: Actor, approvalId: string, status: 'approved' | 'denied', reason: string | null): ApprovalRow {
    const { data, events, settling, clock } = this.#options
    const workspaceId = actor.workspace_id
    settling.expireDue(workspaceId)
    return data.use(workspaceId, db =>
      db.transaction(() => {
        const row = approvalStore.get(db, approvalId)
        if (!row) throw noSuch()
        requireDecider(actor, approvalOf(row).requested_by.key_id)
        const decided_by = JSON.stringify({ user_id: actor.user_id, username: actor.username })
        const now = clock.now()
        if (!approvalStore.decide(db, { approval_id: approvalId, status, decided_by, reason, now }))
          throw notPending(row)
        const eventData = { approval_id: approvalId, tool_name: row.tool_name, status }
        events.append(db, workspaceId, [{ type: 'approval.decided', data: eventData }])
        return row
      }),
    )
  }

  #refuseBeyondLimit(db: WorkspaceDatabase, row: ApprovalRow): void {
    const { limits, clock } = this.#options
    const { count, next } = approvalStore.waiting(db)
    const isFull = count >= limits.max_pending_approvals
    if (!isFull && approvalStore.waitingLike(db, row) < limits.max_pending_per_caller) return
    const seconds = Math.max(1, Math.ceil(((next ?? clock.now()) - clock.now()) / 1000))
    throw new RateLimitedError(
      `As many calls of tools wait for a person as may${isFull ? ' in this workspace' : ' for this caller'}. Decide some: GET /api/approvals?status=pending.`,
      seconds,
    )
  }

  #rowOf({ tool, call, origin, binding }: CallToAsk): ApprovalRow {
    const { ids, clock, limits, callers } = this.#options
    const values = JSON.stringify(call.arguments)
    if (Buffer.byteLength(values) > maxArgumentBytes)
      throw new PayloadTooLargeError(
        `${tool.name} is asked about, and nobody can read more than ${maxArgumentBytes} bytes of arguments. Send less, or have the tool allowed.`,
      )
    const { user_id, key_id = null } = call.principal
    // Calls of a turn are each their own: two alike in one turn are two.
    const asker = origin.kind === 'app' ? { kind: origin.kind, app: origin.app } : origin
    const now = clock.now()
    return {
      approval_id: ids.create('apr'),
      tool_name: tool.name,
      arguments: values,
      binding,
      repeat_key: jsonHash([user_id, key_id, binding, asker]),
      status: 'pending',
      result: null,
      error: null,
      origin: JSON.stringify(origin),
      app: call.app ? JSON.stringify(call.app) : null,
      caller: JSON.stringify(callers.save(call.principal)),
      decided_by: null,
      reason: null,
      created_at: now,
      // A run of a playbook can wait as long as people need.
      expires_at: now + (origin.kind === 'playbook' ? runApprovalMs : limits.approval_minutes * 60_000),
      decided_at: null,
      finished_at: null,
      // Others have their answer from the approval itself.
      is_told: ['turn', 'playbook'].includes(origin.kind) ? 0 : 1,
    }
  }

  #audit(actor: Actor, action: string, row: ApprovalRow): Promise<void> {
    const { ip = null, request_id = null } = actor
    const details = { tool: row.tool_name, binding: row.binding }
    return this.#options.audit.append({ principal: actor, action, target: row.approval_id, ip, request_id, details })
  }
}

function noSuch(): NotFoundError {
  return new NotFoundError('There is no such approval in this workspace.')
}

function notPending({ status, expires_at }: ApprovalRow): ConflictError {
  const isOver = status === 'pending' || status === 'expired'
  const what = isOver ? `expired, at the latest at ${new Date(expires_at).toISOString()}` : `is ${status} already`
  return new ConflictError('conflict', `The approval ${what}; each is decided once.`)
}

export const approveScope = 'tools:approve'

/**
 * Only a person decides: signed in, or at the machine. A key stands for a person when it was made for that, by name: the scope `*` is
 * what programs have, and models act through those.
 * @throws ForbiddenError
 */
export function requireDecider(principal: Principal, askedByKey: string | null): void {
  const { via, scopes, key_id } = principal
  if (via === 'session' || via === 'operator') return
  if (via === 'agent_app') throw new ForbiddenError('forbidden', 'An agent app decides no approval; a person does.')
  if (!scopes.includes(approveScope)) {
    throw new ForbiddenError(
      'forbidden',
      'A person decides approvals: signed in, or with svc approvals at the machine of the server, without SVC_API_KEY and SVC_BASE_URL. ' +
        `A key may when its scopes name "${approveScope}"; "*" does not include it.`,
    )
  }
  if (key_id === undefined || key_id === askedByKey)
    throw new ForbiddenError('forbidden', 'The key that asked for a call cannot approve or deny it.')
}
