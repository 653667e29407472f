import type { AnyApproval } from '@svc/sdk'
import { useListing } from '../../../live/listing.ts'
import { svc } from '../../../live/server.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { ShowMore } from '../../../ui/states/show-more.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { useTools } from '../queries.ts'
import classes from '../tools.module.css'
import { ApprovalCard } from './approval-card.tsx'
import { RunApprovalCard } from './run-approval-card.tsx'

const pageSize = 50

/** Calls of tools and runs that wait for a decision, the newest first, and those that were decided. */
export function ApprovalInbox() {
  const waiting = useListing(['approvals', 'list', 'pending'], options =>
    svc.tools.approvals.list({ status: 'pending', limit: pageSize }, options),
  )
  const all = useListing(['approvals', 'list', 'all'], options =>
    svc.tools.approvals.list({ limit: pageSize }, options),
  )
  const { data: tools } = useTools()
  const toolOf = (name: string) => tools?.find(tool => tool.name === name)
  const card = (approval: AnyApproval) =>
    approval.kind === 'tool' ? (
      <ApprovalCard key={approval.approval_id} approval={approval} tool={toolOf(approval.tool_name)} />
    ) : (
      <RunApprovalCard key={approval.approval_id} approval={approval} />
    )
  const decided = all.data?.filter(({ status }) => status !== 'pending') ?? []
  return (
    <>
      <Loaded query={waiting} sketch={<RowsSketch />}>
        {approvals =>
          approvals.length === 0 ? (
            <EmptyState icon="check" manual="tools">
              Nothing waits for you. Calls that need a decision stand here, those of the agent, of apps, programs and
              people, and what playbooks ask.
            </EmptyState>
          ) : (
            <section aria-label="Waiting" className={classes.cards}>
              <h2>Waiting</h2>
              {approvals.map(card)}
              <ShowMore listing={waiting} />
            </section>
          )
        }
      </Loaded>
      {decided.length > 0 && (
        <section aria-label="Decided" className={classes.decided}>
          <h2>Decided</h2>
          <div className={classes.cards}>
            {decided.map(card)}
            <ShowMore listing={all} />
          </div>
        </section>
      )}
    </>
  )
}
