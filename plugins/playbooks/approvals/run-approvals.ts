import type { CallerScopes, Clock, DataPlane, Principal } from '@svc/plugin'
import type { ApprovalSource, RunApprovalFilter } from '@svc/plugin/contracts/tools'
import type { RunApproval } from '@svc/plugin/library/approvals/approval-schemas'
import { approvalStore } from './approval-store.ts'
import type { Decisions } from './decisions.ts'
import { shownApproval } from './shown-approval.ts'

export interface RunApprovalsOptions {
  data: DataPlane
  scopes: Pick<CallerScopes, 'has'>
  decisions: Decisions
  clock: Clock
}

/** What runs ask people, beside the calls of tools that wait, for those who may see runs. */
export class RunApprovals implements ApprovalSource {
  readonly #options: RunApprovalsOptions

  constructor(options: RunApprovalsOptions) {
    this.#options = options
  }

  list(principal: Principal, filter: RunApprovalFilter): readonly RunApproval[] {
    if (!this.#maySee(principal)) return []
    const { data, clock } = this.#options
    const now = clock.now()
    const rows = data.use(principal.workspace_id, db => approvalStore.page(db, { ...filter, now }))
    return rows.map(row => shownApproval(row, now))
  }

  get(principal: Principal, approvalId: string): RunApproval | null {
    const { data, clock } = this.#options
    const row = data.use(principal.workspace_id, db => approvalStore.get(db, approvalId))
    return row && this.#maySee(principal) ? shownApproval(row, clock.now()) : null
  }

  decide(...[actor, { approval_id }, decision, given]: Parameters<ApprovalSource['decide']>): Promise<RunApproval> {
    return this.#options.decisions.decideAbout(actor, approval_id, decision, given)
  }

  #maySee(principal: Principal): boolean {
    const { scopes } = this.#options
    return scopes.has(principal, 'playbooks:read') || scopes.has(principal, 'playbooks:approve')
  }
}
