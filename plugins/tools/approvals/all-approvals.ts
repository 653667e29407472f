import { decodeCursor, pageOf, ValidationError } from '@svc/plugin'
import type { Actor, Contribution, JsonObject, Page, PageQuery, Principal } from '@svc/plugin'
import type { Approval, ApprovalSource } from '@svc/plugin/contracts/tools'
import type { AnyApproval, RunApproval, ToolApproval } from '@svc/plugin/library/approvals/approval-schemas'
import type { ApprovalDesk } from './approval-desk.ts'

export interface AnyApprovalQuery extends PageQuery {
  status?: AnyApproval['status']
}

export interface GivenDecision {
  reason?: string
  form?: JsonObject
}

type Decision = 'approved' | 'denied'

const afterAllIds = '~'
const noCalls = { approvals: [], isCut: false }

/** Calls of tools and runs that wait for people, in one list and decided at one address. */
export class AllApprovals {
  readonly #desk: ApprovalDesk
  readonly #sources: () => readonly Contribution<ApprovalSource>[]

  constructor(desk: ApprovalDesk, sources: () => readonly Contribution<ApprovalSource>[]) {
    this.#desk = desk
    this.#sources = sources
  }

  list(principal: Principal, { status, limit, cursor }: AnyApprovalQuery): Page<AnyApproval> {
    const before = cursor === undefined ? afterAllIds : decodeCursor<[string]>(cursor, ['string'])[0]
    const asked = { status: status ?? null, before, limit: limit + 1 }
    const { approvals, isCut } =
      status === 'withdrawn' ? noCalls : this.#desk.list(principal.workspace_id, { ...asked, status })
    const runs = this.#sources().flatMap(({ value }) => value.list(principal, asked))
    // Runs that are older than the last call of a page cut short come with the calls that follow.
    const oldest = (isCut && approvals.at(-1)?.approval_id) || ''
    const newest = [...approvals.map(ofTool), ...runs]
      .filter(({ approval_id }) => approval_id >= oldest)
      .toSorted((a, b) => (a.approval_id < b.approval_id ? 1 : -1))
    return pageOf(
      newest,
      isCut ? Math.min(limit, newest.length - 1) : limit,
      ({ approval_id }) => [approval_id],
      item => item,
    )
  }

  /** @throws NotFoundError */
  get(principal: Principal, approvalId: string): AnyApproval {
    return (
      this.#ofRun(principal, approvalId)?.approval ?? ofTool(this.#desk.require(principal.workspace_id, approvalId))
    )
  }

  /** @throws NotFoundError, ForbiddenError, ConflictError, ValidationError for a form that does not fit */
  async decide(actor: Actor, approvalId: string, decision: Decision, given: GivenDecision): Promise<AnyApproval> {
    const run = this.#ofRun(actor, approvalId)
    if (run) return run.source.decide(actor, run.approval, decision, given)
    if (given.form !== undefined) {
      const message = 'is for approvals that ask for one; this one asks about a call of a tool'
      throw new ValidationError(`form ${message}.`, [{ path: '/form', message }])
    }
    const reason = given.reason ?? null
    const decided = decision === 'approved' ? this.#desk.approve : this.#desk.deny
    return ofTool(await decided.call(this.#desk, actor, approvalId, reason))
  }

  #ofRun(principal: Principal, approvalId: string): { source: ApprovalSource; approval: RunApproval } | undefined {
    for (const { value: source } of this.#sources()) {
      const approval = source.get(principal, approvalId)
      if (approval) return { source, approval }
    }
    return undefined
  }
}

function ofTool(approval: Approval): ToolApproval {
  return { kind: 'tool', ...approval }
}
