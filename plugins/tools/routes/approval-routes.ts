import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { ApprovalDesk } from '../approvals/approval-desk.ts'
import { exampleApproval } from './examples.ts'
import { Approval, ApprovalParams, ApprovalQuery, DecisionBody, pageOfItems } from './schemas.ts'

const path = '/api/approvals'
const one = `${path}/:approval_id`
const whoDecides =
  'A person does, signed in; an API key only when its scopes name `tools:approve` (`*` does not include it), and never the one that asked.'

/** `/api/approvals`: calls that wait for a person. */
export function approvalRoutes(app: RouteRegistrar, desk: ApprovalDesk): void {
  app.route({
    method: 'GET',
    path,
    operationId: 'listApprovals',
    summary: 'List approvals',
    description: 'Calls of tools that wait for a person, or waited, newest first.',
    permission: 'tools:read',
    query: ApprovalQuery,
    responses: {
      200: {
        description: 'A page of approvals',
        schema: pageOfItems(Approval),
        example: { items: [exampleApproval], next_cursor: null },
      },
    },
    handler: ({ query, principal }) => desk.list(principal.workspace_id, query),
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getApproval',
    summary: 'Get an approval',
    description: 'With the result or the error of its call, once that has ended.',
    permission: 'tools:read',
    params: ApprovalParams,
    responses: { 200: { description: 'The approval', schema: Approval, example: exampleApproval } },
    handler: ({ params, principal }) => desk.require(principal.workspace_id, params.approval_id),
  })

  app.route({
    method: 'POST',
    path: `${one}/approve`,
    operationId: 'approveCall',
    summary: 'Approve a call',
    description: `Runs that very call, once, as the caller who asked for it, and answers when it has ended. ${whoDecides}`,
    permission: 'signed-in',
    params: ApprovalParams,
    body: DecisionBody,
    example: { summary: 'Approve', body: {} },
    responses: {
      200: { description: 'The approval with what came of the call', schema: Approval, example: exampleApproval },
    },
    errors: { 409: ['conflict'] },
    longRunning: true,
    handler: request => desk.approve(actorOf(request), request.params.approval_id, request.body.reason ?? null),
  })

  app.route({
    method: 'POST',
    path: `${one}/deny`,
    operationId: 'denyCall',
    summary: 'Deny a call',
    description: `Nothing runs. ${whoDecides}`,
    permission: 'signed-in',
    params: ApprovalParams,
    body: DecisionBody,
    example: { summary: 'Deny, and say why', body: { reason: 'Ask the customer first.' } },
    responses: {
      200: {
        description: 'The approval',
        schema: Approval,
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
    handler: request => desk.deny(actorOf(request), request.params.approval_id, request.body.reason ?? null),
  })
}
