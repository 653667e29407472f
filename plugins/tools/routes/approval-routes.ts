import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import { approvalSchema } from '@svc/plugin/library/approvals/approval-schemas'
import type { AllApprovals } from '../approvals/all-approvals.ts'
import { exampleApproval } from './examples.ts'
import { ApprovalParams, ApprovalQuery, DecisionBody, FormBody, pageOfItems } from './schemas.ts'

const path = '/api/approvals'
const one = `${path}/:approval_id`
const whoDecides =
  'A person does, signed in; an API key only when its scopes name `tools:approve`, for runs `playbooks:approve` (`*` includes neither), and never the one that asked.'

/** `/api/approvals`: calls of tools and runs that wait for a person. */
export function approvalRoutes(app: RouteRegistrar, approvals: AllApprovals): void {
  app.route({
    method: 'GET',
    path,
    operationId: 'listApprovals',
    summary: 'List approvals',
    description:
      'Calls of tools, and runs of playbooks, that wait for a person or waited, newest first; `kind` says which. A page of large ones is short and has a `next_cursor` all the same.',
    permission: 'tools:read',
    query: ApprovalQuery,
    responses: {
      200: {
        description: 'A page of approvals',
        schema: pageOfItems(approvalSchema),
        example: { items: [exampleApproval], next_cursor: null },
      },
    },
    handler: ({ query, principal }) => approvals.list(principal, query),
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getApproval',
    summary: 'Get an approval',
    description: 'Of a tool, with the result or the error of its call, once that has ended.',
    permission: 'tools:read',
    params: ApprovalParams,
    responses: { 200: { description: 'The approval', schema: approvalSchema, example: exampleApproval } },
    handler: ({ params, principal }) => approvals.get(principal, params.approval_id),
  })

  app.route({
    method: 'POST',
    path: `${one}/approve`,
    operationId: 'approveCall',
    summary: 'Approve a call, or what a run asks',
    description:
      `Of a tool, runs that very call, once, as the caller who asked for it, and answers when it has ended. Of a run, takes the \`form\` that it asks for; the run ` +
      `goes on. ${whoDecides}`,
    permission: 'signed-in',
    params: ApprovalParams,
    body: FormBody,
    example: { summary: 'Approve', body: {} },
    responses: {
      200: { description: 'The approval with what came of the call', schema: approvalSchema, example: exampleApproval },
    },
    errors: { 409: ['conflict'] },
    longRunning: true,
    handler: request => approvals.decide(actorOf(request), request.params.approval_id, 'approved', request.body),
  })

  app.route({
    method: 'POST',
    path: `${one}/deny`,
    operationId: 'denyCall',
    summary: 'Deny a call, or what a run asks',
    description: `Nothing runs; a run faults, unless its playbook says otherwise. ${whoDecides}`,
    permission: 'signed-in',
    params: ApprovalParams,
    body: DecisionBody,
    example: { summary: 'Deny, and say why', body: { reason: 'Ask the customer first.' } },
    responses: {
      200: {
        description: 'The approval',
        schema: approvalSchema,
        example: {
          ...exampleApproval,
          status: 'denied',
          result: null,
          reason: 'Ask the customer first.',
          finished_at: null,
        },
      },
    },
    errors: { 409: ['conflict'] },
    handler: request => approvals.decide(actorOf(request), request.params.approval_id, 'denied', request.body),
  })
}
