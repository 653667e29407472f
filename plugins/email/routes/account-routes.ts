import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { Accounts } from '../account/accounts.ts'
import type { AccountCheck } from '../account/check-account.ts'
import type { Account } from '../account/account.ts'
import { exampleAccount } from './examples.ts'
import { account, accountBody, accountCheck } from './schemas.ts'

const path = '/api/email/account'
const write = { role: 'admin' } as const
const read = { role: 'admin', scope: 'email:read' } as const

export interface AccountRouteServices {
  accounts: Accounts
  check(account: Account, signal: AbortSignal): Promise<AccountCheck>
  /** The account is gone or another. */
  changed(workspaceId: string): void
}

/** `/api/email/account`: where the workspace's mail is read and sent. */
export function accountRoutes(app: RouteRegistrar, { accounts, check, changed }: AccountRouteServices): void {
  app.route({
    method: 'GET',
    path,
    operationId: 'getEmailAccount',
    summary: 'The mail account of the workspace',
    permission: read,
    responses: { 200: { description: 'The account, without its password', schema: account, example: exampleAccount } },
    handler: request => accounts.show(actorOf(request)),
  })

  app.route({
    method: 'PUT',
    path,
    operationId: 'setEmailAccount',
    summary: 'Set the mail account of the workspace',
    description:
      'Nobody is asked yet: `POST …/test` does. The password is kept sealed, sent to the two servers alone and never shown again; with other ' +
      'servers or another user name it must be given again.',
    permission: write,
    body: accountBody,
    example: {
      body: {
        address: 'ada@example.com',
        name: 'Ada Lovelace',
        password: 'app-password',
        imap: { host: 'imap.example.com' },
        smtp: { host: 'smtp.example.com' },
      },
    },
    responses: { 200: { description: 'The account', schema: account, example: exampleAccount } },
    errors: { 409: ['conflict'], 422: ['url_blocked'] },
    handler: async request => {
      const set = await accounts.put(actorOf(request), request.body)
      changed(request.principal.workspace_id)
      return set
    },
  })

  app.route({
    method: 'DELETE',
    path,
    operationId: 'deleteEmailAccount',
    summary: 'Remove the mail account of the workspace',
    description: 'Its password is forgotten. What is in the mailbox stays there.',
    permission: write,
    responses: { 204: { description: 'It is gone' } },
    errors: { 409: ['conflict'] },
    handler: async (request, reply) => {
      await accounts.delete(actorOf(request))
      changed(request.principal.workspace_id)
      reply.status(204)
    },
  })

  app.route({
    method: 'POST',
    path: `${path}/test`,
    operationId: 'testEmailAccount',
    summary: 'Sign in at both mail servers',
    description: 'Nothing is sent. What goes wrong stands in the answer, whose status is 200 all the same.',
    permission: write,
    example: {},
    idempotent: 'by-nature',
    responses: {
      200: {
        description: 'What came of it, for each server',
        schema: accountCheck,
        example: {
          ok: false,
          imap: { ok: true, step: null, error: null, duration_ms: 212 },
          smtp: {
            ok: false,
            step: 'login',
            error: {
              code: 'upstream_error',
              message: 'smtp.example.com:465 refused the sign-in. Many providers want an app password here.',
            },
            duration_ms: 340,
          },
        },
      },
    },
    errors: { 409: ['conflict'] },
    longRunning: true,
    handler: async ({ principal, signal }) => check(await accounts.require(principal.workspace_id), signal),
  })
}
