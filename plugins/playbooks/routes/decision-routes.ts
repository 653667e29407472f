import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import { approvalSchema } from '@svc/plugin/library/approvals/approval-schemas'
import type { Decisions } from '../approvals/decisions.ts'
import { exampleApproval } from './examples.ts'
import { decisionBody, runParams } from './run-schemas.ts'

const whoDecides =
  'A person does, signed in, whom `assignees` name (none named: any member); an API key only when its scopes name `playbooks:approve`, which `*` does not ' +
  'include, and never the one that started the run.'

/** What people decide about runs that wait for them. */
export function decisionRoutes(app: RouteRegistrar, decisions: Decisions): void {
  for (const { verb, operationId, decision, summary, description } of verbs)
    app.route({
      method: 'POST',
      path: `/api/playbooks/runs/:run_id/${verb}`,
      operationId,
      summary,
      description: `${description} ${whoDecides}`,
      permission: 'signed-in',
      params: runParams,
      body: decisionBody,
      example: { summary: 'With a reason', body: { reason: 'As agreed.' } },
      responses: {
        200: { description: 'The approval', schema: approvalSchema, example: { ...exampleApproval, status: decision } },
      },
      errors: { 409: ['conflict'] },
      handler: request => decisions.decide(actorOf(request), request.params.run_id, decision, request.body),
    })
}

const verbs = [
  {
    verb: 'approve',
    operationId: 'approvePlaybookRun',
    decision: 'approved',
    summary: 'Approve what a run asks',
    description:
      'With the `form` that it asks for, when it does. The run goes on when as many people as it needs have approved.',
  },
  {
    verb: 'deny',
    operationId: 'denyPlaybookRun',
    decision: 'denied',
    summary: 'Deny what a run asks',
    description: 'One denial decides.',
  },
] as const
